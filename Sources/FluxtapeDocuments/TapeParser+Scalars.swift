import FluxtapeJSON

// Scalars. They are `@inline(__always)`: most of the time of a parse is spent here.

extension TapeParser {
  @inline(__always)
  mutating func skipWhiteSpace(in bytes: Span<UInt8>) {
    guard place < bytes.count, bytes[place] <= 0x20 else { return }
    skipBytesOfWhiteSpace(in: bytes)
  }

  @inline(never)
  private mutating func skipBytesOfWhiteSpace(in bytes: Span<UInt8>) {
    let start = place
    while place < bytes.count {
      let byte = bytes[place]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      place += 1
    }
    if place > start { irregularities += 1 }
  }

  /// Reads `true`, `false` or `null`. `spelling` has the bytes of the word, the first one in the lowest bits.
  @inline(__always)
  mutating func literal(_ kind: JSONNode.Kind, _ spelling: UInt64, length: Int, in bytes: Span<UInt8>) throws(JSONError) {
    let word = place &+ 8 <= bytes.count ? bytes.word(at: place) : bytes.partialWord(from: place)
    guard word << UInt64(64 - 8 * length) == spelling << UInt64(64 - 8 * length), place + length <= bytes.count else {
      throw JSONError(.unknownLiteral, at: place)
    }
    tape.append(TapeWord(kind, offset: place, length: length).bits)
    place &+= length
  }

  /// number = [ "-" ] int [ "." 1*DIGIT ] [ ( "e" / "E" ) [ "+" / "-" ] 1*DIGIT ]
  @inline(__always)
  mutating func number(in bytes: Span<UInt8>) throws(JSONError) {
    let start = place
    if bytes[place] == UInt8(ascii: "-") { place &+= 1 }
    let firstDigit = place
    try digits(in: bytes)
    if place &- firstDigit > 1, bytes[firstDigit] == UInt8(ascii: "0") { throw JSONError(.leadingZero, at: firstDigit) }
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place &+= 1
      try digits(in: bytes)
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place &+= 1
      if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place &+= 1 }
      try digits(in: bytes)
    }
    tape.append(TapeWord(.number, offset: start, length: place &- start).bits)
  }

  @inline(__always)
  private mutating func digits(in bytes: Span<UInt8>) throws(JSONError) {
    var end = place
    while end < bytes.count, bytes[end] &- UInt8(ascii: "0") <= 9 { end &+= 1 }
    guard end > place else {
      guard end < bytes.count else { throw JSONError(.unexpectedEnd(expected: .digit), at: end) }
      throw JSONError(.unexpectedByte(bytes[end], expected: .digit), at: end)
    }
    place = end
  }
}

// MARK: - Strings

extension TapeParser {
  /// Reads a string from its opening to its closing quotation mark.
  @inline(__always)
  mutating func string(in bytes: Span<UInt8>) throws(JSONError) {
    let start = place &+ 1
    let end = Self.endOfPlainText(from: start, in: bytes)
    if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
      tape.append(TapeWord(.string, offset: start, length: end &- start).bits)
      place = end &+ 1
    } else {
      try stringWithMore(from: start, plainEnd: end, in: bytes)
    }
  }

  /// The next quotation mark, backslash, control character or non-ASCII byte, or the end of the bytes.
  @inline(__always)
  private static func endOfPlainText(from start: Int, in bytes: Span<UInt8>) -> Int {
    let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    let (quotes, backslashes, spaces) = (ones &* 0x22, ones &* 0x5C, ones &* 0x20)
    var place = start
    while place &+ 8 <= bytes.count {
      let word = bytes.word(at: place)
      // The highest bit marks each found byte. Bytes above the first one may be marked wrongly.
      let found = (((word ^ quotes) &- ones) | ((word ^ backslashes) &- ones) | (word &- spaces) | word) & highBits
      if found != 0 { return place &+ found.trailingZeroBitCount / 8 }
      place &+= 8
    }
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 { break }
      place &+= 1
    }
    return place
  }

  @inline(never)
  private mutating func stringWithMore(from start: Int, plainEnd: Int, in bytes: Span<UInt8>) throws(JSONError) {
    place = plainEnd
    var (hasEscapes, isIrregular) = (false, false)
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") {
        tape.append(
          TapeWord(.string, offset: start, length: place - start, hasEscapes: hasEscapes, isIrregular: isIrregular).bits)
        if isIrregular { irregularities += 1 }
        place += 1
        return
      }
      if byte >= 0x80 {
        place = try Self.endOfScalar(at: place, in: bytes)
      } else if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        if try !passEscape(in: bytes) { isIrregular = true }
      } else if byte < 0x20 {
        throw JSONError(.controlCharacter(byte), at: place)
      } else {
        place = Self.endOfPlainText(from: place, in: bytes)
      }
    }
    throw JSONError(.unexpectedEnd(expected: .closingQuote), at: bytes.count)
  }

  /// - Returns: Whether the character must be escaped.
  private mutating func passEscape(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    guard place + 1 < bytes.count else { throw JSONError(.unexpectedEnd(expected: .closingQuote), at: bytes.count) }
    switch bytes[place + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
      UInt8(ascii: "t"):
      place += 2
      return true
    case UInt8(ascii: "/"):
      place += 2
      return false
    case UInt8(ascii: "u"):
      let unit = try Self.codeUnit(at: place, in: bytes)
      let isUpper = bytes[place + 5] < UInt8(ascii: "a")
      place += 6
      return unit < 0x20 && isUpper && ![0x08, 0x09, 0x0A, 0x0C, 0x0D].contains(unit)
    default: throw JSONError(.unknownEscape, at: place)
    }
  }
}
