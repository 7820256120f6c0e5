// The parser's leaves: white space, literals, numbers.
//
// `@inline(__always)` here and in JSONParser.swift, since the calls took a tenth of the parsing time.

extension JSONParser {
  @inline(__always)
  mutating func skipWhiteSpace(in bytes: Span<UInt8>) {
    var end = place
    while end < bytes.count {
      let byte = bytes[end]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      end += 1
    }
    place = end
  }

  mutating func literal(_ word: StaticString, _ value: JSONValue, in bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    let start = place
    for expected in word.description.utf8 {
      guard place < bytes.count, bytes[place] == expected else { throw JSONError(.unknownLiteral, at: start) }
      place += 1
    }
    return value
  }

  /// number = [ "-" ] int [ "." 1*DIGIT ] [ ( "e" / "E" ) [ "+" / "-" ] 1*DIGIT ]
  mutating func number(in bytes: Span<UInt8>) throws(JSONError) -> JSONNumber {
    let start = place
    let isNegative = bytes[start] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let firstDigit = place
    try digits(in: bytes)
    if place - firstDigit > 1, bytes[firstDigit] == UInt8(ascii: "0") { throw JSONError(.leadingZero, at: firstDigit) }
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place += 1
      try digits(in: bytes)
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") { place += 1 }
      try digits(in: bytes)
    }
    return JSONNumber(validatedBytes: bytes.extracting(start..<place))
  }

  private mutating func digits(in bytes: Span<UInt8>) throws(JSONError) {
    let start = place
    var end = place
    while end < bytes.count, bytes[end] &- UInt8(ascii: "0") <= 9 { end += 1 }
    place = end
    guard end == start else { return }
    guard end < bytes.count else { throw JSONError(.unexpectedEnd(expected: .digit), at: end) }
    throw JSONError(.unexpectedByte(bytes[end], expected: .digit), at: end)
  }
}
