// Writing instants. Sound: the written bytes were reserved; the table of digits has a pair for every number below 100.

extension Output {
  /// Writes an instant in the form of ``DateText``, without making a string first. Instants without such a form are written as seconds
  /// since 2001.
  func write(instant seconds: Double) {
    guard let parts = DateText.parts(secondsSince2001: seconds) else { return write(seconds) }
    let start = unsafe reserve(Self.longestInstant)
    var place = unsafe start
    unsafe Self.put("\"", at: &place)
    unsafe Self.put(parts.year / 100, at: &place)
    unsafe Self.put(parts.year % 100, at: &place)
    unsafe Self.put("-", at: &place)
    unsafe Self.put(parts.month, at: &place)
    unsafe Self.put("-", at: &place)
    unsafe Self.put(parts.day, at: &place)
    unsafe Self.put("T", at: &place)
    unsafe Self.put(parts.hour, at: &place)
    unsafe Self.put(":", at: &place)
    unsafe Self.put(parts.minute, at: &place)
    unsafe Self.put(":", at: &place)
    unsafe Self.put(parts.second, at: &place)
    unsafe Self.put(".", at: &place)
    unsafe Self.put(fraction: parts.fraction, digits: parts.fractionDigits, at: &place)
    unsafe Self.put("Z", at: &place)
    unsafe Self.put("\"", at: &place)
    unsafe memory.pointee.count &+= place - start
  }

  /// `"2026-11-21T09:00:00.000000000Z"` is 32 bytes.
  private static let longestInstant = 32

  @inline(__always)
  private static func put(_ byte: Unicode.Scalar, at place: inout UnsafeMutablePointer<UInt8>) {
    unsafe place.pointee = UInt8(truncatingIfNeeded: byte.value)
    unsafe place += 1
  }

  /// Writes a number below 100 as two digits.
  @inline(__always)
  private static func put(_ number: Int, at place: inout UnsafeMutablePointer<UInt8>) {
    unsafe place[0] = pairs.utf8Start[2 &* number]
    unsafe place[1] = pairs.utf8Start[2 &* number &+ 1]
    unsafe place += 2
  }

  @inline(__always)
  private static func put(fraction: Int, digits: Int, at place: inout UnsafeMutablePointer<UInt8>) {
    var rest = fraction
    for digit in stride(from: digits - 1, through: 0, by: -1) {
      unsafe place[digit] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    unsafe place += digits
  }
}
