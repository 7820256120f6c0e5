internal import Fluxtape
internal import FluxtapeLocking
internal import FluxtapeLog

/// The states and actions of the last steps of a run.
///
/// States have the order of their outcomes in the log, as for its readers: an action that sent others before its reducer returned has its
/// state after theirs.
final class KeptSteps: Sendable {
  struct Contents {
    var stores: [String: KeptStates] = [:]
    /// The places of outcomes, by step.
    var lines: [Int: Int] = [:]
    var latest = 0
    var bytes = 0
    /// The first step whose outcome the session could hear of.
    var first = Int.max
    /// What the session is setting, by store.
    var setting: [String: KeptState.Origin] = [:]
  }

  private let contents = Locked(Contents())
  private let mostSteps: Int
  private let mostBytes: Int

  init(_ options: LiveOptions) {
    mostSteps = max(1, options.keptSteps)
    mostBytes = max(0, options.keptBytes)
  }

  func begin(at step: Int) { contents.withLock { $0.first = step } }

  /// Keeps the steps of a store from now on.
  ///
  /// - Parameter beginning: Returns the step before which the store was made, if it has records.
  func attach(_ store: String, beginning: () -> Int?) {
    contents.withLock { $0.stores[store] = KeptStates() }
    // Asked afterwards: then no state can come between without being kept.
    if let step = beginning() { contents.withLock { $0.stores[store]?.unknownSince = step } }
  }

  /// Runs `body`, in which the session sets a store.
  func whileSetting(_ store: String, _ origin: KeptState.Origin, _ body: () -> Void) {
    contents.withLock { $0.setting[store] = origin }
    body()
    contents.withLock { $0.setting[store] = nil }
  }
}

// MARK: - Keeping

extension KeptSteps {
  func keep<State>(_ state: State, _ facts: StateFacts) {
    let (step, next) = (facts.step?.rawValue, facts.place.next.rawValue)
    contents.withLock { contents in
      contents.note(step, at: facts.place)
      guard contents.stores[facts.store].map({ facts.isNew || $0.isEmpty }) == true else { return }
      contents.insert(
        KeptState(
          step: step, next: next, line: facts.place.line, bytes: facts.bytes + KeptState.ownBytes,
          state: facts.isValue ? KeptValue(value: state) : nil, origin: contents.setting[facts.store] ?? .app),
        of: facts.store)
      contents.drop(of: facts.store, before: contents.latest - mostSteps, toFit: mostBytes)
    }
  }

  /// Notes an outcome without a state. After one that could not be told, the store's state is not known.
  func note(_ step: Int, of store: String, at place: OutcomePlace, isStateKnown: Bool) {
    contents.withLock { contents in
      contents.note(step, at: place)
      guard !isStateKnown, contents.stores[store] != nil else { return }
      contents.insert(
        KeptState(step: step, next: place.next.rawValue, line: place.line, bytes: KeptState.ownBytes, state: nil, origin: .app), of: store)
    }
  }

  func keep<Action>(_ action: Action, at step: Int, of store: String) {
    // Let go outside of the lock: actions may hold objects.
    let forgotten = contents.withLock { contents -> [KeptValue] in
      let (oldest, most) = (contents.latest - mostSteps, mostSteps)
      return contents.stores[store]?.keep(KeptValue(value: action), at: step, before: oldest, most: most) ?? []
    }
    _ = forgotten
  }
}

extension KeptSteps.Contents {
  fileprivate mutating func note(_ step: Int?, at place: OutcomePlace) {
    latest = max(latest, place.next.rawValue - 1)
    if let step { lines[step] = place.line }
  }

  fileprivate mutating func insert(_ state: KeptState, of store: String) {
    stores[store]?.insert(state)
    bytes += state.bytes
  }

  /// Drops states of a store that are too old, and then the oldest of all until the rest fits; never the last of a store.
  fileprivate mutating func drop(of store: String, before oldest: Int, toFit mostBytes: Int) {
    // Now and then, so that each costs little.
    if lines.count > 2 * (latest - oldest) { lines = lines.filter { $0.key >= oldest } }
    bytes -= stores[store]?.drop(before: oldest) ?? 0
    while bytes > mostBytes, let (name, _) = stores.filter({ $0.value.isLong }).min(by: { $0.value.firstLine < $1.value.firstLine }) {
      bytes -= stores[name]?.dropFirst() ?? 0
    }
  }
}

// MARK: - Finding

extension KeptSteps {
  enum Found {
    case state(KeptValue)
    /// The store had not begun.
    case absent
    /// It is not kept, or was never known.
    case unknown
  }

  /// The state of a store after a step.
  func state(of store: String, after step: Int) -> Found {
    contents.withLock { contents in
      guard let states = contents.stores[store] else { return .unknown }
      if step < states.beginning { return .absent }
      guard step >= contents.first, step >= contents.latest - mostSteps else { return .unknown }
      let line = contents.lines[step]
      return states.state { state in line.map { state.line <= $0 } ?? (state.next <= step) }
    }
  }

  /// An action and its store; `nil` if it is not kept.
  func action(at step: Int) -> (store: String, KeptValue)? {
    contents.withLock { contents in
      for (name, states) in contents.stores { if let action = states.actions[step] { return (name, action) } }
      return nil
    }
  }

  /// The store whose state a step changed.
  func store(changedBy step: Int) -> String? {
    contents.withLock { contents in contents.stores.first { $0.value.place(of: step) != nil }?.key }
  }

  /// The steps whose states are kept.
  func range(of store: String) -> (first: Int?, last: Int?) { contents.withLock { $0.stores[store]?.range ?? (nil, nil) } }

  func recomputation(of store: String, from step: Int, skipping skipped: Set<Int>) -> Result<Recomputation, Refusal> {
    contents.withLock { contents in
      Result { () throws(Refusal) in
        guard let states = contents.stores[store] else { throw Refusal("'\(store)' is not attached") }
        return try states.recomputation(from: step, skipping: skipped, of: store)
      }
    }
  }

  /// The steps of a store that were skipped.
  func skipped(of store: String) -> Set<Int> { contents.withLock { $0.stores[store]?.skipped ?? [] } }

  func setSkipped(_ skipped: Set<Int>, of store: String) { contents.withLock { $0.stores[store]?.skipped = skipped } }
}
