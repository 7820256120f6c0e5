import FluxtapeJSON

/// A string in bytes, without its quotation marks.
package struct TextPlace: Sendable {
  package var range = 0..<0
  package var hasEscapes = false

  package init() {}

  package init(_ range: Range<Int>, hasEscapes: Bool = false) { (self.range, self.hasEscapes) = (range, hasEscapes) }

  /// The string with its quotation marks.
  package var quoted: Range<Int> { range.lowerBound - 1..<range.upperBound + 1 }

  /// The string, of bytes that were passed.
  package func text(in bytes: Span<UInt8>) -> String {
    let bytes = bytes.extracting(range)
    return hasEscapes ? bytes.unescaped : String(utf8Bytes: bytes)
  }

  package func isSame(as other: String, in bytes: Span<UInt8>) -> Bool {
    guard !hasEscapes else { return text(in: bytes).hasSameBytes(as: other) }
    return other.withBytes {
      $0.count == range.count && bytes.hasSameBytes(at: range.lowerBound, as: $0, at: 0, length: $0.count)
    }
  }
}

extension JSONPass {
  /// Passes a string from its opening to its closing quotation mark; `nil` if no string is here.
  @inline(__always) package mutating func text(in bytes: Span<UInt8>) -> TextPlace? {
    guard take(UInt8(ascii: "\""), in: bytes) else { return nil }
    let start = place
    skipPlainText(in: bytes)
    if place < end, bytes[place] == UInt8(ascii: "\"") {
      place &+= 1
      return TextPlace(start..<place &- 1, hasEscapes: false)
    }
    return textWithMore(from: start, in: bytes)
  }

  /// Skips to the next quotation mark, backslash, control character or byte that is not ASCII, or beyond the end.
  @inline(__always) private mutating func skipPlainText(in bytes: Span<UInt8>) {
    let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    while place < end {
      let word = bytes.word(at: place)
      // The highest bit marks each found byte. Bytes above the first one may be marked wrongly.
      let found =
        (((word ^ (ones &* 0x22)) &- ones) | ((word ^ (ones &* 0x5C)) &- ones) | (word &- ones &* 0x20) | word) & highBits
      if found != 0 {
        place &+= found.trailingZeroBitCount >> 3
        return
      }
      place &+= 8
    }
  }

  @inline(never) private mutating func textWithMore(from start: Int, in bytes: Span<UInt8>) -> TextPlace? {
    var hasEscapes = false
    while place < end {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") {
        place += 1
        return TextPlace(start..<place - 1, hasEscapes: hasEscapes)
      }
      if byte >= 0x80 {
        guard scalar(in: bytes) else { return nil }
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        guard escape(in: bytes) else { return nil }
      } else if byte < 0x20 {
        fail(.controlCharacter(byte), at: place)
        return nil
      } else {
        skipPlainText(in: bytes)
      }
    }
    fail(.unexpectedEnd(expected: .closingQuote), at: end)
    return nil
  }

  private mutating func escape(in bytes: Span<UInt8>) -> Bool {
    guard place + 1 < end else { return fail(.unexpectedEnd(expected: .closingQuote), at: end) }
    switch bytes[place + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
      UInt8(ascii: "t"):
      place += 2
    case UInt8(ascii: "/"):
      isInWrittenForm = false
      place += 2
    case UInt8(ascii: "u"):
      isInWrittenForm = false
      guard place + 6 <= end, bytes.codeUnit(at: place + 2) != nil else { return fail(.incompleteUnicodeEscape, at: place) }
      place += 6
    default: return fail(.unknownEscape, at: place)
    }
    return true
  }

  /// Passes a character of two to four bytes.
  ///
  /// The second byte rules out overlong forms, surrogates and code points above U+10FFFF (RFC 3629, section 4).
  private mutating func scalar(in bytes: Span<UInt8>) -> Bool {
    let lead = bytes[place]
    let length: Int
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    case 0xC0, 0xC1: return fail(.invalidUTF8(.overlong), at: place)
    case 0xF5...0xF7: return fail(.invalidUTF8(.beyondUnicode), at: place)
    default: return fail(.invalidUTF8(.unexpectedByte), at: place)
    }
    for next in place + 1..<place + length {
      guard next < end, bytes[next] & 0xC0 == 0x80 else { return fail(.invalidUTF8(.truncated), at: place) }
    }
    let second = bytes[place + 1]
    switch lead {
    case 0xE0 where second < 0xA0, 0xF0 where second < 0x90: return fail(.invalidUTF8(.overlong), at: place)
    case 0xED where second > 0x9F: return fail(.invalidUTF8(.surrogate), at: place)
    case 0xF4 where second > 0x8F: return fail(.invalidUTF8(.beyondUnicode), at: place)
    default: break
    }
    place += length
    return true
  }

  @inline(__always) mutating func literal(_ spelling: UInt64, length: Int, in bytes: Span<UInt8>) -> Bool {
    guard bytes.word(at: place, before: place &+ length) == spelling, place &+ length <= end else {
      return fail(.unknownLiteral, at: place)
    }
    place &+= length
    return true
  }

  /// number = [ "-" ] int [ "." 1*DIGIT ] [ ( "e" / "E" ) [ "+" / "-" ] 1*DIGIT ]
  @inline(__always) package mutating func number(in bytes: Span<UInt8>) -> Bool {
    _ = take(UInt8(ascii: "-"), in: bytes)
    let first = place
    guard digits(in: bytes) else { return false }
    guard place == first &+ 1 || bytes[first] != UInt8(ascii: "0") else { return fail(.leadingZero, at: first) }
    if take(UInt8(ascii: "."), in: bytes) { guard digits(in: bytes) else { return false } }
    guard place < end, bytes[place] | 0x20 == UInt8(ascii: "e") else { return true }
    place &+= 1
    if !take(UInt8(ascii: "+"), in: bytes) { _ = take(UInt8(ascii: "-"), in: bytes) }
    return digits(in: bytes)
  }

  /// Passes an integer of at most 18 digits, and returns it; `nil` for another number or form, from which the place is anywhere.
  @inline(__always) package mutating func integer(in bytes: Span<UInt8>) -> Int? {
    let isNegative = take(UInt8(ascii: "-"), in: bytes)
    let first = place
    guard digits(in: bytes), place &- first <= 18 else { return nil }
    var value = 0
    for place in first..<place { value = value &* 10 &+ Int(bytes[place] &- UInt8(ascii: "0")) }
    // Another way to write zero, or a zero before other digits.
    guard bytes[first] != UInt8(ascii: "0") || (place == first &+ 1 && !isNegative) else { return nil }
    guard place == end || (bytes[place] != UInt8(ascii: ".") && bytes[place] | 0x20 != UInt8(ascii: "e")) else { return nil }
    return isNegative ? -value : value
  }

  @inline(__always) private mutating func digits(in bytes: Span<UInt8>) -> Bool {
    let first = place
    while place < end, bytes[place] &- UInt8(ascii: "0") <= 9 { place &+= 1 }
    return place > first || fail(.digit, in: bytes)
  }
}

extension Span<UInt8> {
  /// The bytes from `place` on and before `end`, at most eight; zeros take the place of those behind. Eight bytes must be there.
  @inline(__always) package func word(at place: Int, before end: Int) -> UInt64 {
    let word = word(at: place)
    return end &- place >= 8 ? word : word & (1 &<< UInt64(truncatingIfNeeded: (end &- place) &* 8) &- 1)
  }
}
