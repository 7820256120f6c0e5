extension QuickScanner {
  @inline(__always) mutating func take(_ pattern: Pattern, in bytes: PaddedBytes) -> Bool {
    // Other bytes may follow the line, and go on like a key that the line's end cuts.
    guard pattern.matches(bytes.word(at: place)), place + pattern.count <= end else { return false }
    place += pattern.count
    return true
  }

  @inline(__always) mutating func take(_ patterns: (Pattern, Pattern), in bytes: PaddedBytes) -> Bool {
    take(patterns.0, in: bytes) && take(patterns.1, in: bytes)
  }

  // MARK: - Numbers

  /// Reads a number of 1 to 18 digits, without a sign. Returns -1 for anything else.
  @inline(__always) mutating func number(in bytes: PaddedBytes) -> Int {
    let start = place
    var (value, count) = bytes.word(at: start).shortNumber
    place += count
    if count == 0 {
      while place < end, place - start < 18, bytes[place] &- UInt8(ascii: "0") <= 9 {
        value = value &* 10 &+ Int(bytes[place] &- UInt8(ascii: "0"))
        place += 1
      }
      guard place - start > 7, bytes[start] != UInt8(ascii: "0") else { return -1 }
    }
    guard place < end, bytes[place] == UInt8(ascii: ",") || bytes[place] == UInt8(ascii: "}") else { return -1 }
    return value
  }

  // MARK: - Texts

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// Sets the high bit of each byte that ends a plain name: a quotation mark, a backslash, a control character or a non-ASCII byte. Only
  /// the lowest set bit is reliable.
  @inline(__always) private static func ends(of word: UInt64) -> UInt64 {
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let found = ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | (word &- ones &* 0x20) | word
    return found & highs
  }

  /// Reads a name after its opening mark. Returns its number in the table, or -1 for a name that is not plain.
  @inline(__always) mutating func name(in bytes: PaddedBytes) -> Int {
    let start = place
    var hash = emptyHash
    while place < end {
      let word = bytes.word(at: place)
      let ends = Self.ends(of: word)
      if ends == 0 {
        hash.combine(word)
        place += 8
        continue
      }
      let bits = UInt64(ends.trailingZeroBitCount & ~7)
      hash.combine(word & (1 << bits - 1))
      place += Int(bits >> 3)
      guard place < end, bytes[place] == UInt8(ascii: "\"") else { return -1 }
      defer { place += 1 }
      return names.insert(start..<place, of: bytes, hash: hash.value)
    }
    return -1
  }

  /// Skips the rest of a string, after its opening mark.
  @inline(__always) mutating func text(in bytes: PaddedBytes) -> Bool {
    while place < end {
      let word = bytes.word(at: place)
      let quotes = word ^ (Self.ones &* 0x22)
      let backslashes = word ^ (Self.ones &* 0x5C)
      let found = (((quotes &- Self.ones) & ~quotes) | ((backslashes &- Self.ones) & ~backslashes)) & Self.highs
      if found == 0 {
        place += 8
        continue
      }
      place += found.trailingZeroBitCount >> 3
      guard place < end else { return false }
      if bytes[place] == UInt8(ascii: "\"") {
        place += 1
        return true
      }
      place += 2
    }
    return false
  }

  // MARK: - Values

  /// Skips a value.
  @inline(__always) mutating func skipValue(in bytes: PaddedBytes) -> Bool {
    guard place < end else { return false }
    let first = bytes[place]
    place += 1
    switch first {
    case UInt8(ascii: "{"):
      if bytes[place] == UInt8(ascii: "}") {
        place += 1
        return true
      }
      return skipContainer(opened: first, closed: UInt8(ascii: "}"), in: bytes)
    case UInt8(ascii: "["):
      if bytes[place] == UInt8(ascii: "]") {
        place += 1
        return true
      }
      return skipContainer(opened: first, closed: UInt8(ascii: "]"), in: bytes)
    case UInt8(ascii: "\""): return text(in: bytes)
    default:
      while place < end, bytes[place] != UInt8(ascii: ","), bytes[place] != UInt8(ascii: "}") { place += 1 }
      return true
    }
  }

  /// Skips the rest of a container: up to the first closing bracket if it must be the partner, else bracket by bracket.
  @inline(__always) mutating func skipContainer(opened: UInt8, closed: UInt8, in bytes: PaddedBytes) -> Bool {
    guard let close = bytes.first(closed, from: place, to: end) else { return false }
    // Just before the line's closing brace, no inner container is still open.
    let isLast = close == end - 2
    guard isLast || (isMember(at: close + 1, in: bytes) && bytes.first(opened, from: place, to: close) == nil) else {
      return skipBrackets(in: bytes)
    }
    place = close + 1
    return true
  }

  /// Whether a comma and a member that may follow a container come next.
  @inline(__always) private func isMember(at place: Int, in bytes: PaddedBytes) -> Bool {
    guard place + 2 < end, bytes[place] == UInt8(ascii: ","), bytes[place + 1] == UInt8(ascii: "\"") else { return false }
    let word = bytes.word(at: place + 2)
    return keys.dur.matches(word) || keys.patch.matches(word) || keys.state.matches(word) || keys.payload.0.matches(word)
      || keys.error.matches(word) || keys.reduced.0.matches(word) || keys.omitted.0.matches(word)
  }

  /// Sets the high bit of each quotation mark and bracket. Only the lowest set bit is reliable.
  @inline(__always) private static func marks(of word: UInt64) -> UInt64 {
    let quotes = word ^ (ones &* 0x22)
    let opening = (word | ones &* 0x20) ^ (ones &* 0x7B)
    let closing = (word | ones &* 0x20) ^ (ones &* 0x7D)
    return (((quotes &- ones) & ~quotes) | ((opening &- ones) & ~opening) | ((closing &- ones) & ~closing)) & highs
  }

  /// Skips the rest of a container, bracket by bracket. Gives up on deep ones.
  mutating func skipBrackets(in bytes: PaddedBytes) -> Bool {
    var depth = 1
    while place < end {
      let marks = Self.marks(of: bytes.word(at: place))
      guard marks != 0 else {
        place += 8
        continue
      }
      place += marks.trailingZeroBitCount >> 3
      guard place < end else { return false }
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") {
        guard text(in: bytes) else { return false }
      } else if byte | 0x20 == UInt8(ascii: "{") {
        depth += 1
        guard depth <= 256 else { return false }
      } else if byte | 0x20 == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return true }
      }
    }
    return false
  }
}

