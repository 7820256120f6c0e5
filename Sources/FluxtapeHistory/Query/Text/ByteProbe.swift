/// Looks for a text in bytes of JSON, eight at a time: for the one of its letters that is rarest in logs, and for what may hide a text.
struct ByteProbe: Sendable {
  private let text: SearchText
  /// Where in the text the letter stands.
  private let place: Int
  /// The letter, in each byte of a word, and what makes both of its cases the same where both count.
  private let letters: UInt64
  private let fold: UInt64
  private let hasTag: Bool

  /// - Returns: `nil` if JSON may write the text in several ways.
  init?(_ text: SearchText, orTag hasTag: Bool) {
    guard text.isFoundInJSON, let place = text.bytes.indices.min(by: { Self.rank(text.bytes[$0]) < Self.rank(text.bytes[$1]) }) else {
      return nil
    }
    self.text = text
    self.place = place
    self.hasTag = hasTag
    let letter = text.bytes[place]
    let hasCases = text.ignoresCase && letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
    letters = UInt64(letter) &* Self.ones
    fold = hasCases ? Self.ones &* 0x20 : 0
  }

  /// Bytes of the text.
  var count: Int { text.bytes.count }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// How common a byte is in logs: the later it stands here, the rarer; rarest are those that do not.
  private static func rank(_ byte: UInt8) -> Int { common.firstIndex(of: byte).map { common.count - $0 } ?? 0 }
  private static let common = Array(#"etaoinsrplcdhu:,. /0123456789mgfybvwk-_{}[]xqjz"#.utf8)
}

extension ByteProbe {
  /// Appends where the text may stand, or an escape or tag in its place: places from `range`, rising, plus `offset`.
  func find(in bytes: PaddedBytes, _ range: Range<Int>, offset: Int, _ hits: inout [Int]) {
    let (letters, fold) = (letters, fold)
    let escapes = UInt64(UInt8(ascii: "\\")) &* Self.ones
    let tags = hasTag ? UInt64(UInt8(ascii: "$")) &* Self.ones : escapes
    let isASCII = text.bytes[place] < 0x80
    var start = range.lowerBound
    while start < range.upperBound {
      let word = bytes.word(at: start)
      // The high bit of each byte that is looked for, and perhaps of some above the lowest one that is.
      var found = (((word | fold) ^ letters) &- Self.ones) | ((word ^ escapes) &- Self.ones) | ((word ^ tags) &- Self.ones)
      found &= isASCII ? ~word & Self.highs : Self.highs
      while found != 0 {
        let hit = start &+ found.trailingZeroBitCount >> 3
        if hit < range.upperBound, isHit(hit, in: bytes) { hits.append(hit + offset) }
        found &= found &- 1
      }
      start &+= 8
    }
  }

  private static var highs: UInt64 { 0x8080_8080_8080_8080 }

  private func isHit(_ hit: Int, in bytes: PaddedBytes) -> Bool {
    switch bytes[hit] {
    case UInt8(ascii: "\\"): return hit + 1 < bytes.count && bytes[hit + 1] == UInt8(ascii: "u")
    case UInt8(ascii: "$") where hasTag:
      if hit >= 2, bytes[hit - 1] == UInt8(ascii: "\""), bytes[hit - 2] == UInt8(ascii: "{") { return true }
    default: break
    }
    let start = hit - place
    guard start >= 0, start + text.bytes.count <= bytes.count else { return false }
    for index in text.bytes.indices {
      let byte = bytes[start + index]
      guard text.bytes[index] == (text.ignoresCase ? byte.lowerCaseInASCII : byte) else { return false }
    }
    return true
  }
}
