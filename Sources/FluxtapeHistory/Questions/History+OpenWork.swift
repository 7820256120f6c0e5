import FluxtapeJSON
import FluxtapeLogReading

extension History {
  /// The rows of work that had begun and not ended right after a row, the earliest first: effects, and actions that were in their reducers.
  /// Where the log lacks an outcome, the work may have ended. An effect has ended with the record that says so, though the reducer of that
  /// may still run.
  ///
  /// - Complexity: O(rows up to the row's outcome), and reads the lines of effects among them.
  package func openWork(after row: Int) -> [Int] {
    let (index, rows) = (index, rows)
    let place = index.outcomePlace(of: row)
    var actions: [Int] = []
    var effects: [JSONValue: [Int]] = [:]
    for begun in rows.indices {
      guard index.linePlace(of: begun) <= place else { break }
      guard rows[begun].kind == .action, !rows[begun].isDuplicate else { continue }
      guard let effect = rows[begun].effect else {
        if index.isOpen(begun, at: place) { actions.append(begun) }
        continue
      }
      switch effect.phase {
      case .started: if index.isOpen(begun, at: place) { effects[effect.id, default: []].append(begun) }
      case .finished, .failed, .cancelled: effects[effect.id] = nil
      }
    }
    return (actions + effects.values.joined()).sorted()
  }
}

extension RunIndex {
  /// Whether no line up to `place` has the outcome of an action. The end of an effect may be an action of its own.
  fileprivate func isOpen(_ begun: Int, at place: LinePlace) -> Bool {
    if let outcome = outcome(of: begun) { return .on(outcomes[outcome].place) > place }
    let flags = rows[begun].flags
    if flags.contains(.hasEffect) { return flags.isDisjoint(with: Row.Flags.leavesState.union(.carriesState)) }
    return openRows.inFlight.has(begun) || openRows.lost.has(begun)
  }
}
