import FluxtapeLog

/// A text in which names are legible: letters and digits that JSON escapes, `pass\u0077ord`, are unescaped.
struct UnescapedText {
  private(set) var bytes: [UInt8] = []
  /// For each byte of ``bytes``, its position in the original text, and the end of that text.
  private var places: [Int] = []

  /// `nil` if nothing is escaped.
  init?(_ escaped: [UInt8]) {
    guard var next = Self.escape(in: escaped, from: 0) else { return nil }
    var place = 0
    while place < escaped.count {
      places.append(place)
      if place == next.place {
        bytes.append(next.byte)
        place += Self.length
        next = Self.escape(in: escaped, from: place) ?? (escaped.count, 0)
      } else {
        bytes.append(escaped[place])
        place += 1
      }
    }
    places.append(place)
  }

  /// The range in the original text.
  func range(of range: Range<Int>) -> Range<Int> { places[range.lowerBound]..<places[range.upperBound] }

  private static let length = 6

  /// The next escaped letter, digit or mark of a name.
  private static func escape(in text: [UInt8], from start: Int) -> (place: Int, byte: UInt8)? {
    var place = start
    while let escape = text.first(UInt8(ascii: "\\"), from: place) {
      if text.isAt(escape, "\\u00"), escape + length <= text.count, let byte = UInt8(text.text(escape + 4..<escape + length), radix: 16),
        byte < 0x80, ByteSet.key.contains(byte)
      {
        return (escape, byte)
      }
      place = escape + 2
    }
    return nil
  }
}
