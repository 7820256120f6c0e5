package import FluxtapeDocuments
package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeScreen

/// The actions that wrote the values at or below a path.
///
/// ```text
/// cart after run.jsonl:214
///   .items[0].qty  2           run.jsonl:17   09:00:10.250497  cart.qtyChanged  was 1
///   .total         6600        run.jsonl:23   09:00:15.590665  cart.itemRemoved  was 7240
/// ```
/// JSON, one object per value: `path`, `pointer`, `value`, `old` (the scalar that was replaced), and `at`, `seq`, `t`, `store`, `type` of
/// the action. `between` (two addresses) or `beforeRecording` is added if that row shows the value but may not have written it, and
/// `uncertain` (why) if the store's state is uncertain.
package struct BlameReport: Report, Sendable {
  private let names: RowNames
  private let store: String
  private let row: Int
  /// Why the state with the values is uncertain; `nil` if it is certain.
  private let doubt: String?
  private let entries: [(path: StatePath, blame: Blame)]

  /// - Parameter document: The store's state after `row`; it distinguishes elements from members in paths.
  /// - Throws: ``HistoryError`` if the log can no longer be read.
  package init(_ entries: [Blame], of history: History, log: String, store: String, after row: Int, document: JSONNode) throws {
    if case .known(_, let certainty) = try history.state(of: store, after: row) {
      doubt = certainty.doubt(in: history)
    } else {
      doubt = nil
    }
    names = RowNames(history, log: log)
    self.store = store
    self.row = row
    self.entries = entries.map { (StatePath($0.pointer, in: document), $0) }
  }

  package var text: [String] {
    var table = Table([.init("path"), .init("value"), .init("step"), .init("time"), .init("type")])
    for (path, blame) in entries {
      let change = blame.old.map { ChangedText($0, blame.value, columns: 32) }
      let was = change.map { "  was \($0.old)" } ?? ""
      table.append([
        path.description, change?.new ?? blame.value.shortText(32), names.address(blame.origin), names.time(blame.origin),
        names.type(blame.origin) + was,
      ])
    }
    let doubt = self.doubt.map { " (\($0.displayed()))" } ?? ""
    return ["\(store.displayed()) after \(names.address(row).displayed())\(doubt)"] + table.textRows.map { "  \($0)" }
  }

  package var json: [JSONValue] {
    entries.map { path, blame in
      .object(
        JSONObject([
          ("path", .string(path.description)), ("pointer", .string(blame.pointer.description)), ("value", blame.value),
        ]).adding(["old": blame.old]).adding(names.members(blame.origin)).adding([
          "store": .string(store), "uncertain": doubt.map(JSONValue.string),
        ]))
    }
  }

  package var table: Table {
    var table = Table([.init("path"), .init("value"), .init("was"), .init("step"), .init("time"), .init("type")])
    for (path, blame) in entries {
      table.append([
        path.description, blame.value.text, blame.old?.text ?? "", names.address(blame.origin), names.time(blame.origin),
        names.type(blame.origin),
      ])
    }
    return table
  }
}

extension JSONObject {
  func adding(_ other: JSONObject) -> JSONObject {
    var result = self
    for member in other { result[member.key] = member.value }
    return result
  }
}
