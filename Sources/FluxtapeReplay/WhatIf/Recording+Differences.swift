public import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog

extension Recording {
  /// Returns the recorded steps after which a store's state differs in a what-if run of this recording.
  ///
  /// Ignores values that either log lacks.
  ///
  /// - Parameters:
  ///   - other: The what-if run that ``write(_:by:progress:to:)`` wrote.
  ///   - result: The result that it returned.
  ///   - progress: Called regularly with the progress. May throw to stop.
  /// - Throws: `HistoryError` if a log can no longer be read. Rethrows errors of `progress`.
  /// - Complexity: O(bytes of both logs), plus O(size of the state) for each step after a store's first difference.
  public func steps(
    differingIn other: History, _ result: WhatIfResult, progress: (_ done: Int, _ all: Int) throws -> Void = { _, _ in }
  ) throws -> Set<Int> {
    var differing: Set<Int> = []
    try forEachOtherState(in: other, result, progress) { reduction, _, _ in
      if let step = history.rows[reduction.row].step { differing.insert(step.rawValue) }
    }
    return differing
  }

  /// Returns the states that differ in a what-if run of this recording: after steps that it still has in their place, and at the end.
  ///
  /// - Parameters:
  ///   - other: The what-if run that ``write(_:by:progress:to:)`` wrote.
  ///   - result: The result that it returned.
  ///   - count: The maximum number of steps to return with their differences.
  ///   - progress: Called regularly with the progress. May throw to stop.
  /// - Throws: `HistoryError` if a log can no longer be read. Rethrows errors of `progress`.
  /// - Complexity: as ``steps(differingIn:_:progress:)``.
  public func otherStates(
    in other: History, _ result: WhatIfResult, atMost count: Int, progress: (_ done: Int, _ all: Int) throws -> Void = { _, _ in }
  ) throws -> OtherStates {
    var states = OtherStates()
    try forEachOtherState(in: other, result, progress) { reduction, store, differences in
      guard let step = history.rows[reduction.row].step?.rawValue else { return }
      states.end[store] = .init(step: step, store: store, type: "", differences: differences)
      guard result.steps[step] != nil, !result.moved.contains(step) else { return }
      states.count += 1
      states.first.append(.init(step: step, store: store, type: history.rows[reduction.row].type, differences: differences))
      if states.first.count / 2 > max(64, count) { states.keepFirst(count) }
    } same: { store in
      states.end[store] = nil
    }
    if !result.moved.isEmpty || result.copied > 0 {
      for store in result.stores where other.stores.contains(store) { try compareEnds(of: store, in: other, &states) }
    }
    states.keepFirst(count)
    return states
  }

  /// Compares the last states of a store. A moved or repeated action may come after the last step that both runs have.
  private func compareEnds(of store: String, in other: History, _ states: inout OtherStates) throws {
    guard let recorded = Array(try history.reductions(of: store)).last, let replayed = Array(try other.reductions(of: store)).last,
      let old = try history.state(of: store, after: recorded), let new = try other.state(of: store, after: replayed)
    else { return }
    let differences = StateComparison(ignoring: []).differences(recorded: old, replayed: new)
    guard differences != states.end[store]?.differences else { return }
    states.end[store] = differences.isEmpty ? nil : .init(step: .max, store: store, type: "", differences: differences)
  }

  /// - Parameter same: Called after a step whose state does not differ.
  private func forEachOtherState(
    in other: History, _ result: WhatIfResult, _ progress: (_ done: Int, _ all: Int) throws -> Void,
    _ body: (Reduction, _ store: String, [ReplayDivergence.Difference]) -> Void, same: (String) -> Void = { _ in }
  ) throws {
    var done = 0
    for store in result.stores where other.stores.contains(store) {
      var pair = try StatePair(of: store, in: history, other, result)
      for reduction in try history.reductions(of: store) {
        try progress(done, history.rows.count)
        done += 1
        switch try pair.advance(to: reduction) {
        case .different: body(reduction, store, pair.differences)
        case .same: same(store)
        case .unknown: break
        }
      }
    }
  }
}

/// The states that differ in a what-if run.
public struct OtherStates: Sendable {
  /// A store after a step that both runs have.
  public struct OtherState: Sendable {
    /// The recorded step.
    public let step: Int
    /// The store's name.
    public let store: String
    /// The action's type.
    public let type: String
    /// The differences from the recorded to the what-if state.
    public let differences: [ReplayDivergence.Difference]
  }

  /// The number of steps of both runs after which the state differs.
  public fileprivate(set) var count = 0
  /// The first of these steps, in order.
  public fileprivate(set) var first: [OtherState] = []
  fileprivate var end: [String: OtherState] = [:]

  /// The stores whose last state differs, by name.
  public var atEnd: [OtherState] { end.sorted { $0.key < $1.key }.map(\.value) }

  /// Whether no state differs.
  public var isEmpty: Bool { count == 0 && end.isEmpty }

  fileprivate mutating func keepFirst(_ count: Int) { first = Array(first.sorted { $0.step < $1.step }.prefix(count)) }
}

/// Compares a store in two runs, step by step.
private struct StatePair {
  enum Relation { case same, different, unknown }

  private let store: String
  private let (recorded, replayed): (History, History)
  private let result: WhatIfResult
  private let reductions: [Reduction]
  /// The indices of `reductions` by row of the what-if run.
  private var places: [Int: Int] = [:]
  /// The index of the compared reduction.
  private var place = -1
  /// The index of the last one that was not moved.
  private var last = -1
  private var (recordedActions, replayedActions): (ReducedActions, ReducedActions)
  private var relation = Relation.unknown
  /// The differences of the last compared states.
  private(set) var differences: [ReplayDivergence.Difference] = []
  private let comparison = StateComparison(ignoring: [])

  init(of store: String, in recorded: History, _ replayed: History, _ result: WhatIfResult) throws {
    self.store = store
    (self.recorded, self.replayed) = (recorded, replayed)
    self.result = result
    reductions = Array(try replayed.reductions(of: store))
    (recordedActions, replayedActions) = (ReducedActions(recorded), ReducedActions(replayed))
    for (place, reduction) in reductions.enumerated() where places[reduction.row] == nil { places[reduction.row] = place }
  }

  /// Compares the store's states after a recorded reduction.
  mutating func advance(to reduction: Reduction) throws -> Relation {
    let row = recorded.rows[reduction.row]
    let own = result.number(of: row, in: replayed).flatMap { places[$0] }
    guard reduction.tellsState, own != nil || row.step != nil else {
      relation = .unknown
      return .unknown
    }
    let earlier = place
    place = own ?? last
    if let own, row.step.map({ result.moved.contains($0.rawValue) }) != true { last = own }
    // Equal states with equal changes stay equal.
    if relation == .same, place == earlier + 1, try changesAlike(reduction, reductions[place]) { return .same }
    relation = try compared(after: reduction)
    return relation
  }

  private mutating func changesAlike(_ reduction: Reduction, _ other: Reduction) throws -> Bool {
    guard reduction.kind == .action, other.kind == .action, let old = try recordedActions.action(of: reduction)?.patch,
      let new = try replayedActions.action(of: other)?.patch
    else { return false }
    return old.isEquivalent(to: new)
  }

  private mutating func compared(after reduction: Reduction) throws -> Relation {
    guard place >= 0, let old = try recorded.state(of: store, after: reduction),
      let new = try replayed.state(of: store, after: reductions[place])
    else { return .unknown }
    differences = comparison.differences(recorded: old, replayed: new)
    return differences.isEmpty ? .same : .different
  }
}
