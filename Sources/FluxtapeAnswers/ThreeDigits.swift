/// Formats quantities for people, with three significant digits.
package enum ThreeDigits {
  /// `1.30 MB`, in powers of 1000.
  package static func size(_ bytes: Int) -> String {
    scaled(bytes, sizes) ?? "\(bytes) B"
  }

  /// `12.5 s`, `340 ms`, `7 µs`.
  package static func duration(_ microseconds: Int) -> String {
    scaled(microseconds, times) ?? "\(microseconds) µs"
  }

  // In tables: of a loop over a literal, the compiler makes branches, and their order differs from build to build.
  private static let sizes = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
  private static let times = [("h", 3_600_000_000), ("min", 60_000_000), ("s", 1_000_000), ("ms", 1_000)]

  /// In the largest unit that is not larger than the amount.
  private static func scaled(_ amount: Int, _ units: [(name: String, factor: Int)]) -> String? {
    units.first { amount >= $0.factor }.map { "\(decimal(Double(amount), per: $0.factor)) \($0.name)" }
  }

  /// The form for narrow columns: `31µs`, `68.2ms`, `1.25s`, `13.7s`; from two minutes on in two units: `2m05s`, `3h20m`, `2d04h`.
  package static func compactDuration(_ microseconds: Int) -> String {
    let span = microseconds.magnitude
    let text =
      switch span {
      case ..<1000: "\(span)µs"
      case ..<999_500: decimal(Double(span), per: 1000) + "ms"
      case ..<119_500_000: decimal(Double(span), per: 1_000_000) + "s"
      case ..<7_199_500_000: pair(span, "m", of: 60, "s", of: 1_000_000)
      case ..<172_770_000_000: pair(span, "h", of: 60, "m", of: 60_000_000)
      default: pair(span, "d", of: 24, "h", of: 3_600_000_000)
      }
    return microseconds < 0 ? "-" + text : text
  }

  /// `2m05s`, rounded to the smaller unit.
  private static func pair(_ span: UInt, _ large: String, of count: UInt, _ small: String, of unit: UInt) -> String {
    let (whole, rest) = ((span + unit / 2) / unit).quotientAndRemainder(dividingBy: count)
    return "\(whole)\(large)\(rest < 10 ? "0" : "")\(rest)\(small)"
  }

  /// `amount / unit`, at least 0, with at most two decimals: `0.07`, `1.25`, `13.7`, `385`.
  package static func decimal(_ amount: Double, per unit: Int = 1) -> String {
    // Scaled before it is divided, so that 1005 per 1000 is halfway between 1.00 and 1.01 and not a little less.
    func scaled(_ scale: Double) -> Double { (amount * scale / Double(unit)).rounded() }
    for (decimals, scale) in [(2, 100.0), (1, 10.0)] where scaled(scale) < 1000 {
      let text = String(Int(scaled(scale)))
      let padded = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
      return padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
    return Int(exactly: scaled(1)).map { String($0) } ?? String(amount / Double(unit))
  }
}
