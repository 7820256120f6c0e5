import FluxtapeLog

/// Formats instants as RFC 3339 text in UTC, `2026-11-21T09:00:00.000000Z`, from seconds since 2001-01-01T00:00:00Z, as `Date` counts them.
///
/// The text has six fractional digits, or up to nine where six would not read back as the same instant. This is lossless for dates more
/// than seven months away from the beginning of 2001; nearer to it, a `Double` is finer than a nanosecond, and the text is rounded. There
/// are no leap seconds, as in `Date`.
package enum DateText {
  package static let secondsPerDay = 86_400
  package static let daysFrom1970To2001 = 11_323
  /// Seconds since 2001 at the beginning of the years 0 and 10000, since RFC 3339 writes years with four digits.
  private static let expressible = -63_145_526_400.0..<252_423_993_600.0

  /// Appends an instant. Returns `false`, with nothing appended, if RFC 3339 has no form for it: before year 0, from year 10000 on, or not
  /// finite.
  static func append(secondsSince2001 seconds: Double, to bytes: inout [UInt8]) -> Bool {
    guard expressible.contains(seconds) else { return false }
    let floor = Timestamp.Microseconds(seconds.rounded(.down))
    for digits in 6...9 {
      let unit = powersOfTen[digits]
      let fraction = Int(((seconds - Double(floor)) * Double(unit)).rounded())
      let whole = fraction == unit ? floor + 1 : floor
      guard digits == 9 || Self.seconds(whole: whole, fraction: fraction % unit, digits: digits) == seconds else { continue }
      guard Double(whole) < expressible.upperBound else { return false }
      append(whole: whole, fraction: fraction % unit, digits: digits, to: &bytes)
      return true
    }
    return false
  }

  private static func append(whole: Timestamp.Microseconds, fraction: Int, digits: Int, to bytes: inout [UInt8]) {
    let seconds = whole + Timestamp.Microseconds(daysFrom1970To2001 * secondsPerDay)
    let unit = powersOfTen[digits - 6]
    Timestamp(microsecondsSince1970: seconds * 1_000_000 + Timestamp.Microseconds(fraction / unit)).write(into: &bytes)
    guard digits > 6 else { return }
    bytes.removeLast()
    bytes.append(contentsOf: "\(fraction % unit)".padded(to: digits - 6).utf8)
    bytes.append(UInt8(ascii: "Z"))
  }

  package static func seconds(whole: some BinaryInteger, fraction: Int, digits: Int) -> Double {
    Double(whole) + Double(fraction) / Double(powersOfTen[digits])
  }

  private static let powersOfTen = (0...9).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
