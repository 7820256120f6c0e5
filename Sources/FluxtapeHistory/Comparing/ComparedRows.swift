import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// The rows of a run that are compared with another run: its actions, and the states without an action.
struct ComparedRows {
  private(set) var rows: [Int] = []
  private(set) var keys: [ActionSides.Key] = []
  /// Indices into ``rows`` of states whose earlier state is unknown. A missing counterpart in the other run is not a difference.
  private(set) var statements: Set<Int> = []

  /// - Parameter isContinued: Called now and then. If it returns `false`, the later rows are left out.
  init(_ history: History, _ actionKeys: inout ActionKeys, isContinued: () -> Bool) throws(HistoryError) {
    for row in history.rows.indices {
      if row % 1024 == 0, !isContinued() { return }
      switch history.rows[row].kind {
      case .action:
        guard let action = try history.action(at: row) else { continue }
        append(row, actionKeys.key(of: action))
      case .state: try appendState(row, of: history, &actionKeys)
      case .mark, .gap, .jump, .badLine, .unknown, .end: continue
      }
    }
  }

  private mutating func append(_ row: Int, _ key: ActionSides.Key) {
    rows.append(row)
    keys.append(key)
  }

  /// Appends a state unless it repeats the one before. Segments begin with such states, and a run must compare equal whether it is in one
  /// file or several.
  private mutating func appendState(_ row: Int, of history: History, _ actionKeys: inout ActionKeys) throws(HistoryError) {
    guard let store = history.rows[row].store.map({ history.stores[$0] }), let record = try history.record(at: row) else { return }
    if history.rows[row].step == nil {
      switch try history.statedChange(at: row) {
      case .same: return
      case .changed(_, isCertain: true): break
      case .changed(_, isCertain: false), .first, nil: statements.insert(rows.count)
      }
    }
    append(row, actionKeys.key(ofStateOf: store, record.outcomeIfAny))
  }
}
