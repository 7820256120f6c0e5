internal import Fluxtape
internal import FluxtapeLocking
internal import FluxtapeLog

/// The states and actions of the last steps of a run.
///
/// States have the order of their outcomes in the log, as for its readers: an action that sent others before its reducer returned has its
/// state after theirs.
final class KeptSteps: Sendable {
  struct Contents {
    var stores = KeptStores()
    /// The first step that is kept. Before the session begins, no step is.
    var oldest = 1 << 60
    /// The places of outcomes, from the oldest step on; -1 for a step that has none.
    var lines: [Int] = []
    var latest = 0
    var bytes = 0
  }

  private let contents = Locked(Contents())
  private let mostSteps: Int
  private let mostBytes: Int

  init(_ options: LiveOptions) {
    mostSteps = min(max(1, options.keptSteps), 1 << 40)
    mostBytes = max(0, options.keptBytes)
  }

  func begin(at step: Int) { contents.withLock { $0.oldest = step } }

  /// Keeps the steps of a store from now on.
  ///
  /// - Parameter beginning: Returns the step before which the store was made, if it has records.
  func attach(_ store: String, beginning: () -> Int?) {
    _ = contents.withLock { $0.exchange(KeptStates(), of: store) }
    // Asked afterwards: then no state can come between without being kept.
    if let step = beginning() { contents.withLock { $0.stores[store]?.unknownSince = step } }
  }

  /// Keeps nothing more of a store. Returns what is to be let go outside of locks.
  func detach(_ store: String) -> KeptStates? { contents.withLock { $0.exchange(nil, of: store) } }

  /// Keeps nothing more.
  func end() {
    _ = contents.withLock { contents in
      defer { contents = Contents() }
      return contents.stores.entries
    }
  }

  /// Runs `body`, in which the session sets a store.
  func whileSetting<Result>(_ store: String, _ origin: KeptState.Origin, _ body: () -> Result) -> Result {
    contents.withLock { $0.stores[store]?.origin = origin }
    defer { contents.withLock { $0.stores[store]?.origin = .app } }
    return body()
  }
}

// MARK: - Keeping

extension KeptSteps {
  func keep<State>(_ state: State, _ facts: StateFacts) {
    change { contents in
      contents.note(facts.step?.rawValue, at: facts.place)
      contents.bytes += contents.stores[facts.store]?.insert(state, facts) ?? 0
    }
  }

  /// Notes an outcome without a state. After one that could not be told, the store's state is not known.
  func note(_ step: Int?, of store: String, at place: OutcomePlace, isStateKnown: Bool) {
    change { contents in
      contents.note(step, at: place)
      if !isStateKnown { contents.bytes += contents.stores[store]?.insertUnknown(step, at: place) ?? 0 }
    }
  }

  func keep<Action>(_ action: Action, at step: Int, of store: String, bytes: Int) {
    change { contents in
      contents.bytes += contents.stores[store]?.insert(KeptValue(value: action), at: step, bytes: bytes + KeptState.ownBytes) ?? 0
    }
  }

  private func change(_ body: (inout Contents) -> Void) {
    // Let go outside of the lock: actions may hold objects.
    _ = contents.withLock { contents in
      body(&contents)
      return contents.prune(toSteps: mostSteps, bytes: mostBytes)
    }
  }
}

/// The kept states and actions of each attached store. There are few, so that a search takes less time than a hash.
struct KeptStores {
  private(set) var entries: [(name: String, states: KeptStates)] = []

  subscript(name: String) -> KeptStates? {
    get { entries.first { $0.name == name }?.states }
    set {
      entries.removeAll { $0.name == name }
      if let newValue { entries.append((name, newValue)) }
    }
  }
}

extension KeptStates {
  fileprivate func insert<State>(_ state: State, _ facts: StateFacts) -> Int {
    guard facts.isNew || isEmpty else { return 0 }
    return insert(
      KeptState(
        step: facts.step?.rawValue, next: facts.place.next.rawValue, line: facts.place.line, bytes: facts.bytes + KeptState.ownBytes,
        state: facts.isValue ? KeptValue(value: state) : nil, origin: origin))
  }

  fileprivate func insertUnknown(_ step: Int?, at place: OutcomePlace) -> Int {
    // Without a step, it is behind the latest outcome.
    let line = step == nil ? place.line + 1 : place.line
    return insert(KeptState(step: step, next: place.next.rawValue, line: line, bytes: KeptState.ownBytes, state: nil, origin: .app))
  }
}

extension KeptSteps.Contents {
  fileprivate mutating func note(_ step: Int?, at place: OutcomePlace) {
    latest = max(latest, place.next.rawValue - 1)
    guard let step, step >= oldest else { return }
    while lines.count <= step - oldest { lines.append(-1) }
    lines[step - oldest] = place.line
  }

  fileprivate func line(of step: Int) -> Int? {
    guard lines.indices.contains(step - oldest), lines[step - oldest] >= 0 else { return nil }
    return lines[step - oldest]
  }

  /// Replaces what is kept of a store, and returns it.
  fileprivate mutating func exchange(_ states: KeptStates?, of store: String) -> KeptStates? {
    let previous = stores[store]
    stores[store] = states
    bytes -= previous?.bytes ?? 0
    return previous
  }

  /// Drops what is too old, and then the oldest until the rest fits; never the last state of a store. Returns what is to be let go.
  fileprivate mutating func prune(toSteps mostSteps: Int, bytes mostBytes: Int) -> [KeptValue] {
    var dropped: [KeptValue] = []
    // Some at a time, so that each costs little.
    if latest - oldest >= mostSteps + max(1, mostSteps / 4) { drop(before: latest - mostSteps, into: &dropped) }
    while bytes > mostBytes, oldest < latest { drop(before: oldest + max(1, (latest - oldest) / 16), into: &dropped) }
    return dropped
  }

  private mutating func drop(before step: Int, into dropped: inout [KeptValue]) {
    lines.removeFirst(min(lines.count, step - oldest))
    oldest = step
    for (_, states) in stores.entries { bytes -= states.drop(before: step, into: &dropped) }
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
      guard step >= contents.oldest else { return .unknown }
      let line = contents.line(of: step)
      return states.state { state in line.map { state.line <= $0 } ?? (state.next <= step) }
    }
  }

  /// An action and its store; `nil` if it is not kept.
  func action(at step: Int) -> (store: String, KeptValue)? {
    contents.withLock { contents in
      for (name, states) in contents.stores.entries { if let action = states.action(at: step) { return (name, action) } }
      return nil
    }
  }

  /// The store whose state a step changed.
  func store(changedBy step: Int) -> String? {
    contents.withLock { contents in contents.stores.entries.first { $0.states.place(of: step) != nil }?.name }
  }

  /// The steps whose states are kept.
  func range(of store: String) -> (first: Int?, last: Int?) {
    contents.withLock { contents in
      let range = contents.stores[store]?.range ?? (first: nil, last: nil)
      return (range.first.map { max($0, contents.oldest) }, range.last.map { max($0, contents.oldest) })
    }
  }

  /// How many of the kept states of some stores the app has made since a step, and whether all since then are kept.
  func ownChanges(of stores: [String], after step: Int) -> (count: Int, isAll: Bool) {
    contents.withLock { contents in
      var count = 0
      for store in stores { count += contents.stores[store]?.ownChanges(after: step) ?? 0 }
      return (count, contents.oldest <= step + 1)
    }
  }

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
