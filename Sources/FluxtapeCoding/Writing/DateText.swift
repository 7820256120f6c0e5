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

  /// The fields of an instant's text.
  struct Parts {
    var year, month, day: Int
    var hour, minute, second: Int
    /// The fraction of a second, with this many digits.
    var fraction: Int
    var fractionDigits: Int
  }

  /// The fields of an instant's text, or `nil` if RFC 3339 has no form for it: before year 0, from year 10000 on, or not finite.
  static func parts(secondsSince2001 seconds: Double) -> Parts? {
    guard expressible.contains(seconds) else { return nil }
    let floor = seconds.rounded(.down)
    if floor == seconds { return parts(wholeSecondsSince2001: Int(floor), fraction: 0, digits: 6) }
    for digits in 6...9 {
      let unit = powersOfTen[digits]
      var (whole, fraction) = (Int(floor), Int(((seconds - floor) * Double(unit)).rounded()))
      if fraction == unit { (whole, fraction) = (whole + 1, 0) }
      if digits == 9 || Self.seconds(whole: whole, fraction: fraction, digits: digits) == seconds {
        return parts(wholeSecondsSince2001: whole, fraction: fraction, digits: digits)
      }
    }
    return nil
  }

  private static func parts(wholeSecondsSince2001 whole: Int, fraction: Int, digits: Int) -> Parts? {
    guard Double(whole) < expressible.upperBound else { return nil }
    let sinceMidnight = whole.remainder(modulo: secondsPerDay)
    let date = CivilDate(daysSince1970: (whole - sinceMidnight) / secondsPerDay + daysFrom1970To2001)
    return Parts(
      year: date.year, month: date.month, day: date.day, hour: sinceMidnight / 3600, minute: sinceMidnight / 60 % 60,
      second: sinceMidnight % 60, fraction: fraction, fractionDigits: digits)
  }

  package static func seconds(whole: Int, fraction: Int, digits: Int) -> Double {
    Double(whole) + Double(fraction) / Double(powersOfTen[digits])
  }

  private static let powersOfTen = (0...9).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
