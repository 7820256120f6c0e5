package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeScreen

/// Every change of some values.
///
/// ```text
/// run.jsonl:14  09:00:06.590413  cart.itemAdded    0 → 4800  (+4800)
/// run.jsonl:15  09:00:08.290441  cart.itemAdded    4800 → 6000  (+1200)
/// ```
/// JSON, one object per change: `path`, `store`, `old` and `new` (left out for an absent value), and `at`, `seq`, `t`, `type` of the
/// action. `between` (two addresses) or `beforeRecording` is added if that row shows the value but may not have written it, and `uncertain`
/// (why) if the state after it is uncertain.
package struct ChangesReport: Report, Sendable {
  private let names: RowNames
  private let paths: [StatePath]
  private let stores: [String]
  private let changes: [ValueChange]

  /// - Parameter stores: For each path, the store that was searched.
  package init(_ changes: [ValueChange], of history: History, log: String, paths: [StatePath], stores: [String]) {
    names = RowNames(history, log: log)
    self.changes = changes
    self.stores = stores
    self.paths = zip(paths, stores).map { StatePath(store: $1, parts: $0.parts) }
  }

  package var text: [String] {
    var table = Table([.init("step"), .init("time"), .init("path"), .init("type"), .init("change")])
    if paths.count == 1 { table.columns.remove(at: 2) }
    for change in changes {
      var cells = [
        names.address(change.origin), names.time(change.origin), paths[change.path].description, names.type(change.origin),
        Self.words(change) + (change.doubt.map { "  not certain: \(names.history.doubt(since: $0))" } ?? ""),
      ]
      if paths.count == 1 { cells.remove(at: 2) }
      table.append(cells)
    }
    return table.textRows
  }

  private static func words(_ change: ValueChange) -> String {
    let (old, new) = (change.old, change.new)
    let arrow = ChangedText(old, new, columns: 40).arrow
    guard case .number(let from)? = old, case .number(let to)? = new, let delta = numberDelta(from: from, to: to) else {
      return arrow
    }
    return "\(arrow)  (\(delta))"
  }

  package var json: [JSONValue] {
    changes.map { change in
      .object(
        JSONObject([("path", .string(paths[change.path].description))]).adding(names.members(change.origin)).adding([
          "store": .string(stores[change.path]), "old": change.old, "new": change.new,
          "uncertain": change.doubt.map { .string(names.history.doubt(since: $0)) },
        ]))
    }
  }

  package var table: Table {
    var table = Table([.init("path"), .init("step"), .init("time"), .init("type"), .init("old"), .init("new")])
    for change in changes {
      table.append([
        paths[change.path].description, names.address(change.origin), names.time(change.origin), names.type(change.origin),
        change.old?.text ?? "", change.new?.text ?? "",
      ])
    }
    return table
  }
}

// MARK: - Sparklines

extension ChangesReport {
  /// A line for each path that shows the course of a number, or else of the length of a text, array or object.
  package var sparklines: [String] {
    paths.indices.map { path in
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

  /// The highest value of each of at most 60 stretches, and a gap for a stretch without values. Of adjacent stretches with both, every
  /// other one is a gap.
  private static func sparkline(_ values: [Double?], _ low: Double, _ high: Double) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    let columns = min(sparkColumns, values.count)
    var line = ""
    var isGap = false
    for column in 0..<columns {
      let stretch = values[(column * values.count / columns)..<((column + 1) * values.count / columns)]
      let highest = stretch.compactMap(\.self).max()
      isGap = highest == nil || stretch.contains(nil) && !isGap
      // Halves, as the distance between two doubles may be infinite.
      let range = high / 2 - low / 2
      let share = range > 0 ? ((highest ?? low) / 2 - low / 2) / range : 0
      line.append(isGap ? "·" : bars[min(bars.count - 1, Int(share * Double(bars.count)))])
    }
    return line
  }

  private static func words(_ value: Double) -> String { JSONNumber(value)?.text ?? String(value) }
}
