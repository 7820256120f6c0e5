import FluxtapeAnswers
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

/// Formats numbers for people.
enum QuantityText {
  /// `14,203`
  static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// `3 items`, `1 item`
  static func counted(_ number: Int, _ noun: String) -> String { "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")" }

  /// `179 bytes`, `12.4 KB`; 1 KB is 1,000 bytes.
  static func bytes(_ count: Int) -> String {
    guard count >= 1000 else { return counted(count, "byte") }
    var tenths = count / 100
    for unit in ["KB", "MB", "GB"] {
      if tenths < 10_000 { return tenths < 1000 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)" }
      tenths /= 1000
    }
    return "\(grouped(tenths / 10)) TB"
  }

  /// A duration for narrow columns: `31µs`, `68.2ms`, `1.25s`, `2m05s`.
  static func duration(_ microseconds: Int, in typesetting: Typesetting = .unicode) -> String {
    ThreeDigits.compactDuration(microseconds, isASCII: typesetting.isASCII)
  }

  /// The time of day in UTC to the millisecond, or the time since the run began if `start` is unknown.
  static func clock(_ microseconds: Int, since start: Timestamp?) -> String {
    if let start { return String(start.advanced(byMicroseconds: microseconds).clock.dropLast(3)) }
    return String(Timestamp(microsecondsSince1970: microseconds).clock.dropLast(3))
  }
}
