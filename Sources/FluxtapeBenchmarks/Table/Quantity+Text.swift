import Foundation

extension Quantity: CustomStringConvertible {
  var description: String {
    switch self {
    case .seconds(let seconds): Self.scaled(seconds, by: 1000, units: ["s", "ms", "µs", "ns"])
    case .bytes(let bytes):
      abs(bytes) < 1000 ? "\(bytes) B" : Self.scaled(Double(bytes) / 1e9, by: 1000, units: ["GB", "MB", "KB"])
    case .count(let count): "\(count)"
    }
  }

  /// Returns `value` in the unit of this quantity.
  func with(_ value: Double) -> Quantity {
    switch self {
    case .seconds: .seconds(value)
    case .bytes: .bytes(Self.rounded(value))
    case .count: .count(Self.rounded(value))
    }
  }

  /// A failed measurement may yield a value that is not a number, or too large for an integer.
  private static func rounded(_ value: Double) -> Int { Int(exactly: value.rounded()) ?? .max }

  /// Formats the value with the first of the units in which it is at least 1. The units are in descending order.
  private static func scaled(_ value: Double, by factor: Double, units: [String]) -> String {
    var value = value
    var rest = units[...]
    while abs(value) < 0.9995, rest.count > 1 {
      value *= factor
      rest = rest.dropFirst()
    }
    return "\(threeDigits(value)) \(rest.first ?? "")"
  }
}

/// Formats `number` with three digits, as `0.157`, `5.6`, `40.2`, `537`; larger numbers in full. Trailing zeros are dropped.
func threeDigits(_ number: Double) -> String {
  guard number.isFinite, number != 0 else { return number == 0 ? "0" : "\(number)" }
  let before = Int(log10(abs(number)).rounded(.down))
  let digits = min(max(2 - before, 0), 9)
  var text = String(format: "%.\(digits)f", number)
  guard text.contains(".") else { return text }
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text
}
