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

  private var columns: [String] {
    ["seq", "t", "time", "store", "type", "case", "cause", "dur", "error", "payload", "patch", "effect", "phase", "line"]
      + (hasStates ? ["state"] : [])
  }

  private struct Lines: Sendable {
    var bytes: [UInt8] = []
    var count = 0
    /// The rows that were read for them.
    var rowCount = 0
    /// Why the next row cannot be read.
    var failure: (any Error)?

    mutating func append(_ cells: [Cell]) {
      for (place, cell) in cells.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        switch cell {
        case .text(let text): if let text { Table.appendField(text, to: &bytes) }
        case .number(let number): if let number { bytes.append(decimal: number) }
        case .json(let json): if let json { Table.appendField(json, to: &bytes) }
        }
      }
      bytes += [0x0D, 0x0A]
      count += 1
    }
  }

  private enum Cell {
    case text(String?)
    case number(Int?)
    case json(ArraySlice<UInt8>?)
  }

  /// Writes the table. Returns the number of rows.
  func write(_ rows: [Int]?, _ write: ([UInt8]) throws -> Void) throws -> Int {
    var head = Lines()
    head.append(columns.map { .text($0) })
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
    var reader = RowContentsReader(history)
    for row in rows where lines.failure == nil && lines.bytes.count < SharedWork.mostBytes {
      do {
        switch history.rows[row].kind {
        case .action: lines.append(try actionCells(of: row, &reader))
        case .state: lines.append(try stateCells(of: row, &reader))
        case .mark, .gap, .jump, .badLine, .unknown, .end: break
        }
        lines.rowCount += 1
      } catch {
        lines.failure = error
      }
    }
    return lines
  }

  private func actionCells(of place: Int, _ reader: inout RowContentsReader) throws -> [Cell] {
    let row = history.rows[place]
    let contents = try reader.contents(of: place)
    // What is not on its own line, or cannot be taken from there.
    let isWhole = !row.hasError && !row.isTorn && !contents.mayBeCopy && history.completionLine(of: place) == nil
    let action = isWhole ? nil : try history.action(at: place)
    let error = action?.outcome.error.map { "\($0.type): \($0.message)" }
    let effect = contents.effect ?? action?.effect
    let patch = isWhole ? contents.patch : action?.outcome.patch.map { $0.json.bytes[...] }
    return try beginning(
      row, row.type, case: contents.enumCase.map(Self.text) ?? .text(action?.enumCase), contents.cause ?? action?.cause)
      + [.text(error), .json(contents.payload ?? action?.payload.map { $0.bytes[...] }), .json(patch)]
      + [.text(effect?.name), .text(effect?.phase.rawValue), .text(nil)] + wholeState(after: place)
  }

  /// A row without a step has its line number.
  private func stateCells(of place: Int, _ reader: inout RowContentsReader) throws -> [Cell] {
    let row = history.rows[place]
    let contents = try reader.contents(of: place)
    let patch = try contents.patch ?? change(at: place)?.json.bytes[...]
    return try beginning(row, StateRecord.type, case: .text(nil), contents.cause)
      + [.text(nil), .text(nil), .json(patch), .text(nil), .text(nil), .number(row.step == nil ? row.lineNumber : nil)]
      + wholeState(after: place)
  }

  private func beginning(_ row: HistoryRow, _ type: String, case enumCase: Cell, _ cause: RecordedCause?) -> [Cell] {
    let time = row.time.flatMap { history.start?.advanced(byMicroseconds: $0).description }
    let causes = cause?.steps.map(\.description).joined(separator: " ")
    return [
      .number(row.step?.rawValue), .number(row.time), .text(time), .text(row.store.map { history.stores[$0] }), .text(type), enumCase,
      .text(causes), .number(row.duration),
    ]
  }

  /// The contents of a JSON string.
  private static func text(_ json: ArraySlice<UInt8>) -> Cell {
    json.contains(UInt8(ascii: "\\")) ? .text((try? JSONValue(parsing: Array(json)))?.string) : .json(json.dropFirst().dropLast())
  }

  /// The difference of a state from the one before, if that is known.
  private func change(at row: Int) throws -> JSONPatch? {
    guard let store = history.rows[row].store.map({ history.stores[$0] }), let before = try history.state(of: store, before: row).node,
      let after = try history.state(of: store, after: row).node
    else { return nil }
    return JSONPatch.difference(from: before.value, to: after.value)
  }

  private func wholeState(after row: Int) throws -> [Cell] { hasStates ? [.text(try history.exactState(after: row)?.text)] : [] }
}
