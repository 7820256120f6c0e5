import FluxtapeJSON

/// One line of the table.
struct BenchmarkRow {
  let name: String
  let what: String
  let target: Target
  let measurement: Measurement
  let contains: String

  var holds: Bool { target.holds(measurement.ratio) }

  init(_ benchmark: Benchmark, _ measurement: Measurement) {
    self.init(
      name: benchmark.name, what: benchmark.what, target: benchmark.target, measurement: measurement,
      contains: [benchmark.contains, measurement.remark].compactMap(\.self).joined(separator: " "))
  }

  init(name: String, what: String, target: Target, measurement: Measurement, contains: String) {
    self.name = name
    self.what = what
    self.target = target
    self.measurement = measurement
    self.contains = contains
  }
}

// MARK: - JSON

extension BenchmarkRow {
  /// The row as one JSON object. `holds` is `true` if `ratio`, which is ours divided by the baseline, is at most `target`. `unit` is the
  /// unit of `ours` and `baseline`: seconds, bytes or a count.
  var json: JSONValue {
    let unit =
      switch measurement.ours {
      case .seconds: "seconds"
      case .bytes: "bytes"
      case .count: "count"
      }
    return .object([
      "name": .string(name), "what": .string(what), "ratio": Self.number(measurement.ratio), "target": Self.number(target.ratio),
      "holds": .bool(holds), "ours": measurement.ours.json, "baseline": measurement.baseline.json, "unit": .string(unit),
      "contains": .string(contains),
    ])
  }

  /// Returns the number without digits that are only rounding errors of a division, or `null` if JSON has no such number.
  fileprivate static func number(_ value: Double) -> JSONValue {
    JSONNumber((value * 1e12).rounded() / 1e12).map(JSONValue.number) ?? .null
  }
}

extension Quantity {
  fileprivate var json: JSONValue {
    switch self {
    case .seconds(let seconds): BenchmarkRow.number(seconds)
    case .bytes(let count), .count(let count): .number(JSONNumber(count))
    }
  }
}
