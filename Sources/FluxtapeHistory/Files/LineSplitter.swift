/// A line of a file, without its line feed and the carriage return before it.
struct SplitLine {
  var bytes: [UInt8]
  /// Bytes of the file before the line.
  var offset: Int
  /// Counted from 1, blank lines too.
  var number: Int
  /// Whether a line feed ends it.
  var isTerminated: Bool
}

/// Goes through a file line by line and passes over blank ones. Lines may be as long as memory allows.
struct LineSplitter {
  /// Bytes read at once: large enough that the system call costs nothing beside the work on them.
  private static let blockSize = 1 << 20

  private let file: FileBytes
  private var buffer: [UInt8] = []
  /// Bytes of the file before the buffer.
  private var bufferOffset = 0
  /// Where in the buffer the next line begins.
  private var start = 0
  private var isAtEnd = false
  private var number = 0

  init(_ file: FileBytes) { self.file = file }
}

extension LineSplitter {
  /// The next line that is not blank, or `nil` at the file's end.
  mutating func next() throws(HistoryError) -> SplitLine? {
    while let line = try nextEvenBlank() {
      if !line.bytes.allSatisfy(Self.isBlank) { return line }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  private mutating func nextEvenBlank() throws(HistoryError) -> SplitLine? {
    var searched = start
    while true {
      if let end = buffer.lineFeed(from: searched) {
        defer { start = end + 1 }
        return line(to: end, isTerminated: true)
      }
      guard !isAtEnd else { break }
      searched = buffer.count - start
      try readBlock()
    }
    guard start < buffer.count else { return nil }
    defer { start = buffer.count }
    return line(to: buffer.count, isTerminated: false)
  }

  /// Drops the lines that are done and appends the next block.
  private mutating func readBlock() throws(HistoryError) {
    buffer.removeSubrange(..<start)
    bufferOffset += start
    start = 0
    let count = buffer.count
    // A long line grows by ever larger blocks, so that its bytes are not moved once for each.
    let wanted = max(Self.blockSize, count)
    let block = try file.bytes(at: bufferOffset + count, count: wanted)
    buffer += block
    isAtEnd = block.count < wanted
    if bufferOffset == 0, count == 0, buffer.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
  }

  private mutating func line(to end: Int, isTerminated: Bool) -> SplitLine {
    number += 1
    let hasReturn = end > start && buffer[end - 1] == 0x0D
    return SplitLine(
      bytes: Array(buffer[start..<(hasReturn ? end - 1 : end)]), offset: bufferOffset + start, number: number,
      isTerminated: isTerminated)
  }
}
