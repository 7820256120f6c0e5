import FluxtapeAnswers
package import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// All facts about one step, as text for people.
package struct StepReport: Sendable {
  package let lines: [String]

  /// - Throws: ``HistoryError`` if the log can no longer be read.
  package init(_ history: History, row index: Int, address: String) throws {
    let row = history.rows[index]
    var lines = ["\(address.displayed())  \(row.type.displayed())"]
    lines += try Self.facts(history, index).map { "  \($0.name.padded(toColumns: 9)) \($0.text.displayed())" }
    if let action = try history.action(at: index) {
      if let payload = action.payload { lines += ["payload"] + Self.indented(payload) }
      lines += try Self.changes(history, index, store: action.store)
    } else if row.kind == .state, let store = row.store {
      lines += try Self.changes(history, index, store: history.stores[store])
    } else if row.kind == .badLine {
      let bytes = try history.line(at: index).bytes.drop { $0 == 0 }.prefix(1600)
      let text = StyledText(String(decoding: bytes, as: UTF8.self).displayed()).shortened(to: 400).plain
      if !bytes.isEmpty { lines += ["line", "  " + text] }
    }
    self.lines = lines
  }

  private static func facts(_ history: History, _ index: Int) throws -> [StepFact] {
    let facts = StepFacts(
      of: index, in: history, try history.record(at: index), stated: try history.statedChange(at: index),
      effects: history.effects(of: index)
    ) { "\($0)" }
    return facts.main + facts.minor
  }

  private static func indented(_ value: JSONValue) -> [String] {
    value.printablePrettyText.split(separator: "\n").map { "  \($0)" }
  }

  private static func changes(_ history: History, _ index: Int, store: String) throws -> [String] {
    let store = store.displayed()
    if history.rows[index].isChangeUnknown { return ["changes of \(store) are not known"] }
    guard let change = try history.change(at: index) else { return [] }
    guard let after = change.after.node else {
      return change.after.isUnknown ? ["changes of \(store) are not known: \(change.after.whyUnknown(in: history) ?? "")"] : []
    }
    guard change.before.node != nil else {
      return [heading(ofFirst: change.before, store, history)] + indented(after.value.withSortedMembers)
    }
    let own = history.rows[index].kind == .state && change.own == nil ? [] : own(change, history, store)
    return own + found(change, history, store)
  }

  private static func heading(ofFirst before: StoreState, _ store: String, _ history: History) -> String {
    guard case .unknown(.patchFailed(_, let row)) = before else { return "first state of \(store)" }
    return "state of \(store), the first known since \(history.name(ofRow: row))"
  }

  private static func own(_ change: RowChange, _ history: History, _ store: String) -> [String] {
    guard let own = change.own else {
      return ["changes of \(store) are not known" + (change.before.doubt(in: history).map { ": \($0)" } ?? "")]
    }
    let changes = DifferenceReport(from: own.old, to: own.new).lines
    let heading = "changes of \(store)"
    let words = history.words(for: own.origin).map { " \($0)" } ?? change.after.doubt(in: history).map { " (\($0))" } ?? ""
    return [heading + words] + (changes.isEmpty ? ["  none"] : changes.map { "  \($0)" })
  }

  /// The further differences of the state.
  private static func found(_ change: RowChange, _ history: History, _ store: String) -> [String] {
    guard let found = change.found else { return [] }
    let changes = DifferenceReport(from: found.old, to: found.new).lines
    guard !changes.isEmpty, let words = history.words(for: found.origin) else { return [] }
    return ["changed in \(store) \(words)"] + changes.map { "  \($0)" }
  }
}

extension StoreState {
  fileprivate var isUnknown: Bool { if case .unknown = self { true } else { false } }

  /// Why the state is uncertain, as a clause; `nil` if it is certain.
  fileprivate func doubt(in history: History) -> String? {
    if case .known(_, let certainty) = self { certainty.doubt(in: history) } else { nil }
  }
}
