import FluxtapeJSON

// Strings of JSON: what stands between the quotation marks of a string that was checked.

extension Span<UInt8> {
  /// Whether a string has a backslash.
  var hasEscapes: Bool {
    for place in indices where self[place] == UInt8(ascii: "\\") { return true }
    return false
  }

  /// The text of a string. A lone surrogate stays as the six characters of its escape.
  var unescaped: String {
    guard hasEscapes else { return String(utf8Bytes: self) }
    var text: [UInt8] = []
    text.reserveCapacity(count)
    var place = 0
    while place < count {
      if self[place] == UInt8(ascii: "\\"), place + 1 < count {
        escape(at: &place, into: &text)
      } else {
        text.append(self[place])
        place += 1
      }
    }
    return String(utf8Bytes: text.span)
  }

  /// Appends the character of the escape at `place`, and advances behind it.
  private func escape(at place: inout Int, into text: inout [UInt8]) {
    switch self[place + 1] {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): return unicodeEscape(at: &place, into: &text)
    default: text.append(self[place + 1])
    }
    place += 2
  }

  /// Decodes `\uXXXX`, or a surrogate pair of two of them.
  private func unicodeEscape(at place: inout Int, into text: inout [UInt8]) {
    let (first, start) = (codeUnit(at: place + 2) ?? 0, place)
    place += 6
    if UTF16.isLeadSurrogate(first), place + 6 <= count, self[place] == UInt8(ascii: "\\"), self[place + 1] == UInt8(ascii: "u"),
      let second = codeUnit(at: place + 2), UTF16.isTrailSurrogate(second)
    {
      text.append(contentsOf: String(decoding: [first, second], as: UTF16.self).utf8)
      place += 6
    } else if let scalar = UnicodeScalar(first) {
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    } else {
      append(start..<Swift.min(place, count), to: &text)
    }
  }

  /// The number in four hexadecimal digits.
  func codeUnit(at place: Int) -> UInt16? {
    guard place + 4 <= count else { return nil }
    var unit = 0 as UInt16
    for place in place..<place + 4 {
      guard let digit = Self.hexDigit(self[place]) else { return nil }
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

extension Span<UInt8> {
  /// Calls `body` with the bytes that a string with this text has between its quotation marks.
  @inline(__always)
  func withEscapes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    for place in indices where self[place] < 0x20 || self[place] == UInt8(ascii: "\"") || self[place] == UInt8(ascii: "\\") {
      var written: [UInt8] = []
      JSONValue.writeString(String(utf8Bytes: self), into: &written)
      return body(written.span.extracting(1..<written.count - 1))
    }
    return body(self)
  }
}
