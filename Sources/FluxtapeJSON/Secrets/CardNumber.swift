/// Detects payment card numbers: 13 to 19 digits with Luhn's check digit at the end (ISO/IEC 7812-1), in one run or in groups separated by
/// one blank or hyphen. With other separators, or two of them, the groups must be those printed on cards: 4-4-4-4, 4-6-5, 4-6-4. Otherwise
/// one in ten dates with a time of day would look like a card.
public enum CardNumber {
  /// Returns the ranges of card numbers in `text`, in UTF-8 bytes.
  ///
  /// Digits that are followed by a letter belong to something else: a hexadecimal digest, an identifier.
  ///
  /// - Complexity: O(n). In a text without long runs of digits and separators only every 13th byte is read.
  public static func ranges(in text: String) -> [Range<Int>] {
    guard text.utf8.count >= lengths.lowerBound else { return [] }
    return text.withBytes { bytes in
      var found: [Range<Int>] = []
      // A card number takes at least 13 bytes, so every card number covers a byte that is tested here.
      var place = lengths.lowerBound - 1
      while place < bytes.count {
        let run = run(around: place, in: bytes)
        if run.count >= lengths.lowerBound { found += cards(in: run, of: bytes) }
        place = max(place, run.upperBound) + lengths.lowerBound
      }
      return found
    }
  }

  private static let lengths = 13...19

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  /// The run of digits and separators around `place`; empty if there is another byte at `place`.
  private static func run(around place: Int, in bytes: Span<UInt8>) -> Range<Int> {
    guard isInCard(bytes[place]) else { return place..<place }
    var (start, end) = (place, place + 1)
    while start > 0, isInCard(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isInCard(bytes[end]) { end += 1 }
    return start..<end
  }

  /// Whether the byte is a digit, or belongs to a separator: blank, hyphen, dot, underscore; a no-break space (`C2 A0`) or an en dash (`E2
  /// 80 93`).
  @inlinable @inline(__always)
  package static func isInCard(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    case 0xC2, 0xA0, 0xE2, 0x80, 0x93: true
    default: false
    }
  }

  /// The end of the one or two separators at `start`, if a digit follows; otherwise `nil`.
  private static func endOfMarks(at start: Int, in bytes: Span<UInt8>) -> Int? {
    var place = start
    for _ in 0..<2 { place += lengthOfMark(at: place, in: bytes) }
    return place > start && place < bytes.count && isDigit(bytes[place]) ? place : nil
  }

  private static func lengthOfMark(at place: Int, in bytes: Span<UInt8>) -> Int {
    func isThere(_ mark: [UInt8]) -> Bool {
      place + mark.count <= bytes.count && mark.indices.allSatisfy { bytes[place + $0] == mark[$0] }
    }
    if place < bytes.count, " -._".utf8.contains(bytes[place]) { return 1 }
    return isThere([0xC2, 0xA0]) ? 2 : isThere([0xE2, 0x80, 0x93]) ? 3 : 0
  }

  private static func cards(in run: Range<Int>, of bytes: Span<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = run.lowerBound
    while place < run.upperBound {
      if let card = card(from: place, in: bytes) {
        found.append(card)
        place = card.upperBound
      } else {
        place = max(place + 1, endOfDigits(from: place, in: bytes))
      }
    }
    return found
  }

  private static func endOfDigits(from start: Int, in bytes: Span<UInt8>) -> Int {
    var end = start
    while end < bytes.count, isDigit(bytes[end]) { end += 1 }
    return end
  }

  /// The card number that begins at `start`: groups of digits, separated by one or two separators.
  private static func card(from start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    guard start == 0 || !isLetter(bytes[start - 1]) else { return nil }
    var groups: [Range<Int>] = []
    var count = 0
    var first: Int? = start
    while let group = first {
      let end = endOfDigits(from: group, in: bytes)
      groups.append(group..<end)
      count += end - group
      guard end > group, count <= lengths.upperBound else { return nil }
      let mayEnd = lengths.contains(count) && (end == bytes.count || !isLetter(bytes[end]))
      if mayEnd, mayBePrinted(groups, of: bytes), passesLuhn(groups, of: bytes) { return start..<end }
      first = endOfMarks(at: end, in: bytes)
    }
    return nil
  }

  /// Whether the groups have the form of printed cards, or plain separators, which permit any groups.
  private static func mayBePrinted(_ groups: [Range<Int>], of bytes: Span<UInt8>) -> Bool {
    let isPlain = zip(groups, groups.dropFirst()).allSatisfy { left, right in
      right.lowerBound - left.upperBound == 1 && " -".utf8.contains(bytes[left.upperBound])
    }
    let sizes = groups.map(\.count)
    return isPlain || sizes == [4, 6, 5] || sizes == [4, 6, 4]
      || (sizes.count > 3 && sizes.dropLast().allSatisfy { $0 == 4 } && sizes[sizes.count - 1] <= 4)
  }

  /// Luhn's check: every second digit from the right is doubled, with its digits added; the sum is a multiple of ten.
  private static func passesLuhn(_ groups: [Range<Int>], of bytes: Span<UInt8>) -> Bool {
    var sum = 0
    var isDoubled = false
    for group in groups.reversed() {
      for place in group.reversed() {
        let digit = Int(bytes[place] - UInt8(ascii: "0"))
        sum += isDoubled ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit
        isDoubled.toggle()
      }
    }
    return sum > 0 && sum.isMultiple(of: 10)
  }
}
