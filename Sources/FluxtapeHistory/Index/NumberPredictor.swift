/// Reads a number that is on line after line, and mostly has as many digits as on the line before.
///
/// Where its end is known beforehand, nothing waits for it to be found. All but the last eight digits are compared with those of the
/// line before, and the last eight become a number together.
struct NumberPredictor {
  /// Digits of the number on the line before.
  private var count = 0
  /// The first digits, all but the last eight, and what they are worth.
  private var lead = 0 as UInt64
  private var leadMask = 0 as UInt64
  private var leadValue = 0
  /// Where the last eight digits begin; where there are fewer, they are moved to the end of a word and zeros put before them.
  private var start = 0
  private var shift = 0 as UInt64
  private var zeros = 0 as UInt64
  /// What the first digit must be above: nothing is, where nothing is expected.
  private var floor = UInt64.max

  private static let maximumDigits = 16
}

extension NumberPredictor {
  /// Goes past a number of 1 to 16 digits. More may follow: who finds no comma behind it lets the forecast be forgotten.
  /// - Returns: -1 for anything else.
  @inline(__always) mutating func take(at place: inout Int, in bytes: PaddedBytes) -> Int {
    let first = bytes.word(at: place)
    let digits = (bytes.word(at: place &+ start) &<< shift) | zeros
    guard (first ^ lead) & leadMask == 0, first & 0xFF > floor, digits.isAllDigits else { return learn(at: &place, in: bytes) }
    place &+= count
    return leadValue &+ digits.digitsValue
  }

  mutating func forget() { self = NumberPredictor() }

  @inline(never) private mutating func learn(at place: inout Int, in bytes: PaddedBytes) -> Int {
    var end = place
    var value = 0
    while bytes[end] &- UInt8(ascii: "0") <= 9, end - place <= Self.maximumDigits {
      value = value &* 10 &+ Int(bytes[end] &- UInt8(ascii: "0"))
      end += 1
    }
    count = end - place
    guard 1...Self.maximumDigits ~= count, count == 1 || bytes[place] != UInt8(ascii: "0") else {
      forget()
      return -1
    }
    floor = count > 1 ? UInt64(UInt8(ascii: "0")) : 0
    start = max(0, count - 8)
    leadMask = start == 8 ? .max : 1 << UInt64(8 * start) - 1
    lead = bytes.word(at: place) & leadMask
    leadValue = value / 100_000_000 * 100_000_000
    shift = UInt64(8 * max(0, 8 - count))
    zeros = 0x3030_3030_3030_3030 & (1 << shift - 1)
    place = end
    return value
  }
}

extension UInt64 {
  /// The high bit of each byte that is no digit. Bits above the lowest that is set may be wrong.
  @inline(__always) private var nonDigits: UInt64 {
    let digits = self ^ 0x3030_3030_3030_3030
    return ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
  }

  @inline(__always) fileprivate var isAllDigits: Bool { nonDigits == 0 }

  /// The value of eight digits, the first in the lowest byte: pairs, then fours, then all at once.
  @inline(__always) fileprivate var digitsValue: Int {
    var value = self & 0x0F0F_0F0F_0F0F_0F0F
    value = (value &* 10 &+ value >> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &* 100 &+ value >> 16) & 0x0000_FFFF_0000_FFFF
    value = (value &* 10_000 &+ value >> 32) & 0xFFFF_FFFF
    return Int(truncatingIfNeeded: value)
  }

  /// The number that the first bytes are the digits of, and how many there are; 0 where it is none of 1 to 7 digits.
  @inline(__always) var shortNumber: (value: Int, count: Int) {
    let others = nonDigits
    guard others != 0, others & 0x80 == 0 else { return (0, 0) }
    let bits = UInt64(truncatingIfNeeded: others.trailingZeroBitCount &- 7)
    // Zeros come before the digits.
    let value = (self &<< (64 &- bits)).digitsValue
    let hasLeadingZero = bits > 8 && self & 0xFF == 0x30
    return hasLeadingZero ? (0, 0) : (value, Int(truncatingIfNeeded: bits >> 3))
  }
}
