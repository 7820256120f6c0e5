/// Looks for a text in bytes of JSON, eight at a time: for the one of its letters that is rarest in logs, and for what may hide a text.
struct ByteProbe: Sendable {
  /// The letter that is looked for, in both cases where both count, a backslash, and a dollar sign where values may be left out.
  private let words: [UInt64]
  private let text: SearchText
  /// Where in the text the letter stands.
  private let place: Int

  /// - Returns: `nil` if JSON may write the text in several ways.
  init?(_ text: SearchText, orTag hasTag: Bool) {
    guard text.isFoundInJSON, let place = text.bytes.indices.min(by: { Self.rank(text.bytes[$0]) < Self.rank(text.bytes[$1]) }) else {
      return nil
    }
    self.text = text
    self.place = place
    let letter = text.bytes[place]
    let isLetter = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
    let bytes = [
      letter, text.ignoresCase && isLetter ? letter - 32 : letter, UInt8(ascii: "\\"), hasTag ? UInt8(ascii: "$") : UInt8(ascii: "\\"),
    ]
    words = bytes.map { UInt64($0) &* Self.ones }
  }

  /// Bytes of the text.
  var count: Int { text.bytes.count }

  private static let ones = 0x0101_0101_0101_0101 as UInt64

  /// How common a byte is in logs: the later it stands here, the rarer; rarest are those that do not.
  private static func rank(_ byte: UInt8) -> Int { common.firstIndex(of: byte).map { common.count - $0 } ?? 0 }
  private static let common = Array(#"etaoinsr:,. lcdup0h1m2g3/4f5y6b7v8w9-_k{}[]xqjz"#.utf8)
}

extension ByteProbe {
  /// Appends where the text may stand, or an escape or tag in its place: places from `range`, rising, plus `offset`.
  func find(in bytes: PaddedBytes, _ range: Range<Int>, offset: Int, _ hits: inout [Int]) {
    let (lower, upper, escape, tag) = (words[0], words[1], words[2], words[3])
    let highs = Self.ones &* 0x80
    var start = range.lowerBound
    while start < range.upperBound {
      let word = bytes.word(at: start)
      var found = (Self.zeros(word ^ lower) | Self.zeros(word ^ upper) | Self.zeros(word ^ escape) | Self.zeros(word ^ tag)) & highs
      while found != 0 {
        // Bits above the lowest may be wrong: each byte is looked at.
        let hit = start &+ found.trailingZeroBitCount >> 3
        if hit < range.upperBound, isHit(hit, in: bytes) { hits.append(hit + offset) }
        found &= found &- 1
      }
      start &+= 8
    }
  }

  /// The high bit of each byte that is zero, and perhaps of some above the lowest one that is.
  @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  private func isHit(_ hit: Int, in bytes: PaddedBytes) -> Bool {
    switch bytes[hit] {
    case UInt8(ascii: "\\"): return hit + 1 < bytes.count && bytes[hit + 1] == UInt8(ascii: "u")
    case UInt8(ascii: "$") where UInt64(UInt8(ascii: "$")) &* Self.ones == words[3]:
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
