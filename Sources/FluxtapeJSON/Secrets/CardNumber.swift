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
      if isDigit(bytes[place]) {
        let groups = groups(from: place, in: bytes)
        found += cards(in: groups, of: bytes)
        place = groups.last?.upperBound ?? place + 1
      } else {
        place += 1
      }
    }
    return found
  }

  /// The runs of digits from `start` on that stand one or two marks apart.
  private static func groups(from start: Int, in bytes: Span<UInt8>) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var first = start
    while first < bytes.count, isDigit(bytes[first]) {
      var end = first
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      groups.append(first..<end)
      guard let next = endOfMarks(at: end, in: bytes) else { break }
      first = next
    }
    return groups
  }

  private static func cards(in groups: [Range<Int>], of bytes: Span<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var first = 0
    while first < groups.count {
      let card = lastGroup(ofCardFrom: first, in: groups, of: bytes)
      if let card { found.append(groups[first].lowerBound..<groups[card].upperBound) }
      first = (card ?? first) + 1
    }
    return found
  }

  private static func lastGroup(ofCardFrom first: Int, in groups: [Range<Int>], of bytes: Span<UInt8>) -> Int? {
    let start = groups[first].lowerBound
    guard start == 0 || !isLetter(bytes[start - 1]) else { return nil }
    var count = 0
    for last in first..<groups.count {
      count += groups[last].count
      guard count <= lengths.upperBound else { return nil }
      let end = groups[last].upperBound
      guard lengths.contains(count), end == bytes.count || !isLetter(bytes[end]) else { continue }
      let card = groups[first...last]
      if mayBePrinted(card, of: bytes), passesLuhn(card, of: bytes) { return last }
    }
    return nil
  }

  /// Whether the groups are those of cards, or stand apart as any may.
  private static func mayBePrinted(_ groups: ArraySlice<Range<Int>>, of bytes: Span<UInt8>) -> Bool {
    let isPlain = zip(groups, groups.dropFirst()).allSatisfy { left, right in
      right.lowerBound - left.upperBound == 1 && " -".utf8.contains(bytes[left.upperBound])
    }
    let sizes = groups.map(\.count)
    return isPlain || sizes == [4, 6, 5] || sizes == [4, 6, 4]
      || (sizes.count > 3 && sizes.dropLast().allSatisfy { $0 == 4 } && sizes[sizes.count - 1] <= 4)
  }

  /// Every second digit from the right counts twice, its digits added; the sum is a multiple of ten.
  private static func passesLuhn(_ groups: ArraySlice<Range<Int>>, of bytes: Span<UInt8>) -> Bool {
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
