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
    let date = CivilDate(daysSince1970: Int(microsecondsSince1970.floorDivided(by: Self.microsecondsPerDay)))
    if 0...9999 ~= date.year {
      bytes.append(twoDigits: date.year / 100)
      bytes.append(twoDigits: date.year % 100)
    } else {
      bytes.append(decimal: date.year)
    }
    bytes.append(UInt8(ascii: "-"))
    bytes.append(twoDigits: date.month)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(twoDigits: date.day)
  }

  private func writeClock(into bytes: inout [UInt8]) {
    let microsecond = microsecondsSince1970.remainder(modulo: Self.microsecondsPerDay)
    let second = microsecond / 1_000_000
    bytes.append(twoDigits: second / 3600)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(twoDigits: second / 60 % 60)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(twoDigits: second % 60)
    bytes.append(UInt8(ascii: "."))
    bytes.append(twoDigits: microsecond / 10_000 % 100)
    bytes.append(twoDigits: microsecond / 100 % 100)
    bytes.append(twoDigits: microsecond % 100)
  }

  private func text(_ write: (Self, inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    write(self, &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let microsecondsPerDay: Microseconds = 86_400_000_000
}

extension [UInt8] {
  /// Appends a number from 0 to 99. A table has a time for each of its rows.
  fileprivate mutating func append(twoDigits number: some BinaryInteger) {
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10))
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }
}

extension String {
  /// The digits, padded with leading zeros.
  package func padded(to width: Int) -> String { String(repeating: "0", count: max(0, width - utf8.count)) + self }
}

extension Timestamp.Microseconds {
  fileprivate func floorDivided(by divisor: Self) -> Self {
    self >= 0 ? self / divisor : (self + 1) / divisor - 1
  }
}
