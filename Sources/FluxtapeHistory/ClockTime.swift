package import FluxtapeLog

/// A time of day, in UTC.
package struct ClockTime: Hashable, Sendable {
  /// Microseconds since midnight.
  package let microseconds: Int

  package init(microseconds: Int) { self.microseconds = microseconds }

  /// Reads `h:mm`, `h:mm:ss` or `h:mm:ss.fff`.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard text.allSatisfy({ $0.isASCIIDigit || $0 == ":" || $0 == "." }), (2...3).contains(parts.count),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), (0..<24).contains(hours),
      (0..<60).contains(minutes), let seconds = parts.count == 3 ? Double(String(parts[2])) : 0, (0..<60).contains(seconds)
    else { return nil }
    microseconds = (hours * 3600 + minutes * 60) * 1_000_000 + Int((seconds * 1e6).rounded(.down))
  }

  /// Microseconds from a moment to this time on the moment's day, whether before or after it.
  package func onDay(of moment: Timestamp) -> Int {
    let (now, day) = (moment.microsecondsSince1970, 86_400_000_000)
    return microseconds - ((now % day) + day) % day
  }
}
