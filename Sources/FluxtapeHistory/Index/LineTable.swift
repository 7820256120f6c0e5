/// Where the lines of a run stand in its files. Blank lines have no entry. 8 bytes a line.
struct LineTable: Sendable {
  /// Lines that a run may have: rows and lines are numbered with 32 bits, and a line may bring a jump with it.
  static let maximumCount = Int(Int32.max)

  /// A stretch of lines with no blank one between them, in one file.
  private struct Stretch {
    var firstLine: Int
    var file: Int
    /// What to add to a line's place in the table to get its number in the file.
    var numberOffset: Int
    /// Where the last line of the stretch ends, its line feed included.
    var end: Int
  }

  private var starts: [Int] = []
  private var stretches: [Stretch] = []

  var count: Int { starts.count }

  /// - Returns: the line's place in the table, or `nil` if that is full.
  mutating func append(_ line: SplitLine, file: Int) -> UInt32? {
    guard count < Self.maximumCount else { return nil }
    let numberOffset = line.number - count
    if let last = stretches.last, last.file == file, last.numberOffset == numberOffset {
      stretches[stretches.count - 1].end = line.offset + line.bytes.count + 2
    } else {
      stretches.append(Stretch(firstLine: count, file: file, numberOffset: numberOffset, end: line.offset + line.bytes.count + 2))
    }
    starts.append(line.offset)
    return UInt32(count - 1)
  }
}

extension LineTable {
  struct Place {
    var file: Int
    /// The line's bytes and what ends it. The end may lie up to two bytes too far.
    var bytes: Range<Int>
    /// Counted from 1, in the file.
    var number: Int
  }

  subscript(line: UInt32) -> Place {
    let line = Int(line)
    let next = stretches.partitioningIndex { $0.firstLine > line }
    let stretch = stretches[next - 1]
    let isLast = line + 1 == (next < stretches.count ? stretches[next].firstLine : count)
    return Place(file: stretch.file, bytes: starts[line]..<(isLast ? stretch.end : starts[line + 1]), number: line + stretch.numberOffset)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first place at which `belongs` holds, given that it holds at every later one too. O(log n).
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
