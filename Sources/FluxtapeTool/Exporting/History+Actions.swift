import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading

/// A row in exports for other tools: an action, or a state without one.
enum ExportedRow {
  /// An action with its outcome.
  case action(ActionRecord)
  case state(StateRecord)
}

extension History {
  /// Calls `body` with the actions and states of one store in the order of states: an action comes at its outcome, after the actions that
  /// it dispatched. The last one therefore has the store's last state.
  func forEachExported(among rows: [Int]?, of store: String, _ body: (Int, ExportedRow) throws -> Void) throws {
    let number = stores.firstIndex(of: store)
    let own = (rows ?? Array(self.rows.indices)).filter { self.rows[$0].store == number }
    let places = own.map(outcomePlace)
    // Places are unique, as each line belongs to one row.
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

  /// Returns the action or state of a row.
  func exported(at row: Int) throws -> ExportedRow? {
    switch rows[row].kind {
    case .action: return try action(at: row).map(ExportedRow.action)
    case .state:
      switch try record(at: row) {
      case .state(let state): return .state(state)
      // The outcome of an action whose line is missing.
      case .completion(let completion):
        return .state(StateRecord(time: completion.time, store: completion.store, outcome: completion.outcome))
      case .action, .mark, .gap, .end, .unknown, nil: return nil
      }
    case .mark, .gap, .jump, .badLine, .unknown, .end: return nil
    }
  }

  /// Returns the state of a row's store after the row, if it is known exactly.
  func exactState(after row: Int) throws -> JSONNode? {
    guard let store = rows[row].store else { return nil }
    guard case .known(let node, .exact) = try state(of: stores[store], after: row) else { return nil }
    return JSONNode(node.value.withSortedMembers)
  }

  /// Returns the state of a store before a row, if it is known exactly.
  func exactState(of store: String, before row: Int) throws -> JSONNode? {
    guard case .known(let node, .exact) = try state(of: store, before: row) else { return nil }
    return JSONNode(node.value.withSortedMembers)
  }
}
