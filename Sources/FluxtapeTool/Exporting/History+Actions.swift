import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading

/// What exports for other tools hold of a run: its actions, and the states that no action led to.
enum ExportedRow {
  /// With what came of it.
  case action(ActionRecord)
  case state(StateRecord)
}

extension History {
  /// Hands out the actions and states among some rows, in the order of the log, with progress on standard error where that is a terminal.
  func forEachExported(among rows: [Int]?, _ body: (Int, ExportedRow) throws -> Void) throws {
    try forEachExported(rows ?? Array(self.rows.indices), body)
  }

  /// Hands out those of one store in the order of its states: an action stands where its outcome does, behind the actions that its reducer
  /// sent. So the last one led to the store's last state.
  func forEachExported(among rows: [Int]?, of store: String, _ body: (Int, ExportedRow) throws -> Void) throws {
    let number = stores.firstIndex(of: store)
    let own = (rows ?? Array(self.rows.indices)).filter { self.rows[$0].store == number }
    let places = own.map(outcomePlace)
    // Equal places cannot be: each line is of one row.
    try forEachExported(own.indices.sorted { places[$0] < places[$1] }.map { own[$0] }, body)
  }

  private func forEachExported(_ rows: [Int], _ body: (Int, ExportedRow) throws -> Void) throws {
    var progress = Progress("writing")
    defer { progress.end() }
    for (place, row) in rows.enumerated() {
      progress.show(place, of: rows.count)
      if let exported = try exported(at: row) { try body(row, exported) }
    }
  }

  /// What exports hold of a row, if it is of a kind that they do.
  func exported(at row: Int) throws -> ExportedRow? {
    switch rows[row].kind {
    case .action: return try action(at: row).map(ExportedRow.action)
    case .state:
      switch try record(at: row) {
      case .state(let state): return .state(state)
      // What came of an action whose own line is missing.
      case .completion(let completion):
        return .state(StateRecord(time: completion.time, store: completion.store, outcome: completion.outcome))
      case .action, .mark, .gap, .end, .unknown, nil: return nil
      }
    case .mark, .gap, .jump, .badLine, .unknown, .end: return nil
    }
  }

  /// The state of a row's store after it, where the log tells it for certain.
  func exactState(after row: Int) throws -> JSONNode? {
    guard let store = rows[row].store else { return nil }
    guard case .known(let node, .exact) = try state(of: stores[store], after: row) else { return nil }
    return JSONNode(node.value.withSortedMembers)
  }

  /// The state of a store before a row, where the log tells it for certain.
  func exactState(of store: String, before row: Int) throws -> JSONNode? {
    guard case .known(let node, .exact) = try state(of: store, before: row) else { return nil }
    return JSONNode(node.value.withSortedMembers)
  }
}
