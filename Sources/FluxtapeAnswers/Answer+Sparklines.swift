package import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

extension Answer {
  /// A line for each path that shows the course of a number, or else of the length of a text, array or object.
  package func sparklines(of paths: [StatePath]) -> [String] {
    let changes = self.changes
    return paths.indices.map { path in
      let values = changes.filter { $0.path == path }.map { $0.new.flatMap(Self.magnitude) }
      let known = values.compactMap(\.self)
      guard let low = known.min(), let high = known.max() else { return "\(paths[path].description.displayed())  no numbers" }
      let range = "\(Self.words(low))…\(Self.words(high))"
      return "\(paths[path].description.displayed())  \(Self.sparkline(values, low, high))  \(range)"
    }
  }

  private static let sparkColumns = 60

  private static func magnitude(_ value: JSONValue) -> Double? {
    switch value {
    case .number(let number): number.double.isFinite ? number.double : nil
    case .string(let text): Double(text.count)
    case .array(let elements): Double(elements.count)
    case .object(let object): Double(object.count)
    case .null, .bool: nil
    }
  }

  /// Of each of at most 60 stretches the value that is the farthest from the middle one of all, so that a single peak or dip
  /// stays visible, and a gap for a stretch without values. Of adjacent stretches with both, every other one is a gap.
  private static func sparkline(_ values: [Double?], _ low: Double, _ high: Double) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    let columns = min(sparkColumns, values.count)
    let sorted = values.compactMap(\.self).sorted()
    let middle = sorted[sorted.count / 2]
    var line = ""
    var isGap = false
    for column in 0..<columns {
      let stretch = values[(column * values.count / columns)..<((column + 1) * values.count / columns)]
      let farthest = stretch.compactMap(\.self).max { ($0 / 2 - middle / 2).magnitude < ($1 / 2 - middle / 2).magnitude }
      isGap = farthest == nil || stretch.contains(nil) && !isGap
      // Halves, as the distance between two doubles may be infinite.
      let range = high / 2 - low / 2
      let share = range > 0 ? ((farthest ?? low) / 2 - low / 2) / range : 0
      line.append(isGap ? "·" : bars[min(bars.count - 1, Int(share * Double(bars.count)))])
    }
    return line
  }

  private static func words(_ value: Double) -> String { JSONNumber(value)?.text ?? String(value) }
}
