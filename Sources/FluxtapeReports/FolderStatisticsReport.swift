package import FluxtapeAnswers
package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeLog
import FluxtapeScreen

/// The types of action in many runs: for each, the number of runs that contain it, and how many of them are red.
///
/// JSON, one object per line: `kind` `type` (`store`, `type`, `runs`, `red`, `actions`, `errors`, `inFlight`, `pending`, and `max` in
/// microseconds), then `totals` as in ``RunListReport``.
package struct FolderStatisticsReport: Report, Sendable {
  private var totals: RunTotals?
  /// By store and type.
  private var groups: [[String]: Numbers] = [:]
  private var bytes = 0

  private struct Numbers {
    var (runs, red, actions, errors, inFlight, pending) = (0, 0, 0, 0, 0, 0)
    /// Microseconds; `nil` if no action has a duration.
    var longest: Int?
  }

  package init() {}

  /// Sets the totals of all runs.
  package mutating func end(_ totals: RunTotals) { self.totals = totals }

  /// Adds a run.
  package mutating func add(_ run: History, isRed: Bool) {
    bytes += run.byteCount
    for type in run.actionTypes() {
      let key = [type.store, type.type ?? ""]
      var numbers = groups[key, default: Numbers()]
      numbers.runs += 1
      numbers.red += isRed ? 1 : 0
      numbers.actions += type.actions
      numbers.errors += type.errors
      numbers.inFlight += type.inFlight
      numbers.pending += type.pending
      if type.durations.count > 0 { numbers.longest = max(numbers.longest ?? 0, type.durations.longest) }
      groups[key] = numbers
    }
  }

  /// Types with actions in flight first, then with errors, then by frequency.
  private var sorted: [(key: [String], value: Numbers)] {
    func place(_ key: [String], _ numbers: Numbers) -> (Int, Int, Int, String, String) {
      (-numbers.inFlight, -numbers.errors, -numbers.actions, key[0], key[1])
    }
    return groups.sorted { place($0.key, $0.value) < place($1.key, $1.value) }
  }

  package var text: [String] { [(totals.map { "\($0.words), " } ?? "") + ThreeDigits.size(bytes), ""] + table.text }

  package var table: Table {
    let numbers = ["runs", "red", "actions", "errors", "in flight", "pending", "max µs"]
    var table = Table([.init("store"), .init("type")] + numbers.map { .init($0, .right) })
    for (key, value) in sorted {
      let counts = [value.runs, value.red, value.actions, value.errors, value.inFlight, value.pending]
      table.append(key + counts.map(String.init) + [value.longest.map(String.init) ?? ""])
    }
    return table
  }

  package var json: [JSONValue] {
    sorted.map { key, value in
      .object(members: [
        "kind": "type", "store": key[0], "type": key[1], "runs": value.runs, "red": value.red, "actions": value.actions,
        "errors": value.errors, "inFlight": value.inFlight, "pending": value.pending, "max": value.longest,
      ])
    } + (totals.map { [$0.json] } ?? [])
  }
}
