/// The largest allowed ratio, and the words for it.
struct Target: Equatable, Sendable {
  /// The largest ratio, ours divided by the baseline, that meets the target.
  let ratio: Double
  let manner: Manner

  /// How the row expresses a ratio.
  enum Manner: Equatable, Sendable {
    /// `0.16 %`
    case percent
    /// `5.6x faster`
    case timesFaster
    /// `1.02x`
    case times
    /// `4.2 ms more`; the ratio is what ours takes beyond the baseline, divided by the allowed amount.
    case added(Quantity)
    /// `3 lost`: ours counts the lost records of the baseline.
    case lost
    /// `1 added`: the ratio counts what ours has beyond the baseline.
    case noneAdded
  }

  static func percent(_ percent: Double) -> Target { Target(ratio: percent / 100, manner: .percent) }
  static func timesFaster(_ factor: Double) -> Target { Target(ratio: 1 / factor, manner: .timesFaster) }
  static func times(_ factor: Double) -> Target { Target(ratio: factor, manner: .times) }
  static func added(milliseconds: Double) -> Target { added(.seconds(milliseconds / 1000)) }
  static func added(_ allowed: Quantity) -> Target { Target(ratio: 1, manner: .added(allowed)) }
  static let nothingLost = Target(ratio: 0, manner: .lost)
  static let nothingAdded = Target(ratio: 0, manner: .noneAdded)

  /// Whether `ratio` meets the target; not if it is not a number.
  func holds(_ ratio: Double) -> Bool { ratio <= self.ratio }
}

// MARK: - Words

extension Target: CustomStringConvertible {
  var description: String {
    switch manner {
    case .percent, .times, .added: "≤ \(text(ratio))"
    case .timesFaster: "≥ \(text(ratio))"
    case .lost: "none lost"
    case .noneAdded: "none added"
    }
  }

  /// Returns `ratio` in the words of this target.
  func text(_ ratio: Double) -> String {
    switch manner {
    case .percent: "\(threeDigits(ratio * 100)) %"
    case .timesFaster: "\(threeDigits(1 / ratio))x faster"
    case .times: "\(threeDigits(ratio))x"
    case .added(let allowed): "\(allowed.with(allowed.value * ratio)) more"
    case .lost: ratio == 0 ? "none lost" : "\(threeDigits(ratio * 100)) % lost"
    case .noneAdded: ratio == 0 ? "none added" : "\(threeDigits(ratio)) added"
    }
  }
}
