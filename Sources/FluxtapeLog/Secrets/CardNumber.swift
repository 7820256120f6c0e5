import FluxtapeJSON

/// Detects payment card numbers of known issuers, with Luhn's check digit at the end (ISO/IEC 7812-1): in one run, or in groups as printed on
/// cards. With other groups, one in ten dates with a time of day would look like a card.
package enum CardNumber {
  /// Returns the ranges of card numbers in `bytes`.
  ///
  /// Digits that are followed by a letter belong to something else: a hexadecimal digest, an identifier.
  ///
  /// - Complexity: O(n).
  package static func ranges(in bytes: Span<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    while place + shortest <= bytes.count {
      let card = TextByte.isDigit(bytes[place]) ? card(from: place, in: bytes) : nil
      if let card { found.append(card) }
      place = card?.upperBound ?? max(place + 1, bytes.end(of: TextByte.isDigit, from: place))
    }
    return found
  }

  /// The length in bytes of the shortest card number.
  package static let shortest = 13

  /// The card number that begins at `start`: groups of digits, separated by one or two separators.
  private static func card(from start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    guard start == 0 || !TextByte.isLetter(bytes[start - 1]) else { return nil }
    // The sizes of the groups are one digit each, so that 4-4-4-4 is 4444, and 9 stands for more.
    var (number, count, sizes, place) = (0 as UInt64, 0, 0, start)
    while place < bytes.count, TextByte.isDigit(bytes[place]) {
      let end = bytes.end(of: TextByte.isDigit, from: place)
      count += end - place
      sizes = 10 * sizes + min(end - place, 9)
      guard count <= 19 else { return nil }
      for digit in place..<end { number = 10 * number + UInt64(bytes[digit] - UInt8(ascii: "0")) }
      let isWhole = end == bytes.count || !TextByte.isLetter(bytes[end])
      if isWhole, count >= shortest, isPrinted(sizes), hasIssuer(number, count), passesLuhn(number) { return start..<end }
      guard sizes == 4 || sizes == 44 || sizes == 46 || sizes == 444 || sizes == 4444 else { return nil }
      place = end
      for _ in 0..<2 {
        if place < bytes.count, " -._".utf8.contains(bytes[place]) { place += 1 }
        place += bytes.has("\u{A0}", at: place) ? 2 : bytes.has("–", at: place) ? 3 : 0
      }
    }
    return nil
  }

  /// Whether groups of digits have the sizes of those on cards.
  private static func isPrinted(_ sizes: Int) -> Bool {
    sizes == 9 || sizes == 465 || sizes == 464 || (4441...4444).contains(sizes) || (44441...44444).contains(sizes)
  }

  /// Luhn's check: every second digit from the right is doubled, with its digits added; the sum is a multiple of ten.
  private static func passesLuhn(_ number: UInt64) -> Bool {
    var (rest, sum, isDoubled) = (number, 0 as UInt64, false)
    while rest > 0 {
      let digit = rest % 10
      sum += !isDoubled ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit
      (rest, isDoubled) = (rest / 10, !isDoubled)
    }
    return sum.isMultiple(of: 10)
  }

  /// Whether a number begins like those of real issuers (ISO/IEC 7812-1) and has their length. One in ten timestamps in milliseconds or
  /// order numbers has a valid check digit.
  private static func hasIssuer(_ number: UInt64, _ count: Int) -> Bool {
    switch (4..<count).reduce(number, { rest, _ in rest / 10 }) {
    case 4000...4999: [13, 16, 19].contains(count)
    case 5100...5599, 2221...2720, 3528...3589, 6011, 6440...6599: count == 16
    case 3400...3499, 3700...3799: count == 15
    case 3000...3059, 3600...3699, 3800...3999: count == 14
    case 6200...6299: (16...19).contains(count)
    default: false
    }
  }
}
