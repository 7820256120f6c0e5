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

/// One kept action of a store.
private struct KeptAction {
  let step: Int
  let bytes: Int
  let action: KeptValue
}

/// The kept states and actions of one store.
final class KeptStates {
  private var states: [KeptState] = []
  private var actions: [KeptAction] = []
  /// Who makes the states that come now.
  var origin = KeptState.Origin.app
  /// The step from which on the store may have had states that are not kept; `nil` if all are kept.
  var unknownSince: Int?
  /// The steps that are left out of the store's state.
  var skipped: Set<Int> = []

  var isEmpty: Bool { states.isEmpty }
  var bytes: Int { states.reduce(0) { $0 + $1.bytes } + actions.reduce(0) { $0 + $1.bytes } }

  /// Before this step, the store had not begun.
  var beginning: Int { unknownSince ?? states.first.map { $0.next - 1 } ?? .max }

  var range: (first: Int?, last: Int?) {
    let steps = states.lazy.filter { $0.state != nil }.map { $0.step ?? $0.next - 1 }
    return (steps.first, steps.last)
  }
}

extension KeptStates {
  /// Returns the bytes that it takes.
  func insert(_ state: KeptState) -> Int {
    states.append(state)
    return state.bytes
  }

  /// Does the same for an action.
  func insert(_ action: KeptValue, at step: Int, bytes: Int) -> Int {
    actions.append(KeptAction(step: step, bytes: bytes, action: action))
    return bytes
  }

  /// Drops the states that were replaced before a step, and the actions before it. Returns their bytes.
  func drop(before oldest: Int, into dropped: inout [KeptValue]) -> Int {
    let oldStates = states.dropFirst().prefix { $0.next <= oldest }.count
    let oldActions = actions.prefix { $0.step < oldest }.count
    if oldStates > 0 { unknownSince = unknownSince ?? states[0].next - 1 }
    var bytes = 0
    for place in 0..<oldStates {
      bytes += states[place].bytes
      if let state = states[place].state { dropped.append(state) }
    }
    for place in 0..<oldActions {
      bytes += actions[place].bytes
      dropped.append(actions[place].action)
    }
    states.removeFirst(oldStates)
    actions.removeFirst(oldActions)
    return bytes
  }

  /// How many of the kept states the app has made since a step.
  func ownChanges(after step: Int) -> Int { states.count { $0.origin == .app && $0.next > step + 1 } }

  func action(at step: Int) -> KeptValue? { actions.last { $0.step == step }?.action }

  /// The last state for which `isBefore` holds.
  func state(_ isBefore: (KeptState) -> Bool) -> KeptSteps.Found {
    guard let found = states.last(where: isBefore) else { return unknownSince == nil ? .absent : .unknown }
    return found.state.map { .state($0) } ?? .unknown
  }

  func place(of step: Int) -> Int? { states.firstIndex { $0.step == step } }
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
    guard let place = place(of: step) else { throw Refusal("step \(step) changed no attached store, or its state is no longer kept") }
    // What was skipped before is left out of states that came later.
    let first = skipped.compactMap(self.place).min().map { min($0, place) } ?? place
    guard first > 0, var before = states[first - 1].state else { throw Refusal("the state of '\(store)' before step \(step) is not kept") }
    if let lost = skipped.first(where: { self.place(of: $0) == nil }), states[first...].contains(where: { $0.origin == .recomputed }) {
      throw Refusal("step \(lost) of '\(store)' was skipped and is no longer kept; recomputed from step \(step), it would be back")
    }
    let actions = Dictionary(actions.map { ($0.step, $0.action) }) { $1 }
    var following: [KeptValue] = []
    for (index, state) in zip(first..., states[first...]) {
      switch state.origin {
      case .recomputed: continue
      case .live:
        if index < place, let set = state.state {
          (before, following) = (set, [])
          continue
        }
        throw Refusal("'\(store)' was set at \(Self.name(state)), after step \(step): what came before makes no difference any more")
      case .app:
        guard let step = state.step, let action = actions[step] else {
          throw Refusal("'\(store)' changed at \(Self.name(state)) without an action that is kept, so it cannot be recomputed from there")
        }
        if !skipped.contains(step) { following.append(action) }
      }
    }
    return Recomputation(state: before, actions: following)
  }

  private static func name(_ state: KeptState) -> String { "step \(state.step ?? state.next - 1)" }
}
