import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog

extension RunComparer {
  /// Where the second run went wrong; `nil` if the comparison does not show it.
  func firstDivergence(of comparison: RunComparison, _ matcher: ValueMatcher) throws(HistoryError) -> FirstDivergence? {
    switch comparison.divergence {
    case nil: return nil
    case .states(_, let row, let differences): return try step(row, with: differences)
    case .missing: return consequence
    case .additional(let first, let second):
      if let step = try step(second, before: first), !step.changes.isEmpty { return step }
      return consequence
    case .inFlight(_, let row):
      guard histories.second.rows[row].isInFlight, let store = store(at: row) else { return nil }
      return FirstDivergence(row: row, store: store, changes: [])
    case .contents(let first, let second, _), .outcomes(let first, let second): return try step(second, beside: first)
    case .actions(let first, let second): return try writer(from: second, beside: first, matcher)
    case .order(let first, let second): return try writer(from: second, beside: first, matcher)
    }
  }

  private func store(at row: Int) -> String? { histories.second.rows[row].store.map { histories.second.stores[$0] } }

  /// A step for an action with different states, from the differences.
  func step(_ row: Int, with differences: [ValueDifference]) throws(HistoryError) -> FirstDivergence? {
    guard let store = store(at: row) else { return nil }
    let before = try histories.second.state(of: store, before: row).node
    return FirstDivergence(
      row: row, store: store,
      changes: differences.prefix(FirstDivergence.mostChanges).map { difference in
        .init(pointer: difference.pointer, before: before?[difference.pointer]?.value, after: difference.second, good: difference.first)
      })
  }

  /// A step for an action that the first run lacks, from its changes. `other` is the next row of the first run.
  private func step(_ row: Int, before other: Int) throws(HistoryError) -> FirstDivergence? {
    guard let store = store(at: row) else { return nil }
    let good = histories.first.stores.contains(store) ? try histories.first.state(of: store, before: other).node : nil
    return try step(row, store, good)
  }

  /// A step for an action, from its changes.
  private func step(_ row: Int, beside other: Int?) throws(HistoryError) -> FirstDivergence? {
    guard let store = store(at: row) else { return nil }
    var good: JSONNode?
    if let other, histories.first.stores.contains(store) { good = try histories.first.state(of: store, after: other).node }
    return try step(row, store, good)
  }

  private func step(_ row: Int, _ store: String, _ good: JSONNode?) throws(HistoryError) -> FirstDivergence {
    let before = try histories.second.state(of: store, before: row).node
    let after = try histories.second.state(of: store, after: row).node
    guard let before, let after else { return FirstDivergence(row: row, store: store, changes: []) }
    let changed = FluxtapeHistory.changes(from: before, to: after).prefix(FirstDivergence.mostChanges)
    return FirstDivergence(
      row: row, store: store,
      changes: changed.map { change in
        .init(
          pointer: change.pointer, before: before[change.pointer]?.value, after: after[change.pointer]?.value,
          good: good?[change.pointer]?.value)
      })
  }

  /// The first action from a row on that wrote a value that differs when the second run fails, or at the end. If no value differs, the
  /// action at the row, if there is one.
  private func writer(from row: Int?, beside other: Int?, _ matcher: ValueMatcher) throws(HistoryError) -> FirstDivergence? {
    if let step = try writer(from: row ?? 0, matcher) { return step }
    guard let row else { return nil }
    return try step(row, beside: other)
  }

  private func writer(from row: Int, _ matcher: ValueMatcher) throws(HistoryError) -> FirstDivergence? {
    let failure = histories.second.rows.firstIndex { $0.kind == .mark && $0.level == "error" }
    var found: FirstDivergence?
    for store in histories.second.stores.prefix(Self.mostStoresBlamed) where histories.first.stores.contains(store) {
      guard let last = histories.second.lastRow(withStateOf: store) else { continue }
      let end = min(last, failure ?? last)
      guard let good = try lastState(of: store, in: histories.first), let bad = try histories.second.state(of: store, after: end).value
      else {
        continue
      }
      var matcher = matcher
      let differences = matcher.differences(good, bad, at: JSONPointer(), store: store).filter { $0.second != nil }
      guard !differences.isEmpty, let blames = try histories.second.blame(StatePath(), store: store, after: end) else { continue }
      guard let step = try Self.firstWriter(of: differences, among: blames, from: row, in: store) else { continue }
      if found.map({ step.row < $0.row }) ?? true { found = step }
    }
    return found
  }

  private static func firstWriter(
    of differences: [ValueDifference], among blames: [Blame], from row: Int, in store: String
  ) throws(HistoryError) -> FirstDivergence? {
    var changes: [Int: [FirstDivergence.Change]] = [:]
    for difference in differences {
      for blame in blames where difference.pointer.contains(blame.pointer) {
        guard case .action(let writer) = blame.origin, writer >= row else { continue }
        let good = blame.pointer == difference.pointer ? difference.first : nil
        changes[writer, default: []].append(.init(pointer: blame.pointer, before: blame.old, after: blame.value, good: good))
      }
    }
    guard let first = changes.min(by: { $0.key < $1.key }) else { return nil }
    return FirstDivergence(row: first.key, store: store, changes: Array(first.value.prefix(FirstDivergence.mostChanges)))
  }

  /// The maximum number of stores to search for a writer: each search reads all records of one store.
  private static var mostStoresBlamed: Int { 16 }

  /// The last known state of a store, before its end if it has ended; `nil` if unknown.
  func lastState(of store: String, in history: History) throws(HistoryError) -> JSONValue? {
    guard let row = history.lastRow(withStateOf: store) else { return nil }
    return try history.state(of: store, after: row).value
  }
}
