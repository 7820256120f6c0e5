public import FluxtapeLog

extension Timestamp {
  /// The instant `microseconds` later. It saturates instead of overflowing, as both numbers may come from a file.
  public func advanced(byMicroseconds microseconds: Microseconds) -> Timestamp {
    Timestamp(microsecondsSince1970: microsecondsSince1970.saturatingAdd(microseconds))
  }

  /// Parses an RFC 3339 date and time, with any offset and any number of fraction digits. Digits after the sixth are dropped. A leap second
  /// (`:60`) counts as the following second. `nil` if the text has another form.
  public init?(rfc3339 text: String) {
    var reader = Digits(text.utf8[...])
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"), let day = reader.number(2),
      (1...12).contains(month), (1...31).contains(day), reader.skip("T") || reader.skip("t") || reader.skip(" "),
      let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), reader.skip(":"), let second = reader.number(2),
      hour < 24, minute < 60, second <= 60, let fraction = reader.fraction(), let offset = reader.zone(), reader.isAtEnd
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    let lastDays = month == 12 ? days + 31 - day : Self.days(year: year, month: month + 1, day: 0)
    guard days <= lastDays else { return nil }  // rejects dates such as 31 April
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
    self.init(microsecondsSince1970: seconds * 1_000_000 + fraction)
  }

  /// A cursor over the parts of a date.
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

    /// Microseconds after the decimal point; 0 without one.
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

  /// Days from 1970-01-01 to a day in the proleptic Gregorian calendar.
  ///
  /// - Parameter year: From 0 to 9999. Years begin in March, as when a ``Timestamp`` is written.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear < 0 ? -1 : marchYear / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
