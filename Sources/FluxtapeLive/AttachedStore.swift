internal import Fluxtape
internal import FluxtapeDecoding
internal import FluxtapeJSON
internal import FluxtapeLiveWire

/// A store that the session can set.
protocol AttachedStore: Sendable {
  var name: String { get }
  var abilities: LiveStatus.Store { get }
  /// The state as it is; `nil` if the store's actor does not answer, or the store is gone.
  func current() -> KeptValue?
  func state(from json: JSONValue) throws(Refusal) -> KeptValue
  func action(from json: JSONValue) throws(Refusal) -> KeptValue
  /// Sets a state and records it, with the mark of a command as the cause.
  func set(_ state: KeptValue, cause: Cause) throws(Refusal)
  func send(_ action: KeptValue, cause: Cause) throws(Refusal)
  /// Recomputes the state from what `plan` returns while no action can be in the reducer.
  func recompute(cause: Cause, _ plan: @escaping @Sendable () -> Result<Recomputation, Refusal>) throws(Refusal)
  /// Lets go of the store.
  func detach()
}

/// What an app lets a session do to a store. All of it runs where the store's isolation is.
struct StoreAccess<State, Action> {
  typealias Reducer = (inout State, Action) -> Void

  /// `nil` if the store is gone.
  let get: () -> State?
  /// Replaces the state by the next one, if there is one, while no action is in the reducer; records it before anybody sees it. `false` if the
  /// store is busy.
  let replace: (_ next: @escaping @Sendable (State, Reducer?) -> State?, _ record: @escaping @Sendable (State) -> Void) -> Bool
  var send: ((Action) -> Void)?
  var hasReducer = false
  var setHold: (((@Sendable (_ release: @escaping @Sendable () -> Void) -> Bool)?) -> Void)?
}

/// Sendable without the compiler's proof: the functions of `access` run only where `isolation` says.
final class TypedStore<State, Action>: AttachedStore, @unchecked Sendable {
  let name: String
  private let access: StoreAccess<State, Action>
  private let isolation: Isolation
  private let core: LiveCore

  init(_ name: String, _ access: StoreAccess<State, Action>, isolation: Isolation, of core: LiveCore) {
    self.name = name
    self.access = access
    self.isolation = isolation
    self.core = core
  }

  var abilities: LiveStatus.Store {
    var store = LiveStatus.Store(name)
    (store.firstKept, store.lastKept) = core.kept.range(of: name)
    store.readsStates = State.self is any Decodable.Type
    store.takesActions = access.send != nil
    store.readsActions = store.takesActions && Action.self is any Decodable.Type
    store.recomputes = access.hasReducer
    store.holds = access.setHold != nil || core.held.knows(name)
    return store
  }

  func detach() { access.setHold?(nil) }
}

// MARK: - States

extension TypedStore {
  func current() -> KeptValue? {
    isolation.run(within: core.options.longestWait) { [self] in access.get().map { KeptValue(value: $0) } } ?? nil
  }

  /// Keeps the state that the log has. Runs on the store's isolation.
  func keepLastState() {
    _ = access.replace(
      { [core, name] state, _ in
        core.recorder.tellListener(lastState: state, of: name)
        return nil
      }, { _ in })
  }

  func set(_ state: KeptValue, cause: Cause) throws(Refusal) {
    guard let state = state.value as? State else { throw Refusal("the state of '\(name)' is of another type now") }
    let kept = KeptValue(value: state)
    try replace(.live, cause) { _, _ in kept.value as? State }
  }

  func recompute(cause: Cause, _ plan: @escaping @Sendable () -> Result<Recomputation, Refusal>) throws(Refusal) {
    try replace(.recomputed, cause) { _, reducer in
      guard case .success(let recomputation) = plan(), let reducer, var state = recomputation.state.value as? State else { return nil }
      for action in recomputation.actions {
        guard let action = action.value as? Action else { return nil }
        reducer(&state, action)
      }
      return state
    }
  }

  private func replace(
    _ origin: KeptState.Origin, _ cause: Cause, by next: @escaping @Sendable (State, StoreAccess<State, Action>.Reducer?) -> State?
  ) throws(Refusal) {
    let isDone = isolation.run(within: core.options.longestWait) { [self] in
      Cause.with(cause) {
        access.replace(next) { [core, name] state in
          core.kept.whileSetting(name, origin) { core.recorder.set(state, of: name, cause: cause) }
        }
      }
    }
    guard let isDone else { throw Refusal("'\(name)' was not set: its actor does not answer") }
    guard isDone else { throw Refusal("'\(name)' was not set: its reducer is at work, or the store is gone") }
  }
}

// MARK: - Actions

extension TypedStore {
  func send(_ action: KeptValue, cause: Cause) throws(Refusal) {
    guard let send = access.send else { throw Refusal("'\(name)' is attached without 'send'") }
    guard action.value is Action else { throw Refusal("'\(name)' takes actions of another type") }
    // Held by a class of its own isolation, as `access` is.
    let sending = KeptValue(value: send)
    let isDone: Void? = isolation.run(within: core.options.longestWait) {
      guard let send = sending.value as? (Action) -> Void, let action = action.value as? Action else { return }
      Cause.with(cause) { ThreadFlag.passing.withFlagSet { send(action) } }
    }
    if isDone == nil { throw Refusal("nothing was dispatched: the actor of '\(name)' does not answer") }
  }
}

// MARK: - Reading

extension TypedStore {
  func state(from json: JSONValue) throws(Refusal) -> KeptValue { try decode(State.self, "state", from: json) }

  func action(from json: JSONValue) throws(Refusal) -> KeptValue {
    guard access.send != nil else { throw Refusal("'\(name)' is attached without 'send'") }
    return try decode(Action.self, "action", from: json)
  }

  private func decode<Value>(_ type: Value.Type, _ what: String, from json: JSONValue) throws(Refusal) -> KeptValue {
    guard let decodable = type as? any Decodable.Type else {
      throw Refusal("the \(what) of '\(name)' cannot be read: \(type) is not Decodable")
    }
    do {
      return KeptValue(value: try ValueDecoder().decode(decodable, from: json))
    } catch let error as DecodingError {
      let problem = DecodingProblem(error)
      throw Refusal(
        core.recorder.redacted("the \(what) of '\(name)' cannot be read: '\(problem.pointer)': \(problem.what)"))
    } catch {
      throw Refusal(core.recorder.redacted("the \(what) of '\(name)' cannot be read: \(error)"))
    }
  }
}
