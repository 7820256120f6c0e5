import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// The actions of a run, and its states without an action, as a table for spreadsheets and data frames.
struct ActionsTable {
  let history: History
  let hasStates: Bool

  private var columns: [Table.Column] {
    ["seq", "t", "time", "store", "type", "case", "cause", "dur", "error", "payload", "patch", "effect", "phase", "line"]
      .map { Table.Column($0) }
      + (hasStates ? [Table.Column("state")] : [])
  }

  private struct Lines: Sendable {
    var bytes: [UInt8] = []
    var count = 0
    /// The rows that were read for them.
    var rowCount = 0
    /// Why the next row cannot be read.
    var failure: (any Error)?

    mutating func append(_ cells: [String]) {
      bytes += Table.csvLine(cells) + [0x0D, 0x0A]
      count += 1
    }
  }

  /// Writes the table. Returns the number of rows.
  func write(_ rows: [Int]?, _ write: ([UInt8]) throws -> Void) throws -> Int {
    var head = Lines()
    head.append(columns.map(\.title))
    try write(head.bytes)
    let rows = rows ?? Array(history.rows.indices)
    var (count, read) = (0, 0)
    var progress = Progress("writing")
    defer { progress.end() }
    // States are found by going through the rows.
    try SharedWork.mapPieces(of: rows, threads: hasStates ? 1 : 2, first: 16, most: 512) { piece in
      let lines = lines(of: piece)
      return (lines, lines.rowCount)
    } consume: { lines in
      try write(lines.bytes)
      (count, read) = (count + lines.count, read + lines.rowCount)
      if let failure = lines.failure { throw failure }
      progress.show(read, of: rows.count)
    }
    return count
  }

  /// The lines of the first of these rows.
  private func lines(of rows: ArraySlice<Int>) -> Lines {
    var lines = Lines()
    for row in rows where lines.failure == nil && lines.bytes.count < SharedWork.mostBytes {
      do {
        switch try history.exported(at: row) {
        case .action(let action): lines.append(try cells(of: action, at: row))
        case .state(let state): lines.append(try cells(of: state, at: row))
        case nil: break
        }
        lines.rowCount += 1
      } catch {
        lines.failure = error
      }
    }
    return lines
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
