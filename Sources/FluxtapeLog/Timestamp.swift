/// An instant in UTC, counted in microseconds since 1970-01-01T00:00:00Z, leap seconds left out.
public struct Timestamp: Hashable, Sendable {
  public var microsecondsSince1970: Int

  public init(microsecondsSince1970: Int) { self.microsecondsSince1970 = microsecondsSince1970 }
}

extension Timestamp: Comparable {
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.microsecondsSince1970 < right.microsecondsSince1970 }

  /// The instant `microseconds` later; saturates instead of overflowing, as both numbers may come from a file.
  public func advanced(byMicroseconds microseconds: Int) -> Timestamp {
    let (sum, overflow) = microsecondsSince1970.addingReportingOverflow(microseconds)
    return Timestamp(microsecondsSince1970: overflow ? (microseconds > 0 ? .max : .min) : sum)
  }
}

// MARK: - Writing

extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC with six digits of fraction: `2026-11-21T09:00:00.000000Z`.
  public var description: String { "\(date)T\(clock)Z" }

  /// The time of day in UTC with microseconds: `09:00:00.000000`.
  public var clock: String {
    let microsecond = microsecondsSince1970.modulo(Self.microsecondsPerDay)
    let second = microsecond / 1_000_000
    return [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }.joined(separator: ":")
      + "." + padded(microsecond % 1_000_000, to: 6)
  }

  /// The day in UTC: `2026-11-21`.
  public var date: String {
    let (year, month, day) = Self.civil(fromDays: microsecondsSince1970.floorDivided(by: Self.microsecondsPerDay))
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  private func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

// MARK: - Reading

extension Timestamp {
  private static let microsecondsPerDay = 86_400_000_000

  /// Reads an RFC 3339 date and time, with any offset and any number of fraction digits (digits after the sixth are dropped).
  /// A leap second (`:60`) is read as the second after it. `nil` if the text has another form.
  public init?(rfc3339 text: String) {
    var reader = Digits(text.utf8[...])
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"), let day = reader.number(2),
      (1...12).contains(month), (1...31).contains(day), reader.skip("T") || reader.skip("t") || reader.skip(" "),
      let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), reader.skip(":"), let second = reader.number(2),
      hour < 24, minute < 60, second <= 60, let fraction = reader.fraction(), let offset = reader.zone(), reader.isAtEnd
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    guard Self.civil(fromDays: days) == (year, month, day) else { return nil }  // 31 April and its like
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
    microsecondsSince1970 = seconds * 1_000_000 + fraction
  }

  /// The cursor that reads the parts of a date.
  private struct Digits {
    var rest: Substring.UTF8View

    init(_ rest: Substring.UTF8View) { self.rest = rest }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: scalar) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func digit() -> Int? {
      guard let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      rest.removeFirst()
      return Int(byte - UInt8(ascii: "0"))
    }

    mutating func number(_ width: Int) -> Int? {
      var result = 0
      for _ in 0..<width {
        guard let digit = digit() else { return nil }
        result = result * 10 + digit
      }
      return result
    }

    /// Microseconds after the point, 0 without one.
    mutating func fraction() -> Int? {
      guard skip(".") else { return 0 }
      guard var result = digit() else { return nil }
      var width = 1
      while let digit = digit() {
        if width < 6 {
          result = result * 10 + digit
          width += 1
        }
      }
      while width < 6 {
        result *= 10
        width += 1
      }
      return result
    }

    /// Minutes east of UTC.
    mutating func zone() -> Int? {
      if skip("Z") || skip("z") { return 0 }
      let sign = skip("+") ? 1 : skip("-") ? -1 : 0
      guard sign != 0, let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60 else { return nil }
      return sign * (hour * 60 + minute)
    }
  }
}

// MARK: - The calendar

extension Timestamp {
  /// Days since 1970-01-01 of a day in the proleptic Gregorian calendar.
  ///
  /// Years are counted from March, so that the leap day is a year's last: then a month's first day is a linear function of
  /// the month. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear.floorDivided(by: 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day that lies `days` after 1970-01-01; the inverse of ``days(year:month:day:)``.
  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

extension Int {
  fileprivate func floorDivided(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : (self + 1) / divisor - 1
  }

  /// What floor division leaves; for a negative number without the product, which may lie outside of the range.
  fileprivate func modulo(_ divisor: Int) -> Int {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
