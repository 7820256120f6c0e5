import FluxtapeDocuments

/// Rereads lines one after another. One read of the file serves neighboring lines.
struct LineWindow: Sendable {
  private let files: [LogFile]
  private let parts: [RunPart]
  private var part = -1
  /// The number of bytes of the file before the window.
  private var offset = 0
  /// The bytes that were read, with the padding that ``LineReader`` needs.
  private var window = [UInt8](repeating: 0, count: JSONPass.padding)
  /// The number of bytes in the window that come from the file.
  private var filled = 0

  /// The number of bytes to read for lines in order, and for a single line.
  private static let windowSize = 1 << 18
  private static let lineSize = 1 << 12

  init(index: RunIndex) { self.init(files: index.files, parts: index.parts) }

  init(files: [LogFile], parts: [RunPart]) {
    self.files = files
    self.parts = parts
  }
}

extension LineWindow {
  /// Returns the line's bytes without its line feed.
  ///
  /// - Parameters:
  ///   - line: The beginning of the line in the run.
  ///   - limit: The maximum number of bytes to return; a longer line is cut.
  mutating func bytes(of line: Int, upTo limit: Int = .max) throws(HistoryError) -> [UInt8] { Array(window[try find(line, upTo: limit)]) }

  /// Calls `body` with bytes and the place of the line in them, without its line feed. A line longer than `limit` is cut. Behind it are
  /// ``JSONPass/padding`` more bytes.
  mutating func withLine<Result>(
    _ line: Int, upTo limit: Int = .max, _ body: (Span<UInt8>, Range<Int>) throws(HistoryError) -> Result
  ) throws(HistoryError) -> Result {
    let range = try find(line, upTo: limit)
    return try body(window.span, range)
  }

  /// Whether the buffer contains the whole line.
  func hasRead(_ line: Int) -> Bool {
    let number = parts.part(at: line)
    guard number == part, number < parts.count else { return false }
    let start = line - parts[number].base - offset
    return start >= 0 && start < filled && window.lineFeed(from: start, to: filled) != nil
  }

  /// Calls `body` with bytes and the place in them of a value of a line. Behind it are ``JSONPass/padding`` more bytes.
  mutating func withValue<Result>(
    _ value: Row.Part, of line: Int, _ body: (Span<UInt8>, Range<Int>) throws(HistoryError) -> Result
  ) throws(HistoryError) -> Result {
    let (start, isNear) = try begin(line)
    if start - offset + value.range.upperBound > filled {
      removeBytes(before: start - offset)
      let missing = value.range.upperBound - filled
      guard try readOn(max(isNear ? Self.windowSize : Self.lineSize, missing)), filled >= value.range.upperBound else {
        throw changed(line)
      }
    }
    let first = start - offset
    return try body(window.span, first + value.range.lowerBound..<first + value.range.upperBound)
  }

  /// Reads the beginning of a line into the window unless it is there.
  /// - Returns: Its place in the file, and whether the lines before it were read just now.
  private mutating func begin(_ line: Int) throws(HistoryError) -> (start: Int, isNear: Bool) {
    let number = parts.part(at: line)
    guard number < parts.count else { throw changed(line) }
    let start = line - parts[number].base
    let isNear = number == part && start >= offset && start <= offset + filled
    if !isNear || start == offset + filled {
      (part, offset, filled) = (number, start, 0)
      try readOn(isNear ? Self.windowSize : Self.lineSize)
    }
    return (start, isNear)
  }

  private mutating func removeBytes(before place: Int) {
    window.removeSubrange(..<place)
    filled -= place
    offset += place
  }

  /// Finds a line in the window, and reads it first if necessary.
  private mutating func find(_ line: Int, upTo limit: Int) throws(HistoryError) -> Range<Int> {
    let (start, isNear) = try begin(line)
    var searched = start - offset
    while true {
      let first = start - offset
      let lineFeed = window.lineFeed(from: searched, to: filled)
      if lineFeed != nil || filled - first >= limit {
        let end = min(lineFeed ?? filled, limit < filled - first ? first + limit : filled)
        return trimmed(first..<end)
      }
      // The bytes before the line are no longer needed.
      removeBytes(before: first)
      searched = filled
      guard try readOn(max(isNear ? Self.windowSize : Self.lineSize, 3 * filled)) else { break }
    }
    guard filled > 0 else { throw changed(line) }
    return trimmed(0..<filled)
  }

  /// - Returns: Whether the file had more bytes.
  @discardableResult
  private mutating func readOn(_ most: Int) throws(HistoryError) -> Bool {
    // Allocates no more than a small log needs.
    let count = min(most, max(0, try files[part].bytes.currentCount() - offset - filled))
    let missing = filled + count + JSONPass.padding - window.count
    if missing > 0 { window += [UInt8](repeating: 0, count: missing) }
    let received = try files[part].bytes.fill(&window, from: filled, at: offset + filled, count: count)
    filled += received
    return received > 0
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let hasReturn = !range.isEmpty && window[range.upperBound - 1] == 0x0D
    return range.lowerBound..<(hasReturn ? range.upperBound - 1 : range.upperBound)
  }

  /// The error for a file that ends before the line, or in it.
  private func changed(_ line: Int) -> HistoryError {
    let part = parts.part(at: line)
    return HistoryError(.changed, path: part < files.count ? files[part].path : "")
  }

  /// The error for a line that differs from its index.
  func damaged(_ line: Int) -> HistoryError {
    let part = parts.part(at: line)
    return HistoryError(.damaged(byteOffset: line - parts[part].base), path: files[part].path)
  }
}
