/// A point in the order of a run's lines: on a line, or just before it, for a jump.
///
/// A row keeps its place while the log is read on. Its number may change, as earlier rows are removed.
package struct LinePlace: Hashable, Comparable, Sendable {
  private let rawValue: Int

  static func on(_ line: Int) -> LinePlace { LinePlace(rawValue: 2 * line + 1) }
  static func before(_ line: Int) -> LinePlace { LinePlace(rawValue: 2 * line) }

  package static func < (left: LinePlace, right: LinePlace) -> Bool { left.rawValue < right.rawValue }
}

extension RandomAccessCollection where Index == Int {
  /// The first index for which `belongs` holds, if it also holds for all later ones. O(log n).
  package func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
