// What stands between the brackets. Each function goes past what it names, or says that it is not there.

extension LineScanner {
  mutating func skipWhiteSpace(in bytes: Span<UInt8>) {
    while place < bytes.count {
      let byte = bytes[place]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A else { return }
      place += 1
    }
  }

  static let trueWord = PackedName("true")
  static let falseWord = PackedName("false")
  static let nullWord = PackedName("null")

  mutating func skipWord(_ word: PackedName, length: Int, in bytes: Span<UInt8>) -> Bool {
    guard bytes.count - place >= length, PackedName(place..<place + length, of: bytes) == word else { return false }
    place += length
    return true
  }

  // MARK: - Numbers

  /// number = [ "-" ] int [ "." 1*DIGIT ] [ ( "e" / "E" ) [ "+" / "-" ] 1*DIGIT ]
  mutating func skipNumber(in bytes: Span<UInt8>) -> Bool {
    if byte(in: bytes) == UInt8(ascii: "-") { place += 1 }
    let start = place
    guard skipDigits(in: bytes) else { return false }
    if place - start > 1, bytes[start] == UInt8(ascii: "0") { return false }
    if byte(in: bytes) == UInt8(ascii: ".") {
      place += 1
      guard skipDigits(in: bytes) else { return false }
    }
    if byte(in: bytes) | 0x20 == UInt8(ascii: "e") {
      place += 1
      if byte(in: bytes) == UInt8(ascii: "+") || byte(in: bytes) == UInt8(ascii: "-") { place += 1 }
      guard skipDigits(in: bytes) else { return false }
    }
    return true
  }

  /// An integer of up to 18 digits, with white space before it; what follows is for the caller to see.
  mutating func integer(in bytes: Span<UInt8>) -> Int? {
    skipWhiteSpace(in: bytes)
    let start = place
    guard skipNumber(in: bytes) else { return nil }
    let isNegative = bytes[start] == UInt8(ascii: "-")
    let firstDigit = isNegative ? start + 1 : start
    guard place - firstDigit <= 18, !(isNegative && bytes[firstDigit] == UInt8(ascii: "0")) else { return nil }
    var magnitude = 0
    for index in firstDigit..<place {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      magnitude = magnitude &* 10 &+ Int(digit)
    }
    return isNegative ? -magnitude : magnitude
  }

  private mutating func skipDigits(in bytes: Span<UInt8>) -> Bool {
    let start = place
    while byte(in: bytes) &- UInt8(ascii: "0") <= 9 { place += 1 }
    return place > start
  }

  /// The next byte, or 0 at the end; no byte that matters here is 0.
  private func byte(in bytes: Span<UInt8>) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

  // MARK: - Strings

  /// A string without escapes, with white space before it. - Returns: where its contents stand.
  mutating func plainString(in bytes: Span<UInt8>) -> Range<Int>? {
    skipWhiteSpace(in: bytes)
    let start = place + 1
    guard skipString(in: bytes) else { return nil }
    let contents = start..<place - 1
    for index in contents where bytes[index] == UInt8(ascii: "\\") { return nil }
    return contents
  }

  mutating func skipString(in bytes: Span<UInt8>) -> Bool {
    guard byte(in: bytes) == UInt8(ascii: "\"") else { return false }
    place += 1
    var next = place
    while next < bytes.count {
      let byte = bytes[next]
      if byte == UInt8(ascii: "\"") {
        place = next + 1
        return true
      } else if byte == UInt8(ascii: "\\") {
        guard let end = Self.endOfEscape(at: next, in: bytes) else { return false }
        next = end
      } else if byte >= 0x80 {
        guard let end = Self.endOfScalar(at: next, in: bytes) else { return false }
        next = end
      } else if byte < 0x20 {
        return false
      } else {
        next += 1
      }
    }
    return false
  }

  private static func endOfEscape(at start: Int, in bytes: Span<UInt8>) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      guard start + 6 <= bytes.count else { return nil }
      for index in start + 2..<start + 6 {
        let byte = bytes[index]
        guard byte &- UInt8(ascii: "0") <= 9 || (byte | 0x20) &- UInt8(ascii: "a") <= 5 else { return nil }
      }
      return start + 6
    default: return nil
    }
  }

  /// Where the character of two to four bytes at `start` ends. The second byte decides about overlong forms, surrogates and code
  /// points above U+10FFFF (RFC 3629, section 4).
  private static func endOfScalar(at start: Int, in bytes: Span<UInt8>) -> Int? {
    let lead = bytes[start]
    let length: Int
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return nil
    }
    guard start + length <= bytes.count else { return nil }
    for index in start + 1..<start + length where bytes[index] & 0xC0 != 0x80 { return nil }
    let second = bytes[start + 1]
    switch lead {
    case 0xE0 where second < 0xA0, 0xF0 where second < 0x90, 0xED where second > 0x9F, 0xF4 where second > 0x8F: return nil
    default: return start + length
    }
  }
}
