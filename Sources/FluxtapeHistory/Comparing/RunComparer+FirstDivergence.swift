import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog

extension RunComparer {
  /// Where the second run went wrong; `nil` if nothing says so.
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

  /// An action by how the state after it differs from that of the first run.
  func step(_ row: Int, with differences: [ValueDifference]) throws(HistoryError) -> FirstDivergence? {
    guard let store = store(at: row) else { return nil }
    let before = try histories.second.state(of: store, before: row).node
    return FirstDivergence(
      row: row, store: store,
      changes: differences.prefix(FirstDivergence.mostChanges).map { difference in
        .init(pointer: difference.pointer, before: before?[difference.pointer]?.value, after: difference.second, good: difference.first)
      })
  }

  /// An action that the first run does not have, by what it changed; `other` is what the first run does next.
  private func step(_ row: Int, before other: Int) throws(HistoryError) -> FirstDivergence? {
    guard let store = store(at: row) else { return nil }
    let good = histories.first.stores.contains(store) ? try histories.first.state(of: store, before: other).node : nil
    return try step(row, store, good)
  }

  /// An action by what it changed.
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

  /// The first action from a row on that wrote what is another value when the second run fails, or in the end.
  /// If no value is another one, it is the action itself, if there is one.
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

  /// Who wrote what is asked of this many stores at most: each question goes through all that one store did.
  private static var mostStoresBlamed: Int { 16 }

  /// How a store stood last, before its end where it has ended; `nil` if that is not known.
  func lastState(of store: String, in history: History) throws(HistoryError) -> JSONValue? {
    guard let row = history.lastRow(withStateOf: store) else { return nil }
    return try history.state(of: store, after: row).value
  }
}
