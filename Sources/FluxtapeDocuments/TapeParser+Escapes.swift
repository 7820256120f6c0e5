import FluxtapeJSON

// Escapes in strings, and UTF-8.

extension TapeParser {
  /// Returns the text between a string's quotation marks. The bytes were checked before.
  static func unescaped(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "\\") else {
        text.append(bytes[place])
        place += 1
        continue
      }
      do { try escape(at: &place, into: &text, in: bytes) } catch { break }
    }
    return String(utf8Bytes: text.span)
  }

  /// Appends the character of the escape at `place`, and advances behind it.
  private static func escape(at place: inout Int, into text: inout [UInt8], in bytes: Span<UInt8>) throws(JSONError) {
    guard place + 1 < bytes.count else { throw JSONError(.unexpectedEnd(expected: .closingQuote), at: bytes.count) }
    switch bytes[place + 1] {
    case let same where same == UInt8(ascii: "\"") || same == UInt8(ascii: "\\") || same == UInt8(ascii: "/"): text.append(same)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): return try unicodeEscape(at: &place, into: &text, in: bytes)
    default: throw JSONError(.unknownEscape, at: place)
    }
    place += 2
  }

  /// Decodes `\uXXXX`, or a surrogate pair of two of them. A lone surrogate stays as the six characters of its escape.
  private static func unicodeEscape(at place: inout Int, into text: inout [UInt8], in bytes: Span<UInt8>) throws(JSONError) {
    let first = try codeUnit(at: place, in: bytes)
    if UTF16.isLeadSurrogate(first), place + 7 < bytes.count,
      bytes[place + 6] == UInt8(ascii: "\\"), bytes[place + 7] == UInt8(ascii: "u")
    {
      let second = try codeUnit(at: place + 6, in: bytes)
      if UTF16.isTrailSurrogate(second) {
        text.append(contentsOf: String(decoding: [first, second], as: UTF16.self).utf8)
        place += 12
        return
      }
    }
    if let scalar = UnicodeScalar(first) {
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    } else {
      for index in place..<place + 6 { text.append(bytes[index]) }
    }
    place += 6
  }

  /// The code unit of the escape at `start`.
  static func codeUnit(at start: Int, in bytes: Span<UInt8>) throws(JSONError) -> UInt16 {
    guard start + 6 <= bytes.count else { throw JSONError(.incompleteUnicodeEscape, at: start) }
    var unit = 0 as UInt16
    for index in start + 2..<start + 6 {
      guard let digit = Self.hexDigit(bytes[index]) else { throw JSONError(.incompleteUnicodeEscape, at: start) }
      unit = unit << 4 | digit
    }
    return unit
  }

  private static func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

// MARK: - UTF-8

extension TapeParser {
  /// The end of the character of two to four bytes at `start`.
  ///
  /// The second byte rules out overlong forms, surrogates and code points above U+10FFFF (RFC 3629, section 4).
  static func endOfScalar(at start: Int, in bytes: Span<UInt8>) throws(JSONError) -> Int {
    let lead = bytes[start]
    let length: Int
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    case 0xC0, 0xC1: throw JSONError(.invalidUTF8(.overlong), at: start)
    case 0xF5...0xF7: throw JSONError(.invalidUTF8(.beyondUnicode), at: start)
    default: throw JSONError(.invalidUTF8(.unexpectedByte), at: start)
    }
    for index in start + 1..<start + length {
      guard index < bytes.count, bytes[index] & 0xC0 == 0x80 else { throw JSONError(.invalidUTF8(.truncated), at: start) }
    }
    let second = bytes[start + 1]
    switch lead {
    case 0xE0 where second < 0xA0, 0xF0 where second < 0x90: throw JSONError(.invalidUTF8(.overlong), at: start)
    case 0xED where second > 0x9F: throw JSONError(.invalidUTF8(.surrogate), at: start)
    case 0xF4 where second > 0x8F: throw JSONError(.invalidUTF8(.beyondUnicode), at: start)
    default: return start + length
    }
  }
}
