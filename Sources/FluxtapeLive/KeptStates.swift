/// One kept state of a store.
struct KeptState {
  /// Who made it.
  enum Origin: Sendable {
    case app
    /// A jump, or the way back.
    case live
    /// The actions before it, recomputed.
    case recomputed
  }

  let step: Int?
  /// The step that began next.
  let next: Int
  /// Its place among the outcomes of the log.
  let line: Int
  let bytes: Int
  /// `nil` if the state is not known, or must not be kept.
  let state: KeptValue?
  let origin: Origin

  /// What keeping a state takes besides it, roughly.
  static let ownBytes = 256
}

/// The kept states and actions of one store.
struct KeptStates {
  private var states: [KeptState] = []
  /// Dropped states at the front of the list.
  private var start = 0
  /// The step from which on the store may have had states that are not kept; `nil` if all are kept.
  var unknownSince: Int?
  private(set) var actions: [Int: KeptValue] = [:]
  /// The steps that are left out of the store's state.
  var skipped: Set<Int> = []

  private var kept: ArraySlice<KeptState> { states[start...] }
  var isEmpty: Bool { kept.isEmpty }
  var isLong: Bool { kept.count > 1 }
  var firstLine: Int { kept.first?.line ?? .max }

  /// Before this step, the store had not begun.
  var beginning: Int { unknownSince ?? kept.first.map { $0.next - 1 } ?? .max }

  var range: (first: Int?, last: Int?) {
    let steps = kept.lazy.filter { $0.state != nil }.map { $0.step ?? $0.next - 1 }
    return (steps.first, steps.last)
  }
}

extension KeptStates {
  mutating func insert(_ state: KeptState) { states.append(state) }

  /// Keeps an action, and returns those that are too old.
  mutating func keep(_ action: KeptValue, at step: Int, before oldest: Int, most: Int) -> [KeptValue] {
    actions[step] = action
    // Now and then, so that each costs little.
    guard actions.count > 2 * most else { return [] }
    let old = actions.filter { $0.key < oldest }
    for step in old.keys { actions[step] = nil }
    return Array(old.values)
  }

  /// Drops the states that were replaced before a step. Returns their bytes.
  mutating func drop(before oldest: Int) -> Int {
    var bytes = 0
    while isLong, states[start + 1].next <= oldest { bytes += dropFirst() }
    return bytes
  }

  mutating func dropFirst() -> Int {
    let bytes = states[start].bytes
    start += 1
    unknownSince = unknownSince ?? states[start - 1].next - 1
    if start > states.count / 2 {
      states.removeFirst(start)
      start = 0
    } else {
      states[start - 1] = KeptState(step: nil, next: 0, line: 0, bytes: 0, state: nil, origin: .app)
    }
    return bytes
  }

  /// The last state for which `isBefore` holds.
  func state(_ isBefore: (KeptState) -> Bool) -> KeptSteps.Found {
    guard let found = kept.last(where: isBefore) else { return unknownSince == nil ? .absent : .unknown }
    return found.state.map { .state($0) } ?? .unknown
  }

  func place(of step: Int) -> Int? { kept.firstIndex { $0.step == step } }
}

// MARK: - Recomputing

/// A state, and the actions that followed it.
struct Recomputation {
  let state: KeptValue
  let actions: [KeptValue]
}

extension KeptStates {
  /// What there is to recompute from before a step.
  ///
  /// States that were recomputed follow from the same actions, so they are passed over. Other changes cannot be recomputed.
  func recomputation(from step: Int, skipping skipped: Set<Int>, of store: String) throws(Refusal) -> Recomputation {
    guard let place = place(of: step) else { throw Refusal("#\(step) changed no attached store, or its state is no longer kept") }
    // What was skipped before is left out of states that came later.
    let first = skipped.compactMap(self.place).min().map { min($0, place) } ?? place
    guard first > start, var before = states[first - 1].state else {
      throw Refusal("the state of '\(store)' before #\(step) is not kept")
    }
    var following: [KeptValue] = []
    for (index, state) in zip(first..., states[first...]) {
      switch state.origin {
      case .recomputed: continue
      case .live:
        if index < place, let set = state.state {
          (before, following) = (set, [])
          continue
        }
        throw Refusal("'\(store)' was set at \(Self.name(state)), behind #\(step): what came before makes no difference any more")
      case .app:
        guard let step = state.step, let action = actions[step] else {
          throw Refusal("'\(store)' changed at \(Self.name(state)) without an action that is kept, so it cannot be recomputed from there")
        }
        if !skipped.contains(step) { following.append(action) }
      }
    }
    return Recomputation(state: before, actions: following)
  }

  private static func name(_ state: KeptState) -> String { "#\(state.step ?? state.next - 1)" }
}
