/// Searches bytes for one or two texts, sixteen at a time. For each text it searches for the two adjacent bytes that are rarest in logs.
///
/// Unsafe code: reads words without bounds checks, and casts masks to words. Sound since bytes may have any value, and since
/// ``place(in:from:to:)`` checks the whole range with its padding against the number of bytes before it reads any.
struct ByteProbe: Sendable {
  private let first: RarePair
  private let second: RarePair

  /// The number of bytes that must follow the searched range. Their values do not matter.
  static let padding = 72

  private init(_ first: RarePair, _ second: RarePair) { (self.first, self.second) = (first, second) }

  /// As few probes as possible for all of the texts. No text may be empty.
  static func probes(for texts: [SearchText]) -> [ByteProbe] {
    let pairs = texts.compactMap(RarePair.init)
    return stride(from: 0, to: pairs.count, by: 2).map { ByteProbe(pairs[$0], pairs[min($0 + 1, pairs.count - 1)]) }
  }
}

extension ByteProbe {
  /// Appends the places of the texts plus `offset`, ascending: at least one for each line that contains one.
  ///
  /// - Parameters:
  ///   - range: The range of the rare bytes; the text may extend beyond it at both ends.
  ///   - count: The number of valid bytes; ``padding`` more must follow them.
  func find(in bytes: [UInt8], _ range: Range<Int>, count: Int, offset: Int, _ hits: inout [Int]) {
    var start = range.lowerBound
    while start < range.upperBound, let place = place(in: bytes.span, from: start, to: range.upperBound) {
      if first.isInText(at: place, of: bytes, count: count) || second.isInText(at: place, of: bytes, count: count) {
        hits.append(place + offset)
        guard let lineFeed = bytes.lineFeed(from: place, to: count) else { return }
        start = lineFeed + 1
      } else {
        start = place + 1
      }
    }
  }

  /// The next place of a pair of bytes that may belong to a text.
  private func place(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
    precondition(start >= 0 && start <= end && end <= bytes.count - Self.padding)
    let bytes = unsafe bytes.bytes
    guard first.folds | second.folds != 0 else { return place(in: bytes, from: start, to: end, { $0 }, { $0 }) }
    let (folds, otherFolds) = (SIMD8(repeating: first.folds), SIMD8(repeating: second.folds))
    return place(in: bytes, from: start, to: end, { $0 | folds }, { $0 | otherFolds })
  }

  @inline(__always) private func place(
    in bytes: RawSpan, from start: Int, to end: Int, _ fold: (SIMD8<UInt16>) -> SIMD8<UInt16>, _ otherFold: (SIMD8<UInt16>) -> SIMD8<UInt16>
  ) -> Int? {
    let (pair, otherPair) = (SIMD8(repeating: first.bytes), SIMD8(repeating: second.bytes))
    /// Which of the eight pairs of bytes from `place` on match.
    @inline(__always) func found(at place: Int) -> SIMDMask<SIMD8<Int16>> {
      let words = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD8<UInt16>.self)
      return (fold(words) .== pair) .| (otherFold(words) .== otherPair)
    }
    /// A mask with bits in the bytes where a pair begins: from `place` on, and from the eighth byte after it.
    @inline(__always) func begins(at place: Int) -> SIMD2<UInt64> {
      let (even, odd) = unsafe (
        unsafeBitCast(found(at: place), to: SIMD2<UInt64>.self), unsafeBitCast(found(at: place &+ 1), to: SIMD2<UInt64>.self)
      )
      return even & SIMD2(repeating: 0x00FF_00FF_00FF_00FF) | odd & SIMD2(repeating: 0xFF00_FF00_FF00_FF00)
    }
    var block = start
    while block < end {
      let front = found(at: block) .| found(at: block &+ 1) .| found(at: block &+ 16) .| found(at: block &+ 17)
      let back = found(at: block &+ 32) .| found(at: block &+ 33) .| found(at: block &+ 48) .| found(at: block &+ 49)
      if any(front .| back) {
        for place in stride(from: block, to: block &+ 64, by: 16) {
          let begins = begins(at: place)
          if begins == .zero { continue }
          let hit = begins[0] != 0 ? begins[0].trailingZeroBitCount >> 3 : 8 &+ begins[1].trailingZeroBitCount >> 3
          return place &+ hit < end ? place &+ hit : nil
        }
      }
      block &+= 64
    }
    return nil
  }
}

/// Two adjacent bytes of a text.
private struct RarePair: Sendable {
  private let text: SearchText
  /// Their offset in the text.
  private let place: Int
  /// The pair as it is in memory: the first byte in the lower half on the machines that Swift supports.
  let bytes: UInt16
  /// Bits to ignore: the case bit of letters, or the second byte if the text has only one.
  let folds: UInt16

  /// - Returns: `nil` if the text is empty.
  init?(_ text: SearchText) {
    self.text = text
    guard text.bytes.count > 1 else {
      guard let only = text.bytes.first else { return nil }
      place = 0
      folds = UInt16(littleEndian: 0xFF00 | Self.fold(only, in: text))
      bytes = UInt16(littleEndian: 0xFF00 | UInt16(only))
      return
    }
    let place = text.bytes.indices.dropLast().min { Self.rank(at: $0, in: text) < Self.rank(at: $1, in: text) } ?? 0
    let (first, second) = (text.bytes[place], text.bytes[place + 1])
    self.place = place
    folds = UInt16(littleEndian: Self.fold(first, in: text) | Self.fold(second, in: text) << 8)
    bytes = UInt16(littleEndian: UInt16(first) | UInt16(second) << 8)
  }

  private static func fold(_ byte: UInt8, in text: SearchText) -> UInt16 {
    text.ignoresCase && byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? 0x20 : 0
  }

  /// Whether the whole text matches around a pair at `place`.
  func isInText(at place: Int, of bytes: [UInt8], count: Int) -> Bool {
    let start = place - self.place
    guard start >= 0, start + text.bytes.count <= count else { return false }
    return text.bytes.indices.allSatisfy { index in
      let byte = bytes[start + index]
      return text.bytes[index] == (text.ignoresCase ? byte.lowerCaseInASCII : byte)
    }
  }
}

extension RarePair {
  /// How common two adjacent bytes are in logs. Digits and structural characters often come in groups.
  private static func rank(at place: Int, in text: SearchText) -> Int {
    let (first, second) = (text.bytes[place], text.bytes[place + 1])
    let isClump = (isDigit(first) && isDigit(second)) || (structure.contains(first) && structure.contains(second))
    return rank(first) + rank(second) + (isClump ? common.count : 0)
  }

  /// How common a byte is in logs, by its position in `common`; bytes that are not listed are the rarest.
  private static func rank(_ byte: UInt8) -> Int { common.firstIndex(of: byte).map { common.count - $0 } ?? 0 }

  private static let common = Array(#"etaoinsrplcdhu:,. /0123456789mgfybvwk-_{}[]xqjz"#.utf8)
  private static let structure = Array(#"":,{}[]"#.utf8)
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
