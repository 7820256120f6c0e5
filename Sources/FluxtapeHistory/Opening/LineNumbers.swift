/// Which line of a foreign file each line of its log was made of.
public struct LineNumbers: Sendable {
  /// Where the difference between the numbers changes. Most logs have few such places.
  private var shifts: [(line: Int, shift: Int)] = []
  /// The lines of the log so far.
  private var count = 0

  /// Creates a list for a log without lines.
  public init() {}

  /// Adds the log's next line.
  ///
  /// - Parameter source: The number of the line in the foreign file, at least the one added before.
  public mutating func append(_ source: Int) {
    count += 1
    if shifts.last?.shift != source - count { shifts.append((count, source - count)) }
  }

  /// The line in the foreign file; O(log n).
  func source(of line: Int) -> Int {
    let place = shifts.partitioningIndex { $0.line > line }
    return place > 0 ? line + shifts[place - 1].shift : line
  }
}
