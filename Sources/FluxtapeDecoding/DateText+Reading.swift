package import FluxtapeCoding
import FluxtapeLog

extension DateText {
  /// Parses an RFC 3339 text with any offset from UTC. Drops digits after nanoseconds.
  package static func secondsSince2001(_ text: String) -> Double? {
    var rest = text.utf8[...]
    guard let year = parseDigits(4, from: &rest), skipAny("-", from: &rest), let month = parseDigits(2, from: &rest),
      skipAny("-", from: &rest),
      let day = parseDigits(2, from: &rest), skipAny("Tt ", from: &rest), let hour = parseDigits(2, from: &rest), skipAny(":", from: &rest),
      let minute = parseDigits(2, from: &rest), skipAny(":", from: &rest), let second = parseDigits(2, from: &rest),
      let (fraction, digits) = parseFraction(from: &rest), let offset = parseOffset(from: &rest), rest.isEmpty,
      let days = CivilDate.daysSince1970(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let whole = (days - daysFrom1970To2001) * secondsPerDay + hour * 3600 + minute * 60 + second - offset
    return seconds(whole: whole, fraction: fraction, digits: digits)
  }

  private static func parseDigits(_ count: Int, from rest: inout Substring.UTF8View) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return Int(Substring(digits))
  }

  private static func skipAny(_ characters: String, from rest: inout Substring.UTF8View) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func parseFraction(from rest: inout Substring.UTF8View) -> (Int, digits: Int)? {
    guard skipAny(".", from: &rest) else { return (0, 0) }
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    let known = digits.prefix(9)
    return Int(Substring(known)).map { ($0, known.count) }
  }

  /// Parses an offset, in seconds east of UTC.
  private static func parseOffset(from rest: inout Substring.UTF8View) -> Int? {
    if skipAny("Zz", from: &rest) { return 0 }
    let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
    guard skipAny("+-", from: &rest), let hours = parseDigits(2, from: &rest), skipAny(":", from: &rest),
      let minutes = parseDigits(2, from: &rest),
      hours < 24, minutes < 60
    else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

extension CivilDate {
  /// Returns the number of a day; `nil` if the day does not exist.
  fileprivate static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let marchYear = month <= 2 ? year - 1 : year
    let yearOfEra = marchYear.remainder(modulo: 400)
    let era = (marchYear - yearOfEra) / 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * daysPerEra + dayOfEra - daysFromYear0March1To1970
    // `2026-02-30` would become a day in March.
    return CivilDate(daysSince1970: days).day == day ? days : nil
  }
}
