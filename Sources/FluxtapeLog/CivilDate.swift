/// A day of the proleptic Gregorian calendar, as RFC 3339 requires.
package struct CivilDate {
  package let year: Int
  package let month: Int
  package let day: Int

  // A year that begins in March ends with its leap day, and 400 such years always have 146,097 days. The first day of a month is then a linear
  // function of the month. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  package static let daysPerEra = 146_097
  package static let daysFromYear0March1To1970 = 719_468

  package init(daysSince1970: Int) {
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
}

extension FixedWidthInteger {
  /// The non-negative remainder.
  package func remainder(modulo divisor: Self) -> Self {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
