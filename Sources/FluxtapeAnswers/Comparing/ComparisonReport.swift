import FluxtapeDocuments
package import FluxtapeHistory
package import FluxtapeJSON
import FluxtapeScreen

/// How two runs differ: where they first diverge, why, and how their last states differ.
///
/// ```text
/// the runs part at good.jsonl:41 and bad.jsonl:40: the same action led to different states
///   catalog.reserve
///   .stock.p7   9   10
///
/// first different result from equal inputs (payload and state before): bad.jsonl:40  catalog  catalog.reserve
///   .stock.p7   11 → 10   the first run has 9
///   led there by 38 cart.checkout
/// ```
/// JSON, one object per line with a `kind`: `summary` (`same`, `matched`, `onlyFirst`, `onlySecond`, `different`, `unknown`), `field` (a field that only one run has or in
/// another type: `change`, `path`, and `store` or the `type` of actions), `divergence`
/// (`why`: `states`, `outcomes`, `contents`, `actions`, `order`, `missing`, `additional` or `inFlight`; `first` and `second`: both rows as
/// `list` prints them), `difference` (`pointer`, `first`, `second`: the values there), `badStep` (the first action with another result from
/// equal inputs, as `list` prints it), `badChange` (`pointer`, `before`, `after`, `good`), `cause` (a step of its chain of causes, the
/// earliest first) and `final` (as `difference`, and `store`) for the last states. With all differences, a `divergence` for each, followed by
/// its `difference`s.
package struct ComparisonReport: Report, Sendable {
  package let first: RowNames
  package let second: RowNames
  package let comparison: RunComparison
  /// Whether to list all differences of rows, not only the first one.
  private let listsAll: Bool
  /// The row of the second run where the first fact shows that separates red runs from green ones.
  private let causeRow: Int?

  /// - Parameter causeRow: The row of the second run where the first fact shows that separates red runs from green ones. A step before it
  ///   that differs only from this one green run is not named.
  package init(
    _ comparison: RunComparison, _ first: (history: History, log: String), _ second: (history: History, log: String),
    listsAll: Bool = false, causeRow: Int? = nil
  ) {
    self.comparison = comparison
    self.listsAll = listsAll
    self.causeRow = causeRow
    self.first = RowNames(first.history, log: first.log)
    self.second = RowNames(second.history, log: second.log)
  }

  /// How a run differs from another one.
  package init(_ run: CheckedRun, beside other: CheckedRun) throws(HistoryError) {
    self.init(try RunComparison(other.history, run.history), (other.history, other.log), (run.history, run.log))
  }

  /// How a red run differs from a green one.
  package init(
    _ red: RunListing.Entry, beside green: RunListing.Entry, causeRow: Int?, compare: (History, History) throws -> RunComparison
  ) throws {
    let (good, bad) = (try green.open(), try red.open())
    self.init(try compare(good, bad), (good, green.paths.first ?? ""), (bad, red.paths.first ?? ""), causeRow: causeRow)
  }

  /// The first action with another result from equal inputs, or the one in which the second run ends.
  var badStep: FirstDivergence? {
    guard let step = comparison.firstDivergence, step.row >= causeRow ?? 0 else { return nil }
    return step
  }

  /// Whether the runs differ, and no action led to another result from equal inputs.
  var lacksBadStep: Bool { comparison.divergence != nil && comparison.firstDivergence == nil }

  // MARK: - The divergence in words

  /// How the runs differ at one row of one or both of them.
  package struct Part: Sendable {
    package enum Why: String, Sendable { case states, outcomes, contents, actions, order, missing, additional, inFlight }

    package let why: Why
    package let words: String
    package let first: Int?
    package let second: Int?
    package var differences: [ValueDifference] = []
    /// Where the run that lacks the row here has it, if that was asked for.
    package var elsewhere: Int?

    /// What the paths of the differences begin with, where they do not lead into the state of the row's store.
    package var owner: String? { why == .contents ? "payload" : nil }
  }

  /// A row of both runs that is alike, or a difference.
  package enum Row: Sendable {
    case alike(first: Int, second: Int)
    indirect case different(Part)
  }

  package var part: Part? { comparison.divergence.map(part) }

  private func part(_ divergence: RunComparison.Divergence) -> Part {
    switch divergence {
    case .states(let first, let second, let differences):
      Part(
        why: .states, words: "the same \(noun(second, self.second)) led to different states", first: first, second: second,
        differences: differences)
    case .outcomes(let first, let second):
      Part(why: .outcomes, words: "the same action failed in only one run, or differently", first: first, second: second)
    case .contents(let first, let second, let differences):
      Part(why: .contents, words: "the same type of action has a different payload", first: first, second: second, differences: differences)
    case .actions(let first, let second):
      Part(why: .actions, words: "different actions", first: first, second: second)
    case .order(let first, let second):
      Part(why: .order, words: "the same actions come in a different order", first: first, second: second)
    case .missing(let first, let second):
      Part(why: .missing, words: "\(aNoun(first, self.first)) that only the first run has", first: first, second: second)
    case .additional(let first, let second):
      Part(why: .additional, words: "\(aNoun(second, self.second)) that only the second run has", first: first, second: second)
    case .inFlight(let first, let second):
      Part(why: .inFlight, words: "\(endsInFlight(second)) run ends in this action, before its reducer did", first: first, second: second)
    }
  }

  private func noun(_ row: Int, _ names: RowNames) -> String {
    let facts = names.history.rows[row]
    return facts.kind != .state ? "action" : facts.isByInspector ? "change by the inspector" : "change without an action"
  }

  private func aNoun(_ row: Int, _ names: RowNames) -> String { (noun(row, names) == "action" ? "an " : "a ") + noun(row, names) }

  private func endsInFlight(_ row: Int) -> String { second.history.rows[row].isInFlight ? "the second" : "the first" }

  // MARK: - Forms

  package var text: [String] {
    var lines = fieldLines
    if let part {
      lines.append("the runs part: \(part.words)")
      // The run that lacks the action continues with this one.
      lines.append("  \(part.why == .additional ? "then " : "")\(Self.words(part.first, first))")
      lines.append("  \(part.why == .missing ? "then " : "")\(Self.words(part.second, second))")
      lines += differences(part.differences, "    ", of: part.owner)
    } else {
      lines.append(
        comparison.finalStates.isEmpty ? "no difference" : "every \(rowNoun) is the same")
    }
    lines += badStepLines
    lines.append("")
    lines.append(counts)
    for store in comparison.finalStates {
      lines.append("")
      lines.append("at the end, \(store.store.displayed()) differs")
      lines += differences(store.differences, "  ", writtenBy: writers(of: store))
    }
    return lines + allDifferences.flatMap { ["", $0.words] + rows(of: $0) }
  }

  private func rows(of part: Part) -> [String] {
    let rows = [part.first.map { Self.words($0, first) }, part.second.map { Self.words($0, second) }]
    return rows.compactMap(\.self).map { "  " + $0 } + differences(part.differences, "    ", of: part.owner)
  }

  /// All differences, in the order of the runs, if they were asked for.
  private var allDifferences: [Part] {
    listsAll ? rows.compactMap { row in if case .different(let part) = row { part } else { nil } } : []
  }

  /// All rows, in the order of the runs, of a comparison that has all differences.
  package var rows: [Row] {
    var elsewhere: (first: [Int: Int], second: [Int: Int]) = ([:], [:])
    for case .both(let first, let second) in comparison.moved { (elsewhere.first[first], elsewhere.second[second]) = (second, first) }
    var differences = comparison.differences[...]
    var next = differences.popFirst().map(part)
    return comparison.pairs.map { pair in
      switch pair {
      case .both(let first, let second):
        guard let difference = next, difference.second == second else { return .alike(first: first, second: second) }
        next = differences.popFirst().map(part)
        return .different(difference)
      case .first(let row):
        return .different(Part(why: .missing, words: "only the first run has", first: row, second: nil, elsewhere: elsewhere.first[row]))
      case .second(let row):
        return .different(
          Part(why: .additional, words: "only the second run has", first: nil, second: row, elsewhere: elsewhere.second[row]))
      }
    }
  }

  package var counts: String {
    let (actions, states) = (comparison.matched - comparison.matchedStates, comparison.matchedStates)
    var parts = [actions.counted("action") + (states > 0 ? " and \(states.counted("state"))" : "") + " in both runs"]
    if comparison.different > 0 { parts.append("\(comparison.different) of them with a different result") }
    if comparison.onlyFirst > 0 { parts.append("\(comparison.onlyFirst) only in \(first.log.displayed())") }
    if comparison.onlySecond > 0 { parts.append("\(comparison.onlySecond) only in \(second.log.displayed())") }
    if comparison.unknown > 0 { parts.append("\(comparison.unknown.counted("value")) that could not be compared") }
    return parts.joined(separator: ", ")
  }

  /// What the compared rows are: actions, or also states without an action.
  var rowNoun: String {
    let hasStates = comparison.pairs.contains { pair in
      switch pair {
      case .both(let row, _), .first(let row): first.history.rows[row].kind == .state
      case .second(let row): second.history.rows[row].kind == .state
      }
    }
    return hasStates ? "action and state" : "action"
  }

  private static func words(_ row: Int?, _ names: RowNames) -> String {
    guard let row else { return "\(names.log.displayed()): at its end" }
    return "\(names.address(row))  \(names.store(row))  \(names.type(row))".displayed()
  }

  private func differences(
    _ differences: [ValueDifference], _ indent: String, of owner: String? = nil, writtenBy writers: [String] = []
  ) -> [String] {
    var table = Table([.init("path"), .init("first"), .init("second")] + (writers.isEmpty ? [] : [.init("writer")]))
    for (place, difference) in differences.enumerated() {
      let text = ChangedText(difference.first, difference.second, columns: 40)
      let writer = writers.indices.contains(place) && !writers[place].isEmpty ? "written by " + writers[place] : ""
      table.append([StatePath(store: owner, difference.pointer).description, text.old, "→ " + text.new, writer])
    }
    let more = differences.count >= 50 ? [indent + "… and more"] : []
    return table.textRows.map { indent + $0 } + more
  }

  package var table: Table {
    var table = Table([.init("kind"), .init("path"), .init("first"), .init("second")])
    for row in fieldTable.rows { table.append(["field", row[0] + row[1], "", row[2]]) }
    for part in listsAll ? allDifferences : part.map({ [$0] }) ?? [] {
      let (first, second) = (part.first.map(first.address) ?? "end", part.second.map(second.address) ?? "end")
      table.append([part.why.rawValue, "", listsAll && part.first == nil ? "" : first, listsAll && part.second == nil ? "" : second])
      for difference in part.differences { table.append(["difference"] + Self.cells(difference, of: part.owner)) }
    }
    for store in comparison.finalStates {
      for difference in store.differences { table.append(["final"] + Self.cells(difference, of: store.store)) }
    }
    return table
  }

  private static func cells(_ difference: ValueDifference, of owner: String?) -> [String] {
    [StatePath(store: owner, difference.pointer).description, difference.first?.text ?? "", difference.second?.text ?? ""]
  }

  package var json: [JSONValue] {
    var lines = [
      JSONObject(members: [
        "kind": "summary", "same": comparison.isSame, "matched": comparison.matched, "onlyFirst": comparison.onlyFirst,
        "onlySecond": comparison.onlySecond, "different": comparison.different, "unknown": comparison.unknown,
      ])
    ]
    lines += fieldObjects
    for part in listsAll ? allDifferences : part.map({ [$0] }) ?? [] {
      lines.append(
        JSONObject(members: [
          "kind": "divergence", "why": part.why.rawValue, "first": part.first.map { first.members($0) },
          "second": part.second.map { second.members($0) },
        ]))
      lines += part.differences.map { Self.json($0, kind: "difference") }
    }
    lines += badStepObjects
    for store in comparison.finalStates {
      lines += store.differences.map { Self.json($0, kind: "final").adding(["store": store.store]) }
    }
    return lines.map(JSONValue.object)
  }

  private static func json(_ difference: ValueDifference, kind: String) -> JSONObject {
    JSONObject(members: [
      "kind": kind, "pointer": difference.pointer.description, "first": difference.first, "second": difference.second,
    ])
  }
}
