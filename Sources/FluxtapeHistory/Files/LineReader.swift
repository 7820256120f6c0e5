/// Reads lines again, one after another. Neighbouring lines come from one read of the file.
struct LineReader: Sendable {
  private let files: [LogFile]
  private let parts: [RunPart]
  private var part = -1
  private var offset = 0
  private var window: [UInt8] = []

  /// Bytes read where lines are asked for in their order, and where one is asked for alone.
  private static let windowSize = 1 << 18
  private static let lineSize = 1 << 12

  init(index: RunIndex) { self.init(files: index.files, parts: index.parts) }

  init(files: [LogFile], parts: [RunPart]) {
    self.files = files
    self.parts = parts
  }
}

extension LineReader {
  /// The line's bytes, without what ends it.
  ///
  /// - Parameters:
  ///   - line: Where the line begins, in the run.
  ///   - limit: Bytes after which a longer line is cut off.
  mutating func bytes(of line: Int, upTo limit: Int = .max) throws(HistoryError) -> [UInt8] {
    let number = parts.part(at: line)
    guard number < parts.count else { throw changed(line) }
    let start = line - parts[number].base
    let isNear = number == part && start >= offset && start <= offset + window.count
    if !isNear || start == offset + window.count { try read(part: number, at: start, count: isNear ? Self.windowSize : Self.lineSize) }
    var searched = start - offset
    while true {
      let first = start - offset
      let lineFeed = window.lineFeed(from: searched)
      if lineFeed != nil || window.count - first >= limit {
        let end = min(lineFeed ?? window.count, limit < window.count - first ? first + limit : window.count)
        return trimmed(first..<end)
      }
      // What is before the line is not needed any more.
      window.removeSubrange(..<first)
      offset = start
      searched = window.count
      let more = try files[number].bytes.bytes(
        at: offset + window.count, count: max(isNear ? Self.windowSize : Self.lineSize, 3 * window.count))
      guard !more.isEmpty else { break }
      window += more
    }
    guard !window.isEmpty else { throw changed(line) }
    return trimmed(0..<window.count)
  }

  private mutating func read(part number: Int, at start: Int, count: Int) throws(HistoryError) {
    window = try files[number].bytes.bytes(at: start, count: count)
    part = number
    offset = start
  }

  private func trimmed(_ range: Range<Int>) -> [UInt8] {
    let hasReturn = !range.isEmpty && window[range.upperBound - 1] == 0x0D
    return Array(window[range.lowerBound..<(hasReturn ? range.upperBound - 1 : range.upperBound)])
  }

  /// The file does not hold what it did when it was indexed.
  func changed(_ line: Int) -> HistoryError {
    let part = parts.part(at: line)
    return HistoryError(.changed, path: part < files.count ? files[part].path : "")
  }
}
