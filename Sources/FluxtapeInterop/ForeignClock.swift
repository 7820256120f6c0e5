import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Makes times of a log from those that other tools write: never back, counted from the first one.
struct ForeignClock: Sendable {
  private(set) var start: Timestamp?
  private var last = 0

  /// Begins with the first instant that is told.
  init(start: Timestamp?) { self.start = start }

  /// Microseconds since the start. What tells no time happened when the one before it did.
  mutating func time(of instant: Timestamp?) -> Int {
    guard let start, let instant else { return last }
    let (time, overflow) = instant.microsecondsSince1970.subtractingReportingOverflow(start.microsecondsSince1970)
    if !overflow { last = max(last, time) }
    return last
  }
}

extension Timestamp {
  /// RFC 3339, or seconds, milliseconds or microseconds since 1970: which of them shows in the size of the number for any year
  /// from 1973 to 5138.
  init?(foreign value: JSONValue?) {
    switch value {
    case .string(let text): self.init(rfc3339: text)
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
