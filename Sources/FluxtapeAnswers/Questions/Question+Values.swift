import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

extension Question {
  /// ```text
  /// cart after run.jsonl:214
  ///   .items[0].qty  2     :17  09:00:10.250497  cart.qtyChanged  was 1
  ///   .total         6600  :23  09:00:15.590665  cart.itemRemoved  was 7240
  /// ```
  package static let blame = Question(
    "blame", "which action last wrote each value at or below a path", [.path, .state],
    discussion: """
      PATH is .items[0].qty, cart.total, .items[id="p7"] or /items/0/qty; '.' is the whole state. Array elements are followed: \
      inserting, removing or moving their neighbors does not count as writing them. Exit status 1 if there is no such value.

      JSON: one object per value: path, pointer, value, old, and at, seq, t, store, type of the action. If states were not recorded or \
      are uncertain there is also between (two addresses) or beforeRecording, and 'at' is the row that shows the value; uncertain (why) \
      says that the state asked about is uncertain.
      """
  ) { (asked, report) throws(HistoryError) in
    let (history, path, store) = (asked.history, asked.paths[0], asked.paths[0].store ?? "")
    guard let row = asked.row ?? history.lastRow(withStateOf: store) else {
      return .failure(Unanswered("no state of \(store) is recorded"))
    }
    let found = try history.blame(path, store: store, after: row, report: report)
    let state = try history.state(of: store, after: row)
    guard let found, case .known(let document, let certainty) = state else {
      return .failure(Unanswered("the state of \(store) is not known: \(state.whyUnknown(in: history) ?? "for an unknown reason")"))
    }
    guard !found.isEmpty else { return .failure(Unanswered(try history.sentence(aboutAbsent: path, in: store))) }
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
        title: "\(store.displayed()) after \(address.displayed())\(doubt.map { " (\($0.displayed()))" } ?? "")", doubt: doubt))
  }

  /// ```text
  /// cart.total in run.jsonl: 2 changes
  ///   :14  09:00:06.590413  cart.itemAdded    0 → 4800  (+4800)
  ///   :15  09:00:08.290441  cart.itemAdded    4800 → 6000  (+1200)
  /// ```
  package static let history = Question(
    "history", "every change of a value", [.logOrFolder, .path],
    discussion: """
      Prints one line for each step that changed the value at the path, with the old and the new value. A path is written .items[0].qty, \
      cart.total, .items[id="p7"].qty or /items/0/qty. Exit status 1 if there is no such value. Of a folder, each run that has the value \
      is shown, red runs first.

      JSON: one object per change: path, store, old, new (missing if there is no value), and at, seq, t, type of the action. If states \
      were not recorded or are uncertain there is also between (two addresses) or beforeRecording, and 'at' is the row that shows the \
      value; uncertain (why) says that the state after the change is uncertain.
      """
  ) { (asked, report) throws(HistoryError) in
    let changes = try asked.changes(report)
    let rows = changes.map { change -> [Answer.Cell] in
      let path = asked.paths[change.path]
      return [.text(path.description), .changed(change, store: path.store ?? "")]
    }
    guard !rows.isEmpty else { return .failure(asked.unseen) }
    return .success(
      Answer(
        names: asked.names, titles: ["path", ""], rows: rows,
        textColumns: ["step", "time"] + (asked.paths.count > 1 ? ["path"] : []) + ["type", "change"], isInOrder: true,
        title: asked.title(of: changes.count(where: \.isWritten))))
  }

  /// ```text
  /// cart.total in run.jsonl: 4 changes
  ///   3  cart.itemAdded    :16  09:00:09.250463  6000 → 7240  (+1240)
  ///   1  cart.itemRemoved  :26  09:00:15.590665  7240 → 6600  (-640)
  /// ```
  package static let top = Question(
    "top", "which actions change a value most often", [.logOrFolder, .path],
    discussion: """
      Prints one line for each type of action: how often it changed the value at the path, and its latest change. '.' is the whole state. \
      A path is written as for 'history', which lists the changes. Exit status 1 if there is no such value. Of a folder, each run that has \
      the value is shown, red runs first.

      Changes between states that were not recorded are counted together, as no action is known for them. A value that was there when \
      recording began is no change.

      JSON: one object per type: count, and of the latest change what 'history' says of it: path, store, old, new, at, seq, t, type, \
      between.
      """
  ) { (asked, report) throws(HistoryError) in
    /// What changed the value: a type of action, or something that is not known.
    struct Writer: Hashable { let path: Int, type: String? }
    var counts: [Writer: Int] = [:]
    var latest: [Writer: ValueChange] = [:]
    let changes = try asked.changes(report)
    guard !changes.isEmpty else { return .failure(asked.unseen) }
    for change in changes where change.isWritten {
      let isKnown = if case .action = change.origin { true } else { false }
      let writer = Writer(path: change.path, type: isKnown ? asked.names.type(change.origin) : nil)
      counts[writer, default: 0] += 1
      latest[writer] = change
    }
    guard !latest.isEmpty else {
      return .failure(
        Unanswered("no step changed \(asked.paths.map(\.description).joined(separator: ", ")), which was there from the beginning"))
    }
    let sorted = latest.map { (count: counts[$0] ?? 0, change: $1) }
      .sorted { ($0.change.path, -$0.count, $0.change.origin.row) < ($1.change.path, -$1.count, $1.change.origin.row) }
    let rows = sorted.map { count, change -> [Answer.Cell] in
      let path = asked.paths[change.path]
      return [.count(count), .text(path.description), .changed(change, store: path.store ?? "")]
    }
    return .success(
      Answer(
        names: asked.names, titles: ["count", "path", ""], rows: rows,
        textColumns: ["count"] + (asked.paths.count > 1 ? ["path"] : []) + ["type", "step", "time", "change"],
        title: asked.title(of: counts.values.reduce(0, +))))
  }
}

extension ValueChange {
  /// Whether something wrote the value; it may also have been there when recording began.
  fileprivate var isWritten: Bool { if case .beforeRecording = origin { false } else { true } }
}

extension Asked {
  fileprivate func changes(_ report: (Int, Int) -> Bool) throws(HistoryError) -> [ValueChange] {
    try history.changes(of: paths, report: report)
  }

  /// `cart.total in run.jsonl: 4 changes`
  fileprivate func title(of changes: Int) -> String {
    let log = names.log == LogFile.standardInputPath ? "standard input" : names.log.displayed()
    return "\(paths.map { $0.description.displayed() }.joined(separator: ", ")) in \(log): \(changes.counted("change"))"
  }

  /// The paths never had a value.
  fileprivate var unseen: Unanswered {
    Unanswered { [history, paths] () throws(HistoryError) in try history.sentence(aboutUnseen: paths[0].description) }
  }
}
