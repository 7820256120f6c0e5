public import FluxtapeLog

extension History {
  /// The row of a step; of one that comes several times, the first. O(log n).
  public func row(of step: StepNumber) -> Int? { index.row(of: step.rawValue) }

  /// The highest step of the run. O(1).
  public var lastStep: StepNumber? { index.rowsByStep.last.map { StepNumber(index.rows[Int($0)].step) } }

  /// The next row below `row` with an action of this store. O(log n).
  public func nextRow(after row: Int, store: String) -> Int? {
    guard let rows = rows(of: store) else { return nil }
    let place = rows.partitioningIndex { Int($0) > row }
    return place < rows.count ? Int(rows[place]) : nil
  }

  /// The next row above `row` with an action of this store. O(log n).
  public func previousRow(before row: Int, store: String) -> Int? {
    guard let rows = rows(of: store) else { return nil }
    let place = rows.partitioningIndex { Int($0) >= row }
    return place > 0 ? Int(rows[place - 1]) : nil
  }

  /// The row of the first cause that the log names, if it is there. A cause has a smaller step than its effect; one that has not
  /// is no cause, so that going from cause to cause comes to an end.
  public func cause(of row: Int) -> Int? {
    guard index.rows.indices.contains(row), index.rows[row].flags.contains(.hasCause) else { return nil }
    let packed = index.rows[row]
    guard packed.first < packed.step else { return nil }
    return index.row(of: packed.first)
  }

  /// The rows that name this one as a cause, among others or alone, rising.
  public func effects(of row: Int) -> [Int] {
    guard index.rows.indices.contains(row), index.rows[row].step > 0 else { return [] }
    let step = index.rows[row].step
    guard index.row(of: step) == row else { return [] }
    return index.rows(causedBy: step).filter { index.rows[$0].step > step }
  }

  private func rows(of store: String) -> [UInt32]? {
    index.storeNumbers.number(of: store).map { index.timelines[Int($0)].rows }
  }
}
