import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading

/// Scans a part of a file and finds the kind and the members of each line that begins in it.
///
/// Several threads may scan parts of a file at the same time: a line belongs to the part in which it begins, wherever it ends.
struct PartScanner {
  /// With more names than this, the next part starts a new table: the table is copied with each part.
  private static let mostNames = 512
  /// The most bytes of a buffer that is kept for the next part.
  private static let largestKept = 1 << 25

  var file: FileBytes
  /// Whether lines are listed without being read as records.
  private let isRaw: Bool
  private let sizes: ScanSizes
  /// Bytes of the file, with the padding that ``LineReader`` needs.
  private var buffer: [UInt8] = []
  /// The end of the file's bytes in the buffer.
  private var filled = 0
  /// The offset in the file of the buffer's first byte.
  private var offset = 0
  private var reader = LineReader()
  /// The names of the last part. Most parts of a log have the same ones.
  private var names = TextTable()
  private var namesIdentity = UInt64.random(in: 0 ... .max)
  private var part = ScannedPart()

  init(_ file: FileBytes, isRaw: Bool = false, sizes: ScanSizes = ScanSizes()) {
    self.file = file
    self.isRaw = isRaw
    self.sizes = sizes
  }
}

extension PartScanner {
  /// - Parameters:
  ///   - range: The bytes in which the scanned lines begin.
  ///   - end: The end of the file, or of the part of it to read.
  ///   - isLineStart: Whether a line begins at the start of the range. If not, the first line begins after the first line feed.
  mutating func scan(_ range: Range<Int>, end: Int, isLineStart: Bool) throws(HistoryError) -> ScannedPart {
    beginPart(of: range)
    let first = isLineStart ? range.lowerBound : range.lowerBound - 1
    offset = first
    filled = 0
    try read(upTo: min(range.upperBound + sizes.margin, end))
    var start = isLineStart ? 0 : endOfFirstLine(before: range.upperBound - offset)
    if first == 0, isLineStart, buffer[..<filled].starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    while offset + start < range.upperBound, start < filled {
      start = scanLines(from: start, before: range.upperBound - offset)
      guard offset + start < range.upperBound, start < filled else { break }
      // The line continues after the buffer.
      if offset + filled == end {
        addTail(from: start)
        break
      } else if filled - start > sizes.longestLine {
        try passLongLine(from: start, end: end)
        break
      }
      try readOn(from: start, end: end)
      start = 0
    }
    names = part.names
    return part
  }

  /// Reads more of a line that begins at `start`, and puts it at the beginning of the buffer.
  private mutating func readOn(from start: Int, end: Int) throws(HistoryError) {
    let count = filled - start
    offset += start
    filled = 0
    // Not both at once, as a line may be long.
    if count > Self.largestKept { buffer = [] }
    try read(upTo: min(end, offset + min(2 * count + sizes.margin, sizes.longestLine + 1)))
  }

  private mutating func beginPart(of range: Range<Int>) {
    if buffer.count > Self.largestKept { buffer = [] }
    if names.count > Self.mostNames {
      names = TextTable()
      namesIdentity = .random(in: 0 ... .max)
    }
    part = ScannedPart()
    part.mayRepeatKeys = isRaw
    part.reserveCapacity(min(range.count, 1 << 22) >> 8)
    (part.names, part.namesIdentity) = (names, namesIdentity)
    names = TextTable()
  }

  /// Reads more of the file, up to `limit`, into the buffer.
  private mutating func read(upTo limit: Int) throws(HistoryError) {
    let count = limit - offset
    let missing = count + JSONPass.padding - buffer.count
    // Every small log fills a buffer: an array of zeros is made at once, and not byte by byte.
    if buffer.isEmpty {
      buffer = [UInt8](repeating: 0, count: missing)
    } else if missing > 0 {
      buffer += [UInt8](repeating: 0, count: missing)
    }
    filled += try file.fill(&buffer, from: filled, at: offset + filled, count: count - filled)
    if filled < count { throw HistoryError(.changed, path: file.path) }
  }

  private func endOfFirstLine(before limit: Int) -> Int {
    buffer.lineFeed(from: 0, to: max(0, min(filled, limit))).map { $0 + 1 } ?? filled
  }

  /// Passes a line that is longer than JSON may be, which is a bad one. It ends the part, in which no other line begins.
  private mutating func passLongLine(from start: Int, end: Int) throws(HistoryError) {
    let error = LogError(.notJSON(.tooLong(limit: sizes.longestLine)), at: 0)
    let line = part.bad(error, at: offset + start)
    var from = start
    while buffer.lineFeed(from: from, to: filled) == nil {
      guard offset + filled < end else { return part.tail = line }
      offset += filled
      (filled, from) = (0, 0)
      try read(upTo: min(end, offset + 1 << 20))
    }
    part.append(line)
  }
}

// MARK: - Lines

extension PartScanner {
  /// Scans the complete lines that begin from `start` on and before `limit`.
  /// - Returns: The beginning of the next line.
  private mutating func scanLines(from start: Int, before limit: Int) -> Int {
    var next = start
    let bytes = buffer
    while next < limit {
      let first = next
      // A packed log may have billions of empty lines.
      while next < min(limit, filled), bytes[next] == UInt8(ascii: "\n") { next += 1 }
      if next > first { part.addBlank(next - first, at: offset + first) }
      guard next < limit, let lineFeed = bytes.lineFeed(from: next, to: filled) else { break }
      if let line = scanned(next..<lineFeed, of: bytes, isTerminated: true) { part.append(line) } else { part.addBlank(at: offset + next) }
      next = lineFeed + 1
    }
    return next
  }

  /// Reads a last line without a line feed.
  private mutating func addTail(from start: Int) { part.tail = scanned(start..<filled, of: buffer, isTerminated: false) }

  /// Reads the line in `range` of the buffer's bytes; `nil` for a blank one.
  private mutating func scanned(_ range: Range<Int>, of bytes: [UInt8], isTerminated: Bool) -> ScannedLine? {
    let hasReturn = !range.isEmpty && bytes[range.upperBound - 1] == UInt8(ascii: "\r")
    let range = range.lowerBound..<range.upperBound - (hasReturn ? 1 : 0)
    let offset = offset + range.lowerBound
    if !isRaw, reader.read(bytes.span, in: range) {
      if reader.mayRepeatKeys { part.mayRepeatKeys = true }
      return part.scanned(reader.facts, of: bytes.span, from: range.lowerBound, at: offset)
    }
    guard !bytes[range].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return nil }
    let line = Array(bytes[range])
    if !isRaw, JSONNode.repeatedKey(in: line) != nil { part.mayRepeatKeys = true }
    return isRaw ? part.readRaw(line, at: offset) : part.read(line, at: offset, isTerminated: isTerminated)
  }
}
