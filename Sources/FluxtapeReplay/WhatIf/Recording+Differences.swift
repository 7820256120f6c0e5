public import FluxtapeHistory
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
  ///   - progress: Told now and then how much is done, and of how much; what it throws ends the work.
  /// - Throws: `HistoryError` if a log can no longer be read, and what `progress` throws.
  /// - Complexity: O(bytes of both logs), and O(size of the state) for each step from the first difference of a store on.
  public func steps(
    differingIn other: History, _ result: WhatIfResult, progress: (_ done: Int, _ all: Int) throws -> Void = { _, _ in }
  ) throws -> Set<Int> {
    var differing: Set<Int> = []
    var done = 0
    for store in result.stores where other.stores.contains(store) {
      var pair = try StatePair(of: store, in: history, other, result)
      for reduction in try history.reductions(of: store) {
        try progress(done, history.rows.count)
        done += 1
        if try pair.advance(to: reduction) == .different, let step = history.rows[reduction.row].step { differing.insert(step.rawValue) }
      }
    }
    return differing
  }
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

  private func compared(after reduction: Reduction) throws -> Standing {
    guard place >= 0, let old = try recorded.state(of: store, after: reduction),
      let new = try made.state(of: store, after: reductions[place])
    else { return .unknown }
    return comparison.differences(recorded: old, replayed: new).isEmpty ? .same : .different
  }
}
