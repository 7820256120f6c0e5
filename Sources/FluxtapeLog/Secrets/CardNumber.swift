/// Detects payment card numbers: 13 to 19 digits of a known issuer with Luhn's check digit at the end (ISO/IEC 7812-1), in one run or in the
/// groups that are printed on cards, one or two separators apart. Otherwise one in ten dates with a time of day would look like a card.
package enum CardNumber {
  /// Returns the ranges of card numbers in `bytes`. Digits beside a letter belong to something else: a digest, an identifier.
  ///
  /// - Complexity: O(n). In a text without long runs of digits and separators only every 13th byte is read.
  package static func ranges(in bytes: Span<UInt8>) -> [Range<Int>] {
    var (found, place) = ([Range<Int>](), shortest - 1)
    // Every card number covers a byte that is tested here.
    while place < bytes.count {
      var (start, end) = (place, place)
      while end < bytes.count, isInCard[Int(bytes[end])] { end += 1 }
      while start > 0, end > place, isInCard[Int(bytes[start - 1])] { start -= 1 }
      place = end + shortest
      while end - start >= shortest {
        let card = card(from: start, in: bytes)
        if let card { found.append(card) }
        start = card?.upperBound ?? max(start + 1, bytes.end(of: TextByte.isDigit, from: start))
      }
    }
    return found
  }

  private static let shortest = 13
  /// Digits, and bytes of separators, among them a no-break space and an en dash.
  private static let isInCard: [Bool] = (0...UInt8.max).map { TextByte.isDigit($0) || " -._\u{A0}–".utf8.contains($0) }

  private static func card(from start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    guard start == 0 || !TextByte.isLetter(bytes[start - 1]) else { return nil }
    var (digits, sizes, place) = ([Int](), [Int](), start)
    while place < bytes.count, TextByte.isDigit(bytes[place]), digits.count < 19 {
      let end = bytes.end(of: TextByte.isDigit, from: place)
      sizes.append(end - place)
      for place in place..<min(end, place + 20) { digits.append(Int(bytes[place] &- UInt8(ascii: "0"))) }
      let isInFours = sizes.count > 3 && sizes.dropLast().allSatisfy { $0 == 4 }
      let isPrinted = sizes.count == 1 || isInFours || sizes == [4, 6, 5] || sizes == [4, 6, 4]
      if isPrinted, end == bytes.count || !TextByte.isLetter(bytes[end]), hasIssuer(digits), passesLuhn(digits) { return start..<end }
      place = end
      for _ in 0..<2 where place < bytes.count {
        place += " -._".utf8.contains(bytes[place]) ? 1 : bytes.has("\u{A0}", at: place) ? 2 : bytes.has("–", at: place) ? 3 : 0
      }
    }
    return nil
  }

  /// Luhn's check: every second digit from the right is doubled, with its digits added; the sum is a multiple of ten.
  private static func passesLuhn(_ digits: [Int]) -> Bool {
    let values = digits.reversed().enumerated().map { $0 % 2 == 0 ? $1 : $1 * 2 - ($1 > 4 ? 9 : 0) }
    return values.reduce(0, +) % 10 == 0
  }

  /// Whether the number begins like those of real issuers and has their length.
  private static func hasIssuer(_ digits: [Int]) -> Bool {
    let beginning = digits.prefix(2).reduce(0) { $0 * 10 + $1 }
    return switch digits.count {
    case 13 where digits[0] == 4, 19 where digits[0] == 4: true
    case 14: [30, 36, 38, 39].contains(beginning)
    case 15: [34, 37].contains(beginning)
    case 16: (40...55).contains(beginning) || (22...27).contains(beginning) || [35, 60, 62, 64, 65].contains(beginning)
    case 17...19: beginning == 62
    default: false
    }
  }
}
