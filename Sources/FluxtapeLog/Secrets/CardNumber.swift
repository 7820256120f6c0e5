/// Detects payment card numbers: 13 to 19 digits with Luhn's check digit at the end (ISO/IEC 7812-1), in one run or in groups separated by
/// one blank or hyphen. With other separators, or two of them, the groups must be those printed on cards: 4-4-4-4, 4-6-5, 4-6-4. Otherwise
/// one in ten dates with a time of day would look like a card.
package enum CardNumber {
  /// Returns the ranges of card numbers in `bytes`.
  ///
  /// Digits that are followed by a letter belong to something else: a hexadecimal digest, an identifier.
  ///
  /// - Complexity: O(n). In a text without long runs of digits and separators only every 13th byte is read.
  package static func ranges(in bytes: Span<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    // A card number takes at least 13 bytes, so every card number covers a byte that is tested here.
    var place = shortest - 1
    while place < bytes.count {
      var (start, end) = (place, place)
      while end < bytes.count, isInCard(bytes[end]) { end += 1 }
      while start > 0, end > place, isInCard(bytes[start - 1]) { start -= 1 }
      place = end + shortest
      while end - start >= shortest {
        let card = card(from: start, in: bytes)
        if let card { found.append(card) }
        start = card?.upperBound ?? max(start + 1, bytes.end(of: TextByte.isDigit, from: start))
      }
    }
    return found
  }

  /// The length in bytes of the shortest card number.
  package static let shortest = 13

  /// Whether the byte is a digit, or belongs to a separator: blank, hyphen, dot, underscore; a no-break space (`C2 A0`) or an en dash (`E2
  /// 80 93`).
  package static func isInCard(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    case 0xC2, 0xA0, 0xE2, 0x80, 0x93: true
    default: false
    }
  }

  private static func isMark(_ byte: UInt8) -> Bool { " -._".utf8.contains(byte) }

  /// The card number that begins at `start`: groups of digits, separated by one or two separators.
  private static func card(from start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    guard start == 0 || !TextByte.isLetter(bytes[start - 1]) else { return nil }
    var (digits, sizes, isPlain, place): ([UInt8], [Int], Bool, Int) = ([], [], true, start)
    while place < bytes.count, TextByte.isDigit(bytes[place]) {
      let end = bytes.end(of: TextByte.isDigit, from: place)
      sizes.append(end - place)
      guard digits.count + end - place <= 19 else { return nil }
      while place < end {
        digits.append(bytes[place] - UInt8(ascii: "0"))
        place += 1
      }
      let mayEnd = digits.count >= shortest && (end == bytes.count || !TextByte.isLetter(bytes[end]))
      if mayEnd, isPlain || isPrinted(sizes), passesLuhn(digits) { return start..<end }
      for _ in 0..<2 { place += lengthOfMark(at: place, in: bytes) }
      isPlain = isPlain && place == end + 1 && " -".utf8.contains(bytes[end])
    }
    return nil
  }

  private static func lengthOfMark(at place: Int, in bytes: Span<UInt8>) -> Int {
    if place < bytes.count, isMark(bytes[place]) { return 1 }
    return bytes.has("\u{A0}", at: place) ? 2 : bytes.has("–", at: place) ? 3 : 0
  }

  /// Whether groups of digits have the sizes of those on cards.
  private static func isPrinted(_ sizes: [Int]) -> Bool {
    sizes == [4, 6, 5] || sizes == [4, 6, 4] || (sizes.count > 3 && sizes.dropLast().allSatisfy { $0 == 4 } && sizes[sizes.count - 1] <= 4)
  }

  /// Luhn's check: every second digit from the right is doubled, with its digits added; the sum is a multiple of ten.
  private static func passesLuhn(_ digits: [UInt8]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { sum, next in
      let digit = Int(next.element)
      return sum + (next.offset % 2 == 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit)
    }
    return sum > 0 && sum.isMultiple(of: 10)
  }

  /// Whether a card number begins like those of real issuers (ISO/IEC 7812-1) and has their length. One in ten timestamps in milliseconds
  /// or order numbers has a valid check digit.
  package static func hasIssuer(_ digits: [UInt8]) -> Bool {
    switch digits.prefix(4).reduce(0, { $0 * 10 + Int($1 - UInt8(ascii: "0")) }) {
    case 4000...4999: [13, 16, 19].contains(digits.count)
    case 5100...5599, 2221...2720, 3528...3589, 6011, 6440...6599: digits.count == 16
    case 3400...3499, 3700...3799: digits.count == 15
    case 3000...3059, 3600...3699, 3800...3999: digits.count == 14
    case 6200...6299: (16...19).contains(digits.count)
    default: false
    }
  }
}
