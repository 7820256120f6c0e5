import FluxtapeJSON

// Writing numbers. Sound for the same reason as in Output+Text.swift; the table of digits is a constant of 200 bytes.

extension Output {
  func write(_ value: Bool) { value ? append("true") : append("false") }

  func writeNull() { append("null") }

  @inline(__always)
  func write(_ value: Int) { write(magnitude: value.magnitude, isNegative: value < 0) }

  @inline(__always)
  func write(_ value: some FixedWidthInteger) {
    if let small = UInt(exactly: value.magnitude) { write(magnitude: small, isNegative: value < 0) } else { writeLarge(value) }
  }

  /// Writes one of the widest integers; ``write(_:)`` would look up its form.
  func write(integer value: some FixedWidthInteger) { write(value) }

  private func writeLarge(_ value: some FixedWidthInteger) { append(Array(String(value).utf8)) }

  private func write(magnitude: UInt, isNegative: Bool) {
    var target = unsafe reserve(21)
    var size = 0
    if isNegative {
      unsafe target.pointee = UInt8(ascii: "-")
      unsafe target += 1
      size = 1
    }
    let digits = Self.digitCount(of: magnitude)
    unsafe Self.write(magnitude, digits: digits, to: target)
    unsafe memory.pointee.count &+= size &+ digits
  }

  /// Writes the digits from the last to the first, two at a time, since the divisions dominate the cost.
  @inline(__always)
  static func write(_ magnitude: UInt, digits: Int, to target: UnsafeMutablePointer<UInt8>) {
    var (rest, place) = (magnitude, digits)
    while rest >= 100 {
      let pair = Int(truncatingIfNeeded: rest % 100) &* 2
      rest /= 100
      place &-= 2
      unsafe target[place] = pairs.utf8Start[pair]
      unsafe target[place &+ 1] = pairs.utf8Start[pair &+ 1]
    }
    if rest >= 10 {
      unsafe target[1] = pairs.utf8Start[Int(truncatingIfNeeded: rest) &* 2 &+ 1]
      unsafe target[0] = pairs.utf8Start[Int(truncatingIfNeeded: rest) &* 2]
    } else {
      unsafe target[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
    }
  }

  @inline(__always)
  static func digitCount(of magnitude: UInt) -> Int {
    var (rest, digits) = (magnitude, 1)
    while rest >= 10_000 {
      rest /= 10_000
      digits &+= 4
    }
    return digits &+ (rest >= 10 ? 1 : 0) &+ (rest >= 100 ? 1 : 0) &+ (rest >= 1000 ? 1 : 0)
  }

  /// The two digits of all numbers below 100.
  static let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566\
    676869707172737475767778798081828384858687888990919293949596979899
    """
}

// MARK: - Floating point

extension Output {
  /// Writes the shortest text that reads back as the same value, without `.0`; writes a tag for values that are not finite.
  func write(_ value: Double) {
    if writeDecimal(value) { return }
    writeLong(value)
  }

  func write(_ value: Float) {
    // The shortest text of a float has up to 9 digits, and differs from that of the equal double.
    if let integer = Int(exactly: value), integer.magnitude < 1 << 24, integer != 0 { return write(integer) }
    writeLong(value)
  }

  func writeLong(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
    guard value.isFinite else {
      TaggedValue(value).map { append($0.json.bytes) }
      return
    }
    let text = value.description
    append(Array(text.utf8.dropLast(text.hasSuffix(".0") ? 2 : 0)))
  }

  /// Writes integers and numbers with few decimals, such as prices and sizes. Returns `false` for others.
  ///
  /// No two decimals of up to 15 digits read back as the same double (IEEE 754: a double holds 15.95 digits). So a decimal that reads back
  /// as the value and has no trailing zeros is the shortest. Both operands of the division are exact, so it is rounded once, as in parsing.
  private func writeDecimal(_ value: Double) -> Bool {
    let magnitude = value.magnitude
    // Outside of this range the text may need an exponent, or digits beyond the precision.
    guard magnitude >= 0x1p-13, magnitude < 1e15 else { return false }
    var (scale, decimals) = (1.0, 0)
    while true {
      // Rounded by truncation: calling `rounded()` costs more than everything else here.
      let product = magnitude * scale + 0.5
      guard product < 1e15 else { return false }
      let digits = Int(product)
      if Double(digits) / scale == magnitude {
        write(digits: digits.magnitude, decimals: decimals, isNegative: value < 0)
        return true
      }
      guard decimals < 6 else { return false }
      decimals += 1
      scale *= 10
    }
  }

  private func write(digits: UInt, decimals: Int, isNegative: Bool) {
    if isNegative { append(UInt8(ascii: "-")) }
    guard decimals > 0 else { return write(magnitude: digits, isNegative: false) }
    // At least one digit before the decimal point.
    let count = max(Self.digitCount(of: digits), decimals + 1)
    let target = unsafe reserve(count + 1)
    for place in 0..<count { unsafe target[place] = UInt8(ascii: "0") }
    let own = Self.digitCount(of: digits)
    unsafe Self.write(digits, digits: own, to: target + (count - own))
    for place in stride(from: count, to: count - decimals, by: -1) { unsafe target[place] = target[place - 1] }
    unsafe target[count - decimals] = UInt8(ascii: ".")
    unsafe memory.pointee.count += count + 1
  }
}
