/// Numbers of payment cards: 13 to 19 digits, the last one being Luhn's check digit (ISO/IEC 7812-1), alone or in groups with one blank or
/// hyphen between. With other marks between them, or two, the groups must be those that are printed on cards: 4-4-4-4, 4-6-5, 4-6-4. Else
/// one of ten dates with a time of day would be taken for a card.
public enum CardNumber {
  /// The places in `text` where card numbers stand, as ranges of UTF-8 bytes.
  ///
  /// Digits that go on with a letter are part of something else: a hexadecimal digest, an identifier.
  ///
  /// - Complexity: O(n). Of a text without long runs of digits, blanks and marks only every 13th byte is looked at.
  public static func ranges(in text: String) -> [Range<Int>] {
    guard text.utf8.count >= lengths.lowerBound else { return [] }
    return text.withBytes { bytes in
      var found: [Range<Int>] = []
      // A card takes at least 13 bytes, so wherever it stands, one of every 13 bytes is in it.
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

  /// The digits, spaces and hyphens that `place` lies among; empty if it holds something else.
  private static func run(around place: Int, in bytes: Span<UInt8>) -> Range<Int> {
    guard isInCard(bytes[place]) else { return place..<place }
    var (start, end) = (place, place + 1)
    while start > 0, isInCard(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isInCard(bytes[end]) { end += 1 }
    return start..<end
  }

  /// Whether the byte is a digit, or one of a mark that may stand between groups: blank, hyphen, dot, underscore; a no-break space (`C2 A0`) or
  /// an en dash (`E2 80 93`).
  @inlinable @inline(__always)
  package static func isInCard(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    case 0xC2, 0xA0, 0xE2, 0x80, 0x93: true
    default: false
    }
  }

  /// The place behind the one or two marks at `start`; `nil` if none of those that may stand between groups is there.
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

  /// The card whose first digit is at `start`: of runs of digits that stand one or two marks apart.
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

  /// Whether the groups are those of cards, or stand apart as any may.
  private static func mayBePrinted(_ groups: [Range<Int>], of bytes: Span<UInt8>) -> Bool {
    let isPlain = zip(groups, groups.dropFirst()).allSatisfy { left, right in
      right.lowerBound - left.upperBound == 1 && " -".utf8.contains(bytes[left.upperBound])
    }
    let sizes = groups.map(\.count)
    return isPlain || sizes == [4, 6, 5] || sizes == [4, 6, 4]
      || (sizes.count > 3 && sizes.dropLast().allSatisfy { $0 == 4 } && sizes[sizes.count - 1] <= 4)
  }

  /// Every second digit from the right counts twice, its digits added; the sum is a multiple of ten.
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
