public import FluxtapeLog
import FluxtapeLogReading

extension History {
  /// The row of a step; of one that comes several times, the first. O(log n).
  public func row(of step: StepNumber) -> Int? { index.row(of: step.rawValue) }

  /// The row on a line, counted from 1 as ``HistoryRow/lineNumber`` does; of a run in several files, the first that has one there. O(log n)
  /// for each file.
  public func row(onLine line: Int) -> Int? {
    let index = index
    for (number, part) in index.parts.enumerated() {
      let end = number + 1 < index.parts.count ? index.parts[number + 1].firstRow : index.rows.count
      let rows = part.firstRow..<max(part.firstRow, end)
      let first = rows.partitioningIndex { index.lineNumber(of: $0) >= line }
      if let row = rows[first...].first(where: { !index.isWithoutLine($0) }), index.lineNumber(of: row) == line { return row }
    }
    return nil
  }

  /// The row that tells of a missing step: a jump, or a gap. O(gaps).
  public func row(missing step: StepNumber) -> Int? {
    let index = index
    let rows = index.rareFacts.filter { $0.value.missing?.contains(step.rawValue) == true }.keys.sorted()
    return rows.first { index.rows[$0].kind == .jump } ?? rows.first { index.rows[$0].kind == .gap }
  }

  /// How many steps are in the log. O(rows).
  public var stepCount: Int {
    index.rows.count { $0.flags.contains(.hasStep) && !$0.flags.contains(.isDuplicate) }
  }

  /// How many steps below the last one are not in the log, other than those of earlier segments that were not kept. O(rows).
  public var missingStepCount: Int {
    guard let last = lastStep?.rawValue else { return 0 }
    return max(0, last - earlierStepCount - stepCount)
  }

  /// How many steps stood in earlier segments: a flight recorder keeps the last ones. O(rows before the first step).
  var earlierStepCount: Int { lacksSegments ? (rows.lazy.compactMap(\.step).first?.rawValue ?? 1) - 1 : 0 }

  /// Whether a gap or jump stands for earlier segments, and for nothing that was lost.
  func isEarlierSegments(_ row: Int) -> Bool {
    lacksSegments && index.isWithoutLine(row) && (rows[row].missing?.lowerBound ?? 1) == 1
  }

  private var lacksSegments: Bool {
    let header = files.first?.header
    return header?.segment ?? 1 > 1 || header?.dropped != nil
  }

  /// The highest step of the run. O(1).
  public var lastStep: StepNumber? { index.lastStep.map { StepNumber($0) } }

  /// The next row below `row` with an action or a state of this store. O(rows between them).
  public func nextRow(after row: Int, store: String) -> Int? {
    let index = index
    guard let store = index.storeNumbers.number(of: store), row < index.rows.count else { return nil }
    return index.nextRow(from: max(row, -1) + 1, stride: 1, store: store)
  }

  /// The next row above `row` with an action or a state of this store. O(rows between them).
  public func previousRow(before row: Int, store: String) -> Int? {
    let index = index
    guard let store = index.storeNumbers.number(of: store), row > 0 else { return nil }
    return index.nextRow(from: min(row, index.rows.count) - 1, stride: -1, store: store)
  }

  /// The row of the first cause that the log names, if it is there. A cause has a smaller step than its effect; one that has not
  /// is no cause, so that going from cause to cause comes to an end.
  public func cause(of row: Int) -> Int? {
    let index = index
    guard index.rows.indices.contains(row), let cause = index.cause(of: row), cause < index.step(of: row) else { return nil }
    return index.row(of: cause)
  }

  /// The rows that name this one as a cause, among others or alone, rising. The first question makes a list that the others use.
  public func effects(of row: Int) -> [Int] {
    let index = index
    guard index.rows.indices.contains(row) else { return [] }
    let step = index.step(of: row)
    guard step > 0, index.row(of: step) == row else { return [] }
    return rows(causedBy: StepNumber(step))
  }

  /// The rows that name a step as a cause, rising: also of a step whose record is lost.
  func rows(causedBy step: StepNumber) -> [Int] {
    let index = index
    return index.rows(causedBy: step.rawValue).filter { index.step(of: $0) > step.rawValue }
  }
}
