import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

extension Recording {
  /// Replays the actions of all stores that a host has reducers for, and compares each state with the log's.
  ///
  /// Replays redacted values as their digests. Collects all differences; after each, continues from the recorded state.
  ///
  /// - Throws: ``HostError`` if the host fails, ``ReplayError`` if it has no reducer for any store of the log, and `HistoryError` if the log
  ///   can no longer be read.
  public func replay(
    by host: inout some ReducerHost, ignoring paths: [String] = [], progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> ReplayResult {
    let known = try host.stores()
    let stores = known.filter(history.stores.contains)
    guard !stores.isEmpty else { throw ReplayError(.noSuchStore(known.joined(separator: ", "), known: history.stores)) }
    var replay = HostedReplay(history, StateComparison(ignoring: paths))
    for store in stores {
      for reduction in try history.reductions(of: store) {
        progress(reduction.row, history.rows.count)
        try replay.apply(reduction, of: store, &host)
      }
    }
    return replay.result
  }
}

/// Replays one store after another with a host.
private struct HostedReplay {
  private(set) var result = ReplayResult()
  private let history: History
  private let comparison: StateComparison
  /// The host's state of the current store.
  private var state: JSONNode?

  init(_ history: History, _ comparison: StateComparison) {
    self.history = history
    self.comparison = comparison
  }

  mutating func apply(_ reduction: Reduction, of store: String, _ host: inout some ReducerHost) throws {
    guard reduction.kind == .action, let action = try history.action(at: reduction.row) else {
      return try begin(after: reduction, of: store, &host)
    }
    if reduction.isAfterLoss { state = nil }
    guard let before = state else {
      result.withoutState += 1
      if reduction.isSnapshot { try begin(after: reduction, of: store, &host) }
      return
    }
    var asked = RecordedAction(action)
    asked.payload = asked.payload.map(UnknownValue.withDigests)
    switch try host.ask(.action(asked)) {
    case .patch(let patch): state = try before.applying(patch)
    case .state(let whole): state = JSONNode(whole)
    case .failure(let error):
      let unknown = action.payload.map(UnknownValue.all) ?? []
      guard !unknown.isEmpty else { throw HostError("action \(action.step) (\(printable(action.type))): \(printable(error.message))") }
      result.notReplayable.append(NotReplayable(step: action.step.rawValue, type: action.type, values: unknown))
      return try begin(after: reduction, of: store, &host)
    case .stores: throw HostError("the host's answer to action \(action.step) is not valid: expected 'patch', 'state' or 'error'")
    }
    result.replayed += 1
    try compare(action, reduction, &host)
  }

  private mutating func begin(after reduction: Reduction, of store: String, _ host: inout some ReducerHost) throws {
    state = nil
    guard reduction.kind != .end, reduction.tellsState, let node = try history.state(of: store, after: reduction) else { return }
    state = try host.begin(store, node)
  }

  private mutating func compare(_ action: ActionRecord, _ reduction: Reduction, _ host: inout some ReducerHost) throws {
    guard reduction.tellsState, let replayed = state, let recorded = try history.state(of: action.store, after: reduction) else { return }
    result.compared += 1
    let (differences, equatesNull) = comparison.compare(recorded: recorded, replayed: replayed)
    if equatesNull { result.nullsAsMissing += 1 }
    guard !differences.isEmpty else { return }
    result.divergences.append(
      ReplayDivergence(step: action.step.rawValue, type: action.type, store: action.store, differences, ReplayOptions()))
    try begin(after: reduction, of: action.store, &host)
  }
}
