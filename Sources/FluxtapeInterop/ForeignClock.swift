import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Converts times of other tools to times of a log: relative to the first one. A clock that goes back does so in the log, too.
struct ForeignClock: Sendable {
  private(set) var start: Timestamp?
  private var last = 0

  /// Starts at the first known instant.
  init(start: Timestamp?) { self.start = start }

  /// Returns the microseconds since the start. Without an instant, returns the time before.
  mutating func time(of instant: Timestamp?) -> Int {
    guard let start, let instant else { return last }
    let (time, overflow) = instant.microsecondsSince1970.subtractingReportingOverflow(start.microsecondsSince1970)
    if !overflow { last = time }
    return last
  }
}

extension Timestamp {
  /// Parses RFC 3339, or seconds, milliseconds or microseconds since 1970, also as a text. The number's magnitude tells the unit for the
  /// years 1973 to 5138. A date and time without an offset is one of UTC.
  init?(foreign value: JSONValue?) {
    switch value {
    case .string(let text):
      if let instant = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "Z") {
        self = instant
      } else {
        // A shorter text is hardly a number of seconds since 1970: it may be a year.
        guard text.utf8.count > 8, case .number(let number)? = try? JSONValue(parsing: text) else { return nil }
        self.init(foreign: .number(number))
      }
    case .number(let number):
      let double = number.double
      guard double.isFinite, double.magnitude < 1e17 else { return nil }
      let factor: Double = double.magnitude < 1e11 ? 1e6 : double.magnitude < 1e14 ? 1e3 : 1
      if let whole = number.int {
        self.init(microsecondsSince1970: whole * Int(factor))
      } else {
        self.init(microsecondsSince1970: Int((double * factor).rounded()))
      }
    default: return nil
    }
  }
}
