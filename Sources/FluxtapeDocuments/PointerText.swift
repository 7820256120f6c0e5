import FluxtapeJSON

/// A JSON Pointer in a text (RFC 6901). Its tokens are read in place, without making strings.
package struct PointerText: Sendable {
  /// The bytes that contain the pointer.
  private let bytes: [UInt8]
  /// The range of the pointer, starting at its first slash.
  package let range: Range<Int>
  private let hasEscapes: Bool

  /// Reads the pointer in a JSON string, which has its quotation marks, at a place of a text.
  init(_ text: JSONText, _ string: Range<Int>) throws(JSONPointerError) {
    let contents = string.lowerBound + 1..<string.upperBound - 1
    let bytes = text.bytes
    if bytes.span.extracting(contents).hasEscapes {
      try self.init(Array(bytes.span.extracting(contents).unescaped.utf8))
    } else {
      try self.init(bytes, in: contents)
    }
  }

  init(_ bytes: [UInt8]) throws(JSONPointerError) { try self.init(bytes, in: 0..<bytes.count) }

  private init(_ bytes: [UInt8], in range: Range<Int>) throws(JSONPointerError) {
    self.bytes = bytes
    self.range = range
    hasEscapes = try Self.check(bytes.span.extracting(range))
  }

  package init(_ pointer: JSONPointer) {
    bytes = Array(pointer.description.utf8)
    range = 0..<bytes.count
    hasEscapes = bytes.contains(UInt8(ascii: "~"))
  }

  /// - Returns: Whether the text has escapes.
  private static func check(_ text: Span<UInt8>) throws(JSONPointerError) -> Bool {
    guard text.count > 0 else { return false }
    guard text[0] == UInt8(ascii: "/") else { throw JSONPointerError(reason: .noLeadingSlash, offset: 0) }
    // Checks eight bytes at a time: most pointers have no escape.
    let ones = 0x0101_0101_0101_0101 as UInt64
    var plain = 0
    while plain &+ 8 <= text.count {
      let tildes = text.word(at: plain) ^ (ones &* 0x7E)
      guard (tildes &- ones) & ~tildes & (ones &* 0x80) == 0 else { break }
      plain &+= 8
    }
    var hasEscapes = false
    for place in plain..<text.count where text[place] == UInt8(ascii: "~") {
      guard place + 1 < text.count, text[place + 1] == UInt8(ascii: "0") || text[place + 1] == UInt8(ascii: "1") else {
        throw JSONPointerError(reason: .badEscape, offset: place)
      }
      hasEscapes = true
    }
    return hasEscapes
  }
}

// MARK: - Tokens

extension PointerText {
  package func isSame(as other: PointerText) -> Bool { bytes[range] == other.bytes[other.range] }

  /// Whether the pointer names the whole document.
  package var isEmpty: Bool { range.isEmpty }

  /// The slash before the last token.
  package var lastSlash: Int? {
    var place = range.upperBound - 1
    while place >= range.lowerBound {
      if bytes[place] == UInt8(ascii: "/") { return place }
      place -= 1
    }
    return nil
  }

  /// The end of the token whose slash is at `place`.
  @inline(__always)
  package func end(ofTokenAt place: Int) -> Int {
    var end = place + 1
    while end < range.upperBound, bytes[end] != UInt8(ascii: "/") { end += 1 }
    return end
  }

  /// Calls `body` with the decoded token between a slash and its end.
  @inline(__always)
  package func withToken<Result, Failure>(
    at place: Int, to end: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = bytes
    guard hasEscapes else { return try body(bytes.span.extracting(place + 1..<end)) }
    let decoded = Self.decoded(bytes.span.extracting(place + 1..<end))
    return try body(decoded.span)
  }

  private static func decoded(_ token: Span<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var place = 0
    while place < token.count {
      if token[place] == UInt8(ascii: "~"), place + 1 < token.count {
        decoded.append(token[place + 1] == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
        place += 2
      } else {
        decoded.append(token[place])
        place += 1
      }
    }
    return decoded
  }

  /// The pointer as written.
  package var text: String { String(utf8Bytes: bytes.span.extracting(range)) }

  /// Calls `body` with the pointer as written.
  package func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(bytes.span.extracting(range)) }

  /// The number of tokens.
  var depth: Int { bytes[range].reduce(0) { $0 + ($1 == UInt8(ascii: "/") ? 1 : 0) } }

  /// Whether a document can be deep enough for the pointer. Most pointers are too short to count their tokens.
  @inline(__always)
  var fitsDocuments: Bool { range.count <= JSONValue.maximumDepth || depth <= JSONValue.maximumDepth }

  /// Whether `other` names the same value or one inside it. Bytes suffice, since a pointer has only one spelling.
  func contains(_ other: PointerText) -> Bool {
    let (bytes, others) = (bytes, other.bytes)
    return range.count <= other.range.count
      && bytes.span.hasSameBytes(at: range.lowerBound, as: others.span, at: other.range.lowerBound, length: range.count)
      && (range.count == other.range.count || others[other.range.lowerBound + range.count] == UInt8(ascii: "/"))
  }

  /// The pointer as a value.
  package var pointer: JSONPointer { (try? JSONPointer(parsing: String(utf8Bytes: bytes.span.extracting(range)))) ?? JSONPointer() }
}

extension JSONPointer {
  /// The index in a token; the same as ``arrayIndex(_:)-(String)``.
  package static func arrayIndex(_ token: Span<UInt8>) -> Int? {
    guard token.count > 0, token.count == 1 || token[0] != UInt8(ascii: "0") else { return nil }
    var index = 0
    for place in 0..<token.count {
      let digit = token[place] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      let (tens, isTooLarge) = index.multipliedReportingOverflow(by: 10)
      let (sum, isAbove) = tens.addingReportingOverflow(Int(digit))
      guard !isTooLarge, !isAbove else { return nil }
      index = sum
    }
    return index
  }
}
