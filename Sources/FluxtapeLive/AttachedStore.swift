internal import Fluxtape
internal import FluxtapeDecoding
internal import FluxtapeJSON
internal import FluxtapeLiveWire
internal import FluxtapeLocking
internal import FluxtapeStores

/// A store that the session can set.
protocol AttachedStore: AnyObject, Sendable {
  var name: String { get }
  var abilities: LiveStatus.Store { get }
  /// Whether the store was released.
  var isGone: Bool { get }
  /// Whether the store's actor answers.
  func answers() -> Bool
  func state(from json: JSONValue) throws(Refusal) -> KeptValue
  func action(from json: JSONValue) throws(Refusal) -> KeptValue
  /// Records a state, with the mark of a command as the cause, and sets it. Returns the state before.
  func set(_ state: KeptValue, cause: Cause) throws(Refusal) -> KeptValue
  func send(_ action: KeptValue, cause: Cause) throws(Refusal)
  /// Recomputes the state from what `plan` returns while no action can be in the reducer.
  func recompute(cause: Cause, _ plan: @escaping @Sendable () -> Result<Recomputation, Refusal>) throws(Refusal)
  /// Lets go of the store.
  func detach()
}

/// What an app lets a session do to a store. All of it runs where the store's isolation is.
struct StoreAccess<State, Action> {
  typealias Reducer = (inout State, Action) -> Void

  var isGone: @Sendable () -> Bool = { false }
  /// Replaces the state by the next one, if there is one, while no action is in the reducer. `next` records it before anybody sees it, and is not
  /// called if the store is busy or gone. `record` takes a state that became another one in the store.
  let replace: (_ next: @escaping @Sendable (State, Reducer?) -> State?, _ record: @escaping @Sendable (State) -> Void) -> Void
  var send: ((Action) -> Void)?
  var hasReducer = false
  var setHold: ((Hold?) -> Void)?
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
    store.skipped = core.kept.skipped(of: name).sorted()
    return store
  }

  func detach() { access.setHold?(nil) }
}

// MARK: - States

extension TypedStore {
  var isGone: Bool { access.isGone() }

  func answers() -> Bool { isolation.run(within: core.options.longestWait) {} != nil }

  /// Keeps the state that the log has. Runs on the store's isolation.
  func keepLastState() {
    access.replace(
      { [core, name] state, _ in
        core.recorder.tellListener(lastState: state, of: name)
        return nil
      }, { _ in })
  }

  func set(_ state: KeptValue, cause: Cause) throws(Refusal) -> KeptValue {
    try replace(.live, cause) { [name] _, _ throws(Refusal) in
      guard let state = state.value as? State else { throw Refusal("the state of '\(name)' is of another type now") }
      return state
    }
  }

  func recompute(cause: Cause, _ plan: @escaping @Sendable () -> Result<Recomputation, Refusal>) throws(Refusal) {
    _ = try replace(.recomputed, cause) { [name] _, reducer throws(Refusal) in
      let recomputation = try plan().get()
      let actions = recomputation.actions.compactMap { $0.value as? Action }
      guard let reducer, var state = recomputation.state.value as? State, actions.count == recomputation.actions.count else {
        throw Refusal("the states or actions of '\(name)' are of another type now")
      }
      for action in actions { reducer(&state, action) }
      return state
    }
  }

  /// Records the next state, and sets it. Returns the one before.
  private func replace(
    _ origin: KeptState.Origin, _ cause: Cause,
    by next: @escaping @Sendable (State, StoreAccess<State, Action>.Reducer?) throws(Refusal) -> State
  ) throws(Refusal) -> KeptValue {
    let outcome = isolation.run(within: core.options.longestWait) { [self] in
      let outcome = Locked(
        Result<KeptValue, Refusal>.failure(Refusal("'\(name)' was not set: its reducer is at work, or the store is gone")))
      let record = { @Sendable [core, name] (state: State) in
        core.kept.whileSetting(name, origin) { core.recorder.set(state, of: name, cause: cause) }
      }
      Cause.with(cause) {
        access.replace(
          { [name] before, reducer in
            let result = Result { () throws(Refusal) in
              let state = try next(before, reducer)
              guard record(state) else { throw Refusal("'\(name)' was not set, as the log did not take its state") }
              return state
            }
            outcome.withLock { $0 = result.map { _ in KeptValue(value: before) } }
            return try? result.get()
          }, { _ = record($0) })
      }
      return outcome.withLock { $0 }
    }
    guard let outcome else { throw Refusal("'\(name)' was not set: its actor does not answer") }
    return try outcome.get()
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
      let place = problem.pointer.isEmpty ? "" : "'\(problem.pointer)': "
      throw Refusal(core.recorder.redacted("the \(what) of '\(name)' cannot be read: \(place)\(problem.what)"))
    } catch {
      throw Refusal(core.recorder.redacted("the \(what) of '\(name)' cannot be read: \(error)"))
    }
  }
}
