/// Kinds of bytes in a text that is searched.
package enum TextByte {
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }
  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
  package static func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

  /// Whether the byte may be part of a name: letters of all languages, digits, `_` and `-`.
  package static func isKey(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte >= 0x80 || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  package static func isQuoteOrSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
  }
}

extension Span<UInt8> {
  /// Whether `text` is at a position.
  package func has(_ text: String, at place: Int) -> Bool {
    var place = place
    for byte in text.utf8 {
      guard place >= 0, place < count, self[place] == byte else { return false }
      place &+= 1
    }
    return true
  }

  /// The end of the run of such bytes at `start`. A run that is longer than `most` extends to the end of the text, which hides too much, but
  /// no text takes long.
  @inline(__always)
  func end(of isInside: (UInt8) -> Bool, from start: Int, atMost most: Int = .max) -> Int {
    var place = start
    while place < count, isInside(self[place]) {
      place &+= 1
      if place &- start > most { return count }
    }
    return place
  }
}
