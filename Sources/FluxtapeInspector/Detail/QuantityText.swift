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

  /// A duration with three significant digits or more, rounded: `31µs`, `68.2ms`, `1.25s`, `13.7s`, `2m05s`, `3h20m`, `2d04h`.
  static func duration(_ microseconds: Int, in typesetting: Typesetting = .unicode) -> String {
    let span = microseconds.magnitude
    let text =
      switch span {
      case ..<1000: "\(span)\(typesetting.isASCII ? "us" : "µs")"
      case ..<999_500: decimal(span, per: 1000) + "ms"
      case ..<119_500_000: decimal(span, per: 1_000_000) + "s"
      case ..<7_199_500_000: pair(span, "m", of: 60, "s", of: 1_000_000)
      case ..<172_770_000_000: pair(span, "h", of: 60, "m", of: 60_000_000)
      default: pair(span, "d", of: 24, "h", of: 3_600_000_000)
      }
    return microseconds < 0 ? "-" + text : text
  }

  /// Three significant digits of a number from 1 to 999: `1.25`, `13.7`, `385`.
  private static func decimal(_ span: UInt, per unit: UInt) -> String {
    for (decimals, scale) in [(2, UInt(100)), (1, 10)] {
      let digits = String((span * scale + unit / 2) / unit)
      if digits.count == 3 { return digits.dropLast(decimals) + "." + digits.suffix(decimals) }
    }
    return String((span + unit / 2) / unit)
  }

  /// `2m05s`, rounded to the smaller unit.
  private static func pair(_ span: UInt, _ large: String, of count: UInt, _ small: String, of unit: UInt) -> String {
    let (whole, rest) = ((span + unit / 2) / unit).quotientAndRemainder(dividingBy: count)
    return "\(whole)\(large)\(rest < 10 ? "0" : "")\(rest)\(small)"
  }

  /// The time of day in UTC to the millisecond, or the time since the run began if `start` is unknown.
  static func clock(_ microseconds: Int, since start: Timestamp?) -> String {
    if let start { return String(start.advanced(byMicroseconds: microseconds).clock.dropLast(3)) }
    return String(Timestamp(microsecondsSince1970: microseconds).clock.dropLast(3))
  }
}
