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
    var (digits, sizes, place): ([UInt8], [Int], Int) = ([], [], start)
    while place < bytes.count, TextByte.isDigit(bytes[place]) {
      let end = bytes.end(of: TextByte.isDigit, from: place)
      guard digits.count + end - place <= 19 else { return nil }
      sizes.append(end - place)
      digits += (place..<end).map { bytes[$0] - UInt8(ascii: "0") }
      let isWhole = end == bytes.count || !TextByte.isLetter(bytes[end])
      if isWhole, isPrinted(sizes), hasIssuer(digits), passesLuhn(digits) { return start..<end }
      place = end
      for _ in 0..<2 {
        if place < bytes.count, " -._".utf8.contains(bytes[place]) { place += 1 }
        place += bytes.has("\u{A0}", at: place) ? 2 : bytes.has("–", at: place) ? 3 : 0
      }
    }
    return nil
  }

  /// Whether groups of digits have the sizes of those on cards.
  private static func isPrinted(_ sizes: [Int]) -> Bool {
    sizes.count == 1 || sizes == [4, 6, 5] || sizes == [4, 6, 4]
      || sizes.count > 3 && sizes.dropLast().allSatisfy { $0 == 4 } && sizes[sizes.count - 1] <= 4
  }

  /// Luhn's check: every second digit from the right is doubled, with its digits added; the sum is a multiple of ten.
  private static func passesLuhn(_ digits: [UInt8]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { sum, next in
      let digit = Int(next.element)
      return sum + (next.offset % 2 == 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit)
    }
    return sum.isMultiple(of: 10)
  }

  /// Whether the digits begin like those of real issuers (ISO/IEC 7812-1) and have their length. One in ten timestamps in milliseconds or
  /// order numbers has a valid check digit.
  private static func hasIssuer(_ digits: [UInt8]) -> Bool {
    switch digits.prefix(4).reduce(0, { $0 * 10 + Int($1) }) {
    case 4000...4999: [13, 16, 19].contains(digits.count)
    case 5100...5599, 2221...2720, 3528...3589, 6011, 6440...6599: digits.count == 16
    case 3400...3499, 3700...3799: digits.count == 15
    case 3000...3059, 3600...3699, 3800...3999: digits.count == 14
    case 6200...6299: (16...19).contains(digits.count)
    default: false
    }
  }
}
