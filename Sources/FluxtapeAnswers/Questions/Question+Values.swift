import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

extension Question {
  /// ```text
  /// cart after run.jsonl:214
  ///   .items[0].qty  2           run.jsonl:17   09:00:10.250497  cart.qtyChanged  was 1
  ///   .total         6600        run.jsonl:23   09:00:15.590665  cart.itemRemoved  was 7240
  /// ```
  package static let blame = Question(
    "blame", title: "Blame", "Show which action last wrote each value at or below a path.", [.path, .state]
  ) {
    (asked, report) throws(HistoryError) in
    let (history, path, store) = (asked.history, asked.paths[0], asked.paths[0].store ?? "")
    guard let row = asked.row ?? history.lastRow(withStateOf: store) else {
      return .failure(Unanswered("no state of \(store) is recorded"))
    }
    let found = try history.blame(path, store: store, after: row, report: report)
    let state = try history.state(of: store, after: row)
    guard let found, case .known(let document, let certainty) = state else {
      return .failure(Unanswered("the state of \(store) is not known: \(state.whyUnknown(in: history) ?? "for an unknown reason")"))
    }
    guard !found.isEmpty else { return .failure(Unanswered("there is no \(path) in the state of \(store)")) }
    let doubt = certainty.doubt(in: history)
    let rows = found.map { blame -> [Answer.Cell] in
      [
        .text(StatePath(blame.pointer, in: document).description), .members(["pointer": .string(blame.pointer.description)]),
        .written(blame), .members(JSONObject(members: ["store": store, "uncertain": doubt])),
      ]
    }
    let address = asked.names.address(row)
    return .success(
      Answer(
        names: asked.names, titles: ["path", "", "", ""], rows: rows, textColumns: ["path", "value", "step", "time", "type"],
        heading: ["\(store.displayed()) after \(address.displayed())\(doubt.map { " (\($0.displayed()))" } ?? "")"], doubt: doubt))
  }

  /// ```text
  /// run.jsonl:14  09:00:06.590413  cart.itemAdded    0 → 4800  (+4800)
  /// run.jsonl:15  09:00:08.290441  cart.itemAdded    4800 → 6000  (+1200)
  /// ```
  package static let history = Question("history", title: "Changes", "Show every change of a value.", [.logOrFolder, .path]) {
    (asked, report) throws(HistoryError) in
    let (history, paths) = (asked.history, asked.paths)
    let changes = try history.changes(of: paths, report: report)
    guard !changes.isEmpty else {
      return .failure(Unanswered { () throws(HistoryError) in try history.sentence(aboutUnseen: paths[0].description) })
    }
    let rows = changes.map { change -> [Answer.Cell] in
      let path = paths[change.path]
      return [.text(path.description), .changed(change, store: path.store ?? "")]
    }
    return .success(
      Answer(
        names: asked.names, titles: ["path", ""], rows: rows,
        textColumns: ["step", "time"] + (paths.count > 1 ? ["path"] : []) + ["type", "change"]))
  }
}
