import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeReports

/// The actions of a run as a table for spreadsheets and data frames, a line an action.
struct ActionsTable {
  let history: History
  let hasStates: Bool

  private var columns: [Table.Column] {
    ["seq", "t", "time", "store", "type", "case", "cause", "dur", "error", "payload", "patch"].map { Table.Column($0) }
      + (hasStates ? [Table.Column("state")] : [])
  }

  /// - Returns: how many actions were written.
  func write(_ rows: [Int]?, _ write: ([UInt8]) throws -> Void) throws -> Int {
    try write(Array((Table(columns).csv[0] + "\r\n").utf8))
    var count = 0
    try history.forEachAction(among: rows) { row, action in
      var table = Table(columns)
      table.append(try cells(of: action, at: row))
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
    if hasStates { cells.append(try history.exactState(after: row)?.text ?? "") }
    return cells
  }
}
