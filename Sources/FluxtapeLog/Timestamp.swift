/// An instant in UTC, in microseconds since 1970-01-01T00:00:00Z without leap seconds.
public struct Timestamp: Hashable, Sendable {
  // Instants also exist on systems with a 32-bit `Int`.
  #if _pointerBitWidth(_32)
  /// An `Int` of at least 64 bits.
  public typealias Microseconds = Int64
  #else
  /// An `Int` of at least 64 bits.
  public typealias Microseconds = Int
  #endif

  /// Microseconds since the beginning of 1970 in UTC.
  public var microsecondsSince1970: Microseconds

  /// Creates the instant this many microseconds after the beginning of 1970.
  public init(microsecondsSince1970: Microseconds) { self.microsecondsSince1970 = microsecondsSince1970 }
}

extension Timestamp: Comparable {
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.microsecondsSince1970 < right.microsecondsSince1970 }
}

// MARK: - Writing

extension Timestamp: CustomStringConvertible {
  /// The instant in the form of RFC 3339, in UTC with six fractional digits: `2026-11-21T09:00:00.000000Z`.
  public var description: String { text { $0.write(into: &$1) } }

  /// The time of day in UTC with microseconds: `09:00:00.000000`.
  public var clock: String { text { $0.writeClock(into: &$1) } }

  /// The day in UTC: `2026-11-21`.
  public var date: String { text { $0.writeDate(into: &$1) } }

  /// Appends ``description``.
  package func write(into bytes: inout [UInt8]) {
    writeDate(into: &bytes)
    bytes.append(UInt8(ascii: "T"))
    writeClock(into: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  private func writeDate(into bytes: inout [UInt8]) {
    let (year, month, day) = Self.civil(fromDays: microsecondsSince1970.floorDivided(by: Self.microsecondsPerDay))
    bytes.append(year, digits: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(month, digits: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(day, digits: 2)
  }

  private func writeClock(into bytes: inout [UInt8]) {
    let microsecond = microsecondsSince1970.modulo(Self.microsecondsPerDay)
    let second = microsecond / 1_000_000
    bytes.append(second / 3600, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(second / 60 % 60, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(second % 60, digits: 2)
    bytes.append(UInt8(ascii: "."))
    bytes.append(microsecond % 1_000_000, digits: 6)
  }

  private func text(_ write: (Self, inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    write(self, &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let microsecondsPerDay: Microseconds = 86_400_000_000
}

extension [UInt8] {
  /// Appends a number with leading zeros.
  fileprivate mutating func append(_ number: Timestamp.Microseconds, digits: Int) {
    var least: Timestamp.Microseconds = 1
    for _ in 1..<digits { least *= 10 }
    while number >= 0, number < least, least > 1 {
      append(UInt8(ascii: "0"))
      least /= 10
    }
    append(decimal: Int(number))
  }
}

extension String {
  /// The digits, padded with leading zeros.
  package func padded(to width: Int) -> String { String(repeating: "0", count: max(0, width - utf8.count)) + self }
}

// MARK: - The calendar

extension Timestamp {
  /// The date `days` after 1970-01-01 in the proleptic Gregorian calendar.
  ///
  /// Years are counted from March, so that the leap day is the last day of a year: the first day of a month is then a linear function of
  /// the month. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func civil(fromDays days: Microseconds) -> (year: Microseconds, month: Microseconds, day: Microseconds) {
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

extension Timestamp.Microseconds {
  fileprivate func floorDivided(by divisor: Self) -> Self {
    self >= 0 ? self / divisor : (self + 1) / divisor - 1
  }

  /// The non-negative remainder. Computed without the product of quotient and divisor, which could overflow for negative numbers.
  fileprivate func modulo(_ divisor: Self) -> Self {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
