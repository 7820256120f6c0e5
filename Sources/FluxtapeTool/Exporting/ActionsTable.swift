import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReports

/// The actions of a run, and its states without an action, as a table for spreadsheets and data frames.
struct ActionsTable {
  let history: History
  let hasStates: Bool

  private var columns: [Table.Column] {
    ["seq", "t", "time", "store", "type", "case", "cause", "dur", "error", "payload", "patch", "effect", "phase", "line"]
      .map { Table.Column($0) }
      + (hasStates ? [Table.Column("state")] : [])
  }

  /// Writes the table. Returns the number of rows.
  func write(_ rows: [Int]?, _ write: ([UInt8]) throws -> Void) throws -> Int {
    try write(Array((Table(columns).csv[0] + "\r\n").utf8))
    var count = 0
    try history.forEachExported(among: rows) { row, exported in
      var table = Table(columns)
      switch exported {
      case .action(let action): table.append(try cells(of: action, at: row))
      case .state(let state): table.append(try cells(of: state, at: row))
      }
      try write(Array((table.csv[1] + "\r\n").utf8))
      count += 1
    }
    return count
  }

  private func cells(of action: ActionRecord, at row: Int) throws -> [String] {
    let outcome = action.outcome
    let time = history.start?.advanced(byMicroseconds: action.time).description
    let causes = action.cause?.steps.map(\.description).joined(separator: " ")
    let error = outcome.error.map { "\($0.type): \($0.message)" }
    var cells = [action.step.description, String(action.time), time ?? "", action.store, action.type]
    cells += [action.enumCase ?? "", causes ?? "", outcome.duration.map { String($0) } ?? "", error ?? ""]
    cells += [action.payload?.text ?? "", outcome.patch?.json.text ?? ""]
    cells += [action.effect.map(\.name) ?? "", action.effect?.phase.rawValue ?? "", ""]
    return try cells + stateCells(row)
  }

  /// A row without a step has its line number.
  private func cells(of state: StateRecord, at row: Int) throws -> [String] {
    let time = history.start?.advanced(byMicroseconds: state.time).description
    let causes = state.cause?.steps.map(\.description).joined(separator: " ")
    var cells = [state.step?.description ?? "", String(state.time), time ?? "", state.store, StateRecord.type, "", causes ?? ""]
    cells += [state.outcome.duration.map { String($0) } ?? "", "", "", try patch(of: state, at: row)?.json.text ?? "", "", ""]
    cells.append(state.step == nil ? history.rows[row].lineNumber.map { String($0) } ?? "" : "")
    return try cells + stateCells(row)
  }

  /// The change of a state: its patch, or the difference from the previous state if that is known.
  private func patch(of state: StateRecord, at row: Int) throws -> JSONPatch? {
    if let patch = state.outcome.patch { return patch }
    guard let before = try history.state(of: state.store, before: row).node, let after = try history.state(of: state.store, after: row).node
    else { return nil }
    return JSONPatch.difference(from: before.value, to: after.value)
  }

  private func stateCells(_ row: Int) throws -> [String] { hasStates ? [try history.exactState(after: row)?.text ?? ""] : [] }
}
