import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Scans a part of a file and finds the kind and the members of each line that begins in it.
///
/// Several threads may scan parts of a file at the same time: a line belongs to the part in which it begins, wherever it ends.
struct PartScanner {
  /// With more names than this, the next part starts a new table: the table is copied with each part.
  private static let mostNames = 512

  var file: FileBytes
  /// Whether lines are listed without being read as records.
  private let isRaw: Bool
  private let sizes: ScanSizes
  private(set) var buffer: [UInt8] = []
  /// The end of the file's bytes in the buffer.
  var filled = 0
  /// The offset in the file of the buffer's first byte.
  var offset = 0
  private var quick = QuickScanner()
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
    part = ScannedPart()
    (part.mayRepeatKeys, part.isInWrittenForm) = (isRaw, !isRaw)
    part.reserveCapacity(min(range.count, 1 << 22) >> 8)
    // Names are kept, since most parts of a log have the same ones.
    if quick.names.count > Self.mostNames { quick.removeNames() }
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
      } else if filled - start > sizes.longLine {
        try scanLongLine(from: start, end: end)
        break
      }
      try read(upTo: min(end, offset + filled + max(sizes.margin, 4 * (filled - start))))
    }
    part.names = quick.names
    part.namesIdentity = quick.namesIdentity
    return part
  }

  /// Reads more of the file, up to `limit`, into the buffer.
  mutating func read(upTo limit: Int) throws(HistoryError) {
    let count = limit - offset
    let missing = count + PaddedBytes.padding - buffer.count
    // Every small log fills a buffer: an array of zeros is made at once, and not byte by byte.
    if missing > 0 { buffer += [UInt8](repeating: 0, count: missing) }
    filled += try file.fill(&buffer, from: filled, at: offset + filled, count: count - filled)
    if filled < count { throw HistoryError(.changed, path: file.path) }
  }

  private func endOfFirstLine(before limit: Int) -> Int {
    PaddedBytes.with(buffer, count: filled) {
      $0.first(UInt8(ascii: "\n"), from: 0, to: max(0, min(filled, limit))).map { $0 + 1 } ?? filled
    }
  }

  /// Adds the empty lines that begin at `start`, without a look at each: a packed log may have billions of them.
  /// - Returns: The beginning of the next line.
  private static func addLineFeeds(from start: Int, to limit: Int, of bytes: [UInt8], offset: Int, part: inout ScannedPart) -> Int {
    var end = start
    while end < limit, bytes[end] == UInt8(ascii: "\n") { end += 1 }
    if end > start { part.addBlank(end - start, at: offset + start) }
    return end
  }

  /// The number of bytes of lines to parse together: they are still in the processor's cache when their members are read.
  private static let batchByteCount = 1 << 16

  /// Scans the complete lines that begin from `start` on and before `limit`.
  /// - Returns: The beginning of the next line.
  private mutating func scanLines(from start: Int, before limit: Int) -> Int {
    var next = start
    while next < limit {
      let first = next
      next = Self.addLineFeeds(from: next, to: min(limit, filled), of: buffer, offset: offset, part: &part)
      guard next == first else { continue }
      var lines: [Range<Int>] = []
      while next < limit, next - first < Self.batchByteCount, let lineFeed = endOfLine(from: next) {
        let hasReturn = lineFeed > next && buffer[lineFeed - 1] == UInt8(ascii: "\r")
        lines.append(next - first..<(hasReturn ? lineFeed - 1 : lineFeed) - first)
        next = lineFeed + 1
      }
      guard !lines.isEmpty else { break }
      let bytes = Array(buffer[first..<next + PaddedBytes.padding])
      add(lines, of: bytes, at: offset + first)
    }
    return next
  }

  /// Reads lines that lie in `bytes`, which begin at `offset` in the file and have padding behind the last line.
  private mutating func add(_ lines: [Range<Int>], of bytes: [UInt8], at offset: Int) {
    let nodes = isRaw ? lines.map { _ in nil } : JSONNode.parsing(bytes, in: lines)
    // The lines share one text.
    if let text = nodes.lazy.compactMap(\.self).first { part.noteForm(of: text) }
    for (range, node) in zip(lines, nodes) {
      let offset = offset + range.lowerBound
      if let node, addQuickly(node, range, of: bytes, at: offset) { continue }
      swap(&part.names, &quick.names)
      defer { swap(&part.names, &quick.names) }
      if let line = node.flatMap({ part.read($0, at: offset) }) {
        part.append(line)
      } else if bytes[range].allSatisfy(\.isBlank) {
        part.addBlank(at: offset)
      } else {
        part.append(read(Array(bytes[range]), at: offset, isTerminated: true))
      }
    }
  }

  /// Adds a line that is JSON and that the quick scanner can read.
  ///
  /// - Returns: `false` for another line, and for one with a value that the quick scanner passes and that has not the form that records need.
  private mutating func addQuickly(_ node: JSONNode, _ range: Range<Int>, of bytes: [UInt8], at offset: Int) -> Bool {
    let count = bytes.count - PaddedBytes.padding
    guard PaddedBytes.with(bytes, count: count, { quick.scan($0, from: range.lowerBound, to: range.upperBound) }) else { return false }
    let flags = quick.facts.flags
    if flags.contains(.hasPatch), !flags.contains(.hasEmptyPatch) {
      guard let patch = node.member(named: "patch"), (try? NodePatch(decoding: patch)) != nil else { return false }
    }
    if flags.contains(.hasError) {
      guard let error = node.member(named: "error"), error.member(named: "type")?.kind == .string,
        error.member(named: "message")?.kind == .string
      else { return false }
    }
    if flags.contains(.hasEffect) {
      guard let effect = node.member(named: "effect").flatMap(RecordedEffect.init), quick.names[quick.facts.type] != StateRecord.type
      else { return false }
      part.effects[offset] = effect
    }
    part.append(ScannedLine(quick.facts, offset: offset))
    return true
  }

  private mutating func read(_ bytes: [UInt8], at offset: Int, isTerminated: Bool) -> ScannedLine {
    isRaw ? part.readRaw(bytes, at: offset) : part.read(bytes, at: offset, isTerminated: isTerminated)
  }

  /// Reads a last line without a line feed.
  private mutating func addTail(from start: Int) {
    let bytes = buffer[start..<filled]
    guard !bytes.allSatisfy(\.isBlank) else { return }
    addWhole(bytes, at: offset + start, isTerminated: false)
  }

  private mutating func addWhole(_ bytes: ArraySlice<UInt8>, at offset: Int, isTerminated: Bool) {
    let line = Array(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
    if let text = try? JSONNode(parsing: line) { part.noteForm(of: text) }
    swap(&part.names, &quick.names)
    let scanned = read(line, at: offset, isTerminated: isTerminated)
    swap(&part.names, &quick.names)
    if isTerminated { part.append(scanned) } else { part.tail = scanned }
  }

  func endOfLine(from start: Int) -> Int? {
    PaddedBytes.with(buffer, count: filled) { $0.first(UInt8(ascii: "\n"), from: start, to: filled) }
  }

  mutating func addLongLine(_ outline: LineOutline, offset: Int, isTerminated: Bool) {
    let text = outline.bytes.last == UInt8(ascii: "\r") ? outline.bytes.dropLast() : outline.bytes
    let padded = text + Array(repeating: 0, count: PaddedBytes.padding)
    // The outline leaves out parts of the line.
    (part.mayRepeatKeys, part.isInWrittenForm) = (true, false)
    let isQuick = PaddedBytes.with(padded, count: text.count) { quick.scan($0, from: 0, to: text.count) }
    if isQuick, !isRaw {
      let line = part.scanned(quick.facts, at: offset, effect: quick.facts.effect.map { text[$0] } ?? [])
      if isTerminated { part.append(line) } else { part.tail = line }
      return
    }
    addWhole(text[...], at: offset, isTerminated: isTerminated)
  }
}

extension ScannedPart {
  fileprivate mutating func noteForm(of text: JSONNode) {
    if text.repeatedKey != nil { mayRepeatKeys = true }
    if !text.isTextInWrittenForm { isInWrittenForm = false }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