extension UInt64 {
  /// The high bit of each byte that is not a digit. Only the lowest set bit is reliable.
  @inline(__always) private var nonDigits: UInt64 {
    let digits = self ^ 0x3030_3030_3030_3030
    return ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
  }

  /// The value of eight digits, the first in the lowest byte: pairs, then fours, then all at once.
  @inline(__always) private var digitsValue: Int {
    var value = self & 0x0F0F_0F0F_0F0F_0F0F
    value = (value &* 10 &+ value >> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &* 100 &+ value >> 16) & 0x0000_FFFF_0000_FFFF
    value = (value &* 10_000 &+ value >> 32) & 0xFFFF_FFFF
    return Int(truncatingIfNeeded: value)
  }

  /// The number in the first bytes, and the number of its digits; zeros unless it has 1 to 7 digits.
  @inline(__always) fileprivate var shortNumber: (value: Int, count: Int) {
    let others = nonDigits
    guard others != 0, others & 0x80 == 0 else { return (0, 0) }
    let bits = UInt64(truncatingIfNeeded: others.trailingZeroBitCount &- 7)
    // Shifts zeros in before the digits.
    let value = (self &<< (64 &- bits)).digitsValue
    let hasLeadingZero = bits > 8 && self & 0xFF == 0x30
    return hasLeadingZero ? (0, 0) : (value, Int(truncatingIfNeeded: bits >> 3))
  }
}
