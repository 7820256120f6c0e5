public import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog

extension Recording {
  /// The recorded steps after which a store stands otherwise in a run that was made of this one.
  ///
  /// What was left out of either log is unknown, and no difference.
  ///
  /// - Parameters:
  ///   - other: What ``write(_:by:progress:to:)`` has written.
  ///   - result: What it returned.
  ///   - progress: DecodedEvent now and then how much is done, and of how much; what it throws ends the work.
  /// - Throws: `HistoryError` if a log can no longer be read, and what `progress` throws.
  /// - Complexity: O(bytes of both logs), and O(size of the state) for each step from the first difference of a store on.
  public func steps(
    differingIn other: History, _ result: WhatIfResult, progress: (_ done: Int, _ all: Int) throws -> Void = { _, _ in }
  ) throws -> Set<Int> {
    var differing: Set<Int> = []
    try forEachOtherState(in: other, result, progress) { reduction, _, _ in
      if let step = history.rows[reduction.row].step { differing.insert(step.rawValue) }
    }
    return differing
  }

  /// How states would be other ones in a run that was made of this one: those after steps that it still has, and those at the end.
  ///
  /// - Parameters:
  ///   - other: What ``write(_:by:progress:to:)`` has written.
  ///   - result: What it returned.
  ///   - count: Steps that are told of with what differs, the first ones.
  ///   - progress: DecodedEvent now and then how much is done, and of how much; what it throws ends the work.
  /// - Throws: `HistoryError` if a log can no longer be read, and what `progress` throws.
  /// - Complexity: as ``steps(differingIn:_:progress:)``.
  public func otherStates(
    in other: History, _ result: WhatIfResult, atMost count: Int, progress: (_ done: Int, _ all: Int) throws -> Void = { _, _ in }
  ) throws -> OtherStates {
    var states = OtherStates()
    try forEachOtherState(in: other, result, progress) { reduction, store, differences in
      guard let step = history.rows[reduction.row].step?.rawValue else { return }
      states.end[store] = .init(step: step, store: store, type: "", differences: differences)
      guard result.steps[step] != nil else { return }
      states.count += 1
      states.first.append(.init(step: step, store: store, type: history.rows[reduction.row].type, differences: differences))
      if states.first.count / 2 > max(64, count) { states.keepFirst(count) }
    } same: { store in
      states.end[store] = nil
    }
    states.keepFirst(count)
    return states
  }

  /// - Parameter same: Called with a store after a step that leaves it as it was.
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

/// States that would be other ones.
public struct OtherStates: Sendable {
  /// A store after a step that both runs have.
  public struct OtherState: Sendable {
    /// As it was recorded.
    public let step: Int
    /// The store's name.
    public let store: String
    /// The action's type.
    public let type: String
    /// From what was recorded to what would have been.
    public let differences: [ReplayDivergence.Difference]
  }

  /// After how many steps that both runs have.
  public fileprivate(set) var count = 0
  /// The first of them, in their order.
  public fileprivate(set) var first: [OtherState] = []
  fileprivate var end: [String: OtherState] = [:]

  /// Stores that would stand otherwise in the end, by name.
  public var atEnd: [OtherState] { end.sorted { $0.key < $1.key }.map(\.value) }

  /// Whether nothing would be another one.
  public var isEmpty: Bool { count == 0 && end.isEmpty }

  fileprivate mutating func keepFirst(_ count: Int) { first = Array(first.sorted { $0.step < $1.step }.prefix(count)) }
}

/// A store in two runs, walked through side by side.
private struct StatePair {
  enum Standing { case same, different, unknown }

  private let store: String
  private let (recorded, made): (History, History)
  private let result: WhatIfResult
  private let reductions: [Reduction]
  /// Of the made run: where a step's reduction stands among them.
  private var places: [Int: Int] = [:]
  private var place = -1
  private var (recordedActions, madeActions): (ReducedActions, ReducedActions)
  private var standing = Standing.unknown
  /// Where the last states that were compared differ.
  private(set) var differences: [ReplayDivergence.Difference] = []
  private let comparison = StateComparison(ignoring: [])

  init(of store: String, in recorded: History, _ made: History, _ result: WhatIfResult) throws {
    self.store = store
    (self.recorded, self.made) = (recorded, made)
    self.result = result
    reductions = Array(try made.reductions(of: store))
    (recordedActions, madeActions) = (ReducedActions(recorded), ReducedActions(made))
    for (place, reduction) in reductions.enumerated() where made.rows.indices.contains(reduction.row) {
      if let step = made.rows[reduction.row].step, places[step.rawValue] == nil { places[step.rawValue] = place }
    }
  }

  /// How the store stands in both after a reduction of the recorded one.
  mutating func advance(to reduction: Reduction) throws -> Standing {
    guard reduction.tellsState, recorded.rows.indices.contains(reduction.row), let step = recorded.rows[reduction.row].step?.rawValue else {
      standing = .unknown
      return .unknown
    }
    let number = result.steps[step]
    let earlier = place
    if let number, let next = places[number] { place = next }
    // States that were the same and change in the same words need not be compared.
    if standing == .same, place == earlier + 1, try changesAlike(reduction, reductions[place]) { return .same }
    standing = try compared(after: reduction)
    return standing
  }

  private mutating func changesAlike(_ reduction: Reduction, _ other: Reduction) throws -> Bool {
    guard reduction.kind == .action, other.kind == .action, let old = try recordedActions.action(of: reduction)?.patch,
      let new = try madeActions.action(of: other)?.patch
    else { return false }
    return old.isEquivalent(to: new)
  }

  private mutating func compared(after reduction: Reduction) throws -> Standing {
    guard place >= 0, let old = try recorded.state(of: store, after: reduction),
      let new = try made.state(of: store, after: reductions[place])
    else { return .unknown }
    differences = comparison.differences(recorded: old, replayed: new)
    return differences.isEmpty ? .same : .different
  }
}
