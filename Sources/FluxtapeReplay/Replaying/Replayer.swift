import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Replays the reductions of one store.
struct Replayer<State, Action> {
  private(set) var result = ReplayResult()

  private let history: History
  private let name: String
  private let store: ReplayedStore<State, Action>
  private let options: ReplayOptions
  private let comparison: StateComparison
  /// `nil` while the state is not known.
  private var state: State?
  private var follower: StateFollower
  private var hasBegun = false
  private var actions: ReducedActions

  init(_ history: History, _ name: String, _ store: ReplayedStore<State, Action>, _ options: ReplayOptions) {
    self.history = history
    self.name = name
    self.store = store
    self.options = options
    comparison = StateComparison(ignoring: options.ignoredPaths)
    follower = StateFollower(name: name)
    actions = ReducedActions(history)
  }
}

extension Replayer {
  /// Replays a reduction. Returns whether to continue.
  mutating func apply(_ reduction: Reduction) throws -> Bool {
    guard reduction.kind == .action else {
      if isBeforeFirst(reduction) { return true }
      try begin(with: reduction)
      return true
    }
    if isBeforeFirst(reduction) { return true }
    guard let reduced = try actions.action(of: reduction) else { return true }
    if let last = options.lastStep, reduced.action.step > last { return false }
    if reduction.isAfterLoss { state = nil }
    if options.firstStep != nil, !hasBegun { try beginBefore(reduction, at: reduced.action.step) }
    hasBegun = true
    try replay(reduced, reduction)
    return true
  }

  private func isBeforeFirst(_ reduction: Reduction) -> Bool {
    guard let first = options.firstStep, history.rows.indices.contains(reduction.row) else { return false }
    return (history.rows[reduction.row].step?.rawValue ?? 0) < first
  }
}

// MARK: - Beginning

extension Replayer {
  private mutating func begin(with reduction: Reduction) throws {
    hasBegun = true
    state = nil
    guard reduction.kind == .beginning, let node = try history.state(of: name, after: reduction) else { return }
    let step = history.rows.indices.contains(reduction.row) ? history.rows[reduction.row].step?.rawValue : nil
    guard let initial = store.initial else { return try start(from: node, at: step) }
    state = initial
    follower.start(from: initial)
    let differences = comparison.differences(recorded: node, replayed: try follower.whole())
    if !differences.isEmpty {
      try diverge(ReplayDivergence(step: step, type: ActionRecord.storeBegan, store: name, differences, options), reduction)
    }
  }

  /// Starts from the recorded state before a step in the middle of the log.
  private mutating func beginBefore(_ reduction: Reduction, at step: Int) throws {
    guard case .known(let node, .exact) = try history.state(of: name, before: reduction.row) else {
      throw ReplayError(.noState(store: name, step: step))
    }
    try start(from: node, at: step)
  }

  private mutating func start(from node: JSONNode, at step: Int?) throws {
    let json = options.replaysDigests ? UnknownValue.withDigests(node.value) : node.value
    let decoded = try StateDecoding(store: name, step: step).decode(json, store.decodeState)
    state = decoded
    follower.start(from: decoded)
  }

  /// Continues from the recorded state, if it is known.
  private mutating func startAgain(after reduction: Reduction, at step: Int) throws {
    state = nil
    guard reduction.tellsState, let node = try history.state(of: name, after: reduction) else { return }
    try start(from: node, at: step)
  }
}

// MARK: - One action

extension Replayer {
  private mutating func replay(_ reduced: ReducedAction, _ reduction: Reduction) throws {
    let step = reduced.action.step
    guard state != nil else {
      result.withoutState += 1
      if reduction.isSnapshot { try startAgain(after: reduction, at: step) }
      return
    }
    // The reducer threw or the action was rejected, so replaying it may not give the same result.
    if reduced.hasError, reduction.isSnapshot || reduced.patch?.count ?? 0 > 0 { return try startAgain(after: reduction, at: step) }
    guard let action = try action(of: reduced.action, reduction) else { return }
    // Move the state out, so that the reducer changes it in place.
    guard var next = state.take() else { return }
    try store.reduce(&next, action)
    result.replayed += 1
    let isSame = try compare(next, reduced, reduction)
    if isSame { state = next }
  }

  private mutating func action(of action: RecordedAction, _ reduction: Reduction) throws -> Action? {
    var recorded = options.upcasts.isEmpty ? action : try options.upcast(action)
    if options.replaysDigests { recorded.payload = recorded.payload.map(UnknownValue.withDigests) }
    do {
      return try store.decodeAction(recorded)
    } catch let error as DecodingError {
      let unknown = recorded.payload.map(UnknownValue.all) ?? []
      guard unknown.isEmpty else {
        result.notReplayable.append(NotReplayable(step: recorded.step, type: recorded.type, values: unknown))
        try startAgain(after: reduction, at: recorded.step)
        return nil
      }
      throw ReplayError(.actionNotDecodable(step: recorded.step, type: recorded.type, version: recorded.version, DecodingProblem(error)))
    }
  }

  /// Compares a state with the log's. Returns whether to continue with it.
  private mutating func compare(_ next: State, _ reduced: ReducedAction, _ reduction: Reduction) throws -> Bool {
    guard reduction.tellsState, !options.comparesSnapshotsOnly || reduction.isSnapshot else {
      if !options.comparesSnapshotsOnly { follower.advance(to: next) }
      return true
    }
    result.compared += 1
    if !options.comparesSnapshotsOnly, follower.advance(to: next, expecting: reduced.patch) { return true }
    if options.comparesSnapshotsOnly { follower.start(from: next) }
    guard let recorded = try history.state(of: name, after: reduction) else { return true }
    let (differences, equatesNull) = comparison.compare(recorded: recorded, replayed: try follower.whole())
    if equatesNull { result.nullsAsMissing += 1 }
    if differences.isEmpty { return true }
    try diverge(
      ReplayDivergence(step: reduced.action.step, type: reduced.action.type, store: name, differences, options), reduction)
    return false
  }

  private mutating func diverge(_ divergence: ReplayDivergence, _ reduction: Reduction) throws {
    guard options.collectsDivergences else { throw divergence }
    result.divergences.append(divergence)
    try startAgain(after: reduction, at: divergence.step ?? 0)
  }
}
