import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

// Which action made the runs different.
extension ComparisonReport {
  var firstDivergencePassages: [Passage] {
    guard let step = badStep else {
      let none = "no action led to another result from equal inputs (payload and state before): the runs differ in what came in, or when"
      return lacksBadStep ? [Passage(none)] : []
    }
    let isEnd = second.history.rows[step.row].isInFlight
    let heading = isEnd ? "the second run ends in" : "first different result from equal inputs (payload and state before):"
    var table = Table([.init("path"), .init("change"), .init("first run")])
    for change in step.changes {
      let good = change.good == nil ? "nothing there" : Self.good(change)
      table.append([StatePath(change.pointer).description, Self.arrow(change), "the first run has " + good])
    }
    let site = (try? second.history.action(at: step.row))?.site
    let chain = chain(to: step.row)
    return [
      Passage(
        "\(heading) \(second.address(step.row))  \(step.store)  \(second.type(step.row))", table,
        remarks: (site.map { ["at \($0)"] } ?? []) + (chain.isEmpty ? [] : ["led there by " + second.chain(of: chain)]))
    ]
  }

  var badStepObjects: [JSONObject] {
    guard let step = badStep else { return [] }
    let changes = step.changes.map { change in
      JSONObject(members: [
        "kind": "badChange", "pointer": change.pointer.description, "before": change.before, "after": change.after, "good": change.good,
      ])
    }
    return [Self.object("badStep", second.members(step.row))] + changes
      + chain(to: step.row).map { Self.object("cause", second.members($0)) }
  }

  private static func object(_ kind: String, _ members: JSONObject) -> JSONObject {
    JSONObject(members: ["kind": kind]).merging(members)
  }

  static func arrow(_ change: FirstDivergence.Change) -> String {
    // The first run changed the value and this one did not.
    if let value = change.after, value == change.before { return "stays " + ChangedText(change.good ?? value, value, columns: 40).new }
    return ChangedText(change.before, change.after, columns: 40).arrow
  }

  /// The first run's value; a long one where it differs from that of the second run.
  private static func good(_ change: FirstDivergence.Change) -> String {
    ChangedText(change.after ?? change.before, change.good, columns: 40).new
  }

  /// The rows that caused a row of the second run, the earliest first.
  func chain(to row: Int) -> [Int] { second.history.why(row).origins.map(\.row) }

  /// For each difference of a store's last states the action of the second run that wrote the value; empty if the log does not tell.
  func writers(of store: RunComparison.StoreDifference) -> [String] {
    let last = second.history.lastRow(withStateOf: store.store)
    let blames = last.flatMap { try? second.history.blame(StatePath(), store: store.store, after: $0) } ?? []
    let rows = Dictionary(blames.map { ($0.pointer, $0.origin) }) { first, _ in first }
    return store.differences.map { difference in
      guard difference.second != nil, case .action(let row) = rows[difference.pointer] else { return "" }
      return "\(second.name(row)) \(second.type(row))"
    }
  }
}
