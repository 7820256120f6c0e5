/// Instants as RFC 3339 text in UTC, `2026-11-21T09:00:00.000000Z`, from and to seconds since 2001-01-01T00:00:00Z, which is how
/// `Date` counts.
///
/// The text has six digits of a second, up to nine where six would not read back as the same instant. So nothing is lost of any
/// date more than seven months away from the beginning of 2001; nearer to it a `Double` is finer than a nanosecond, and the rest is
/// rounded. Leap seconds do not exist, as in `Date`.
package enum DateText {
  private static let secondsPerDay = 86_400
  private static let daysFrom1970To2001 = 11_323
  /// Seconds since 2001 at the beginning of the years 0 and 10000: RFC 3339 writes years with four digits.
  private static let expressible = -63_145_526_400.0..<252_423_993_600.0

  /// What the text of an instant says.
  struct Parts {
    var year, month, day: Int
    var hour, minute, second: Int
    /// The part of a second, with so many digits.
    var fraction: Int
    var fractionDigits: Int
  }

  /// The text of an instant, or `nil` where RFC 3339 has none: before year 0, from year 10000 on, or not finite.
  package static func text(secondsSince2001 seconds: Double) -> String? {
    parts(secondsSince2001: seconds).map { parts in
      "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
        + "T\(padded(parts.hour, 2)):\(padded(parts.minute, 2)):\(padded(parts.second, 2))"
        + ".\(padded(parts.fraction, parts.fractionDigits))Z"
    }
  }

  /// What the text of an instant says, where there is one.
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

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  fileprivate static func seconds(whole: Int, fraction: Int, digits: Int) -> Double {
    Double(whole) + Double(fraction) / Double(powersOfTen[digits])
  }

  private static let powersOfTen = (0...9).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
}

// MARK: - Reading

extension DateText {
  /// The instant that an RFC 3339 text names, with any offset from UTC; digits beyond the ninth of a second are dropped.
  package static func secondsSince2001(_ text: String) -> Double? {
    var rest = text.utf8[...]
    guard let year = take(4, from: &rest), takeAny("-", from: &rest), let month = take(2, from: &rest), takeAny("-", from: &rest),
      let day = take(2, from: &rest), takeAny("Tt ", from: &rest), let hour = take(2, from: &rest), takeAny(":", from: &rest),
      let minute = take(2, from: &rest), takeAny(":", from: &rest), let second = take(2, from: &rest),
      let (fraction, digits) = takeFraction(from: &rest), let offset = takeOffset(from: &rest), rest.isEmpty,
      let date = CivilDate(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let whole = (date.daysSince1970 - daysFrom1970To2001) * secondsPerDay + hour * 3600 + minute * 60 + second - offset
    return seconds(whole: whole, fraction: fraction, digits: digits)
  }

  private static func take(_ count: Int, from rest: inout Substring.UTF8View) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return Int(Substring(digits))
  }

  private static func takeAny(_ characters: String, from rest: inout Substring.UTF8View) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func takeFraction(from rest: inout Substring.UTF8View) -> (Int, digits: Int)? {
    guard takeAny(".", from: &rest) else { return (0, 0) }
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    let known = digits.prefix(9)
    return Int(Substring(known)).map { ($0, known.count) }
  }

  /// Seconds east of UTC.
  private static func takeOffset(from rest: inout Substring.UTF8View) -> Int? {
    if takeAny("Zz", from: &rest) { return 0 }
    let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
    guard takeAny("+-", from: &rest), let hours = take(2, from: &rest), takeAny(":", from: &rest), let minutes = take(2, from: &rest),
      hours < 24, minutes < 60
    else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

// MARK: - Days

/// A day of the Gregorian calendar, reckoned backwards too, as RFC 3339 asks.
private struct CivilDate {
  let year: Int
  let month: Int
  let day: Int

  // A year that begins in March ends with its leap day, and 400 such years are always 146,097 days.
  private static let daysPerEra = 146_097
  private static let daysFromYear0March1To1970 = 719_468

  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
    // `2026-02-30` would read back as a day in March.
    guard CivilDate(daysSince1970: daysSince1970).day == day else { return nil }
  }

  init(daysSince1970: Int) {
    let days = daysSince1970 + Self.daysFromYear0March1To1970
    let dayOfEra = days.remainder(modulo: Self.daysPerEra)
    let era = (days - dayOfEra) / Self.daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let yearOfEra = marchYear.remainder(modulo: 400)
    let era = (marchYear - yearOfEra) / 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysPerEra + dayOfEra - Self.daysFromYear0March1To1970
  }
}

extension Int {
  /// The remainder that is never negative.
  fileprivate func remainder(modulo divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
