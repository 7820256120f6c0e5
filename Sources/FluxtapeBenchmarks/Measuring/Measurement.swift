/// The result of one row.
struct Measurement {
  let ours: Quantity
  let baseline: Quantity
  /// Ours divided by the baseline.
  let ratio: Double
  /// A remark about this run, such as the file that was used.
  var remark: String?

  init(ours: Quantity, baseline: Quantity, ratio: Double, remark: String? = nil) {
    self.ours = ours
    self.baseline = baseline
    self.ratio = ratio
    self.remark = remark
  }

  /// Creates a measurement from pairs of samples in seconds, each pair taken at the same time. The ratio is the median of the pairs'
  /// ratios, because a slow moment of the machine slows both samples of a pair. It may differ a little from the ratio of the medians.
  init(pairs: [(ours: Double, baseline: Double)], remark: String? = nil) {
    self.init(
      ours: .seconds(pairs.map(\.ours).median ?? 0),
      baseline: .seconds(pairs.map(\.baseline).median ?? 0),
      ratio: pairs.map { $0.ours / $0.baseline }.median ?? .nan,
      remark: remark)
  }
}

/// A measured quantity with its unit.
enum Quantity: Equatable, Sendable {
  case seconds(Double)
  case bytes(Int)
  case count(Int)

  /// The number alone: seconds, bytes or a count.
  var value: Double {
    switch self {
    case .seconds(let seconds): seconds
    case .bytes(let count), .count(let count): Double(count)
    }
  }
}

extension Array<Double> {
  /// The middle element, or the mean of the middle two; `nil` if the array is empty.
  var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
