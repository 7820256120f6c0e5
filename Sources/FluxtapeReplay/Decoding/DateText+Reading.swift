package import FluxtapeCoding

extension DateText {
  /// The instant that an RFC 3339 text names, with any offset from UTC; digits beyond the ninth of a second are dropped.
  package static func secondsSince2001(_ text: String) -> Double? {
    var rest = text.utf8[...]
    guard let year = take(4, from: &rest), takeAny("-", from: &rest), let month = take(2, from: &rest), takeAny("-", from: &rest),
      let day = take(2, from: &rest), takeAny("Tt ", from: &rest), let hour = take(2, from: &rest), takeAny(":", from: &rest),
      let minute = take(2, from: &rest), takeAny(":", from: &rest), let second = take(2, from: &rest),
      let (fraction, digits) = takeFraction(from: &rest), let offset = takeOffset(from: &rest), rest.isEmpty,
      let days = CivilDate.daysSince1970(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let whole = (days - daysFrom1970To2001) * secondsPerDay + hour * 3600 + minute * 60 + second - offset
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

extension CivilDate {
  /// Where a day lies; `nil` for one that does not exist.
  fileprivate static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let marchYear = month <= 2 ? year - 1 : year
    let yearOfEra = marchYear.remainder(modulo: 400)
    let era = (marchYear - yearOfEra) / 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * daysPerEra + dayOfEra - daysFromYear0March1To1970
    // `2026-02-30` would read back as a day in March.
    return CivilDate(daysSince1970: days).day == day ? days : nil
  }
}
