/// Reads a number that every line has, usually with as many digits as on the line before.
///
/// It predicts the number's end instead of searching for it. It compares all but the last eight digits with the line before, and converts
/// the last eight at once.
struct NumberPredictor {
  /// The number of digits on the line before.
  private var count = 0
  /// The first digits, all but the last eight, and their value.
  private var lead = 0 as UInt64
  private var leadMask = 0 as UInt64
  private var leadValue = 0
  /// The place of the last eight digits. Fewer digits are shifted to the end of a word, behind zeros.
  private var start = 0
  private var shift = 0 as UInt64
  private var zeros = 0 as UInt64
  /// The first digit must be above this. Without a prediction, no digit is.
  private var floor = UInt64.max

  private static let maximumDigits = 16
}

extension NumberPredictor {
  /// Reads a number of 1 to 16 digits. More digits may follow: a caller that finds no comma after the number calls ``forget()``.
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
  /// The high bit of each byte that is not a digit. Only the lowest set bit is reliable.
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

  /// The number in the first bytes, and the number of its digits; zeros unless it has 1 to 7 digits.
  @inline(__always) var shortNumber: (value: Int, count: Int) {
    let others = nonDigits
    guard others != 0, others & 0x80 == 0 else { return (0, 0) }
    let bits = UInt64(truncatingIfNeeded: others.trailingZeroBitCount &- 7)
    // Shifts zeros in before the digits.
    let value = (self &<< (64 &- bits)).digitsValue
    let hasLeadingZero = bits > 8 && self & 0xFF == 0x30
    return hasLeadingZero ? (0, 0) : (value, Int(truncatingIfNeeded: bits >> 3))
  }
}
