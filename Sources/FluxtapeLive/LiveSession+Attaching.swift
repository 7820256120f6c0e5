internal import Fluxtape
public import FluxtapeStores

extension LiveSession {
  /// Lets the session set the state of a store, in one line. Its actions can be dispatched again, held and recomputed.
  ///
  /// The store must be recorded (`recording: recorder.store("cart")`). The session does not keep it alive.
  ///
  /// Subscribers are called on the actor where this is called, so attach a store of the user interface on the main actor. Called outside of
  /// actors, the session uses a thread of its own.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - isolation: The actor. Leave it out, or pass `nil` for a thread of the session.
  public func attach<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>, isolation: isolated (any Actor)? = #isolation
  ) {
    guard let core else { return }
    guard let name = store.label else {
      return SystemFacts.tell("a store that is not recorded cannot be attached to a live session; make it with 'recording:'")
    }
    let access = StoreAccess<State, Action>(
      isGone: { [weak store] in store == nil },
      replace: { [weak store] next, _ in store?.replaceState(within: LiveCore.longestBusy) { next($0, $1) } },
      send: { [weak store] in store?.dispatch($0) },
      hasReducer: true,
      setHold: { [weak store] in store?.setHold($0) })
    core.attach(name, access, isolation: isolation)
  }

  /// Lets the session set the state of any recorded store.
  ///
  /// ```swift
  /// live.attach("todos", get: { [weak model] in model?.items ?? [] }, set: { [weak model] in model?.items = $0 })
  /// ```
  ///
  /// The functions run on the actor where this is called. If that is none, they run on a thread of the session, and must be safe to run
  /// there: no action may be in the store's reducer meanwhile.
  ///
  /// - Parameters:
  ///   - name: The store's name in the log.
  ///   - isolation: The actor of the store. Leave it out.
  ///   - get: Returns the state.
  ///   - set: Sets the state. The app shows it as if an action had led to it.
  public func attach<State>(
    _ name: String, isolation: isolated (any Actor)? = #isolation, get: @escaping () -> State, set: @escaping (State) -> Void
  ) {
    attach(name, isolation: isolation, get: get, set: set, send: nil as ((Never) -> Void)?)
  }

  /// Lets the session set the state of any recorded store, and send it actions.
  ///
  /// - Parameters:
  ///   - name: The store's name in the log.
  ///   - isolation: The actor of the store, see ``attach(_:isolation:get:set:)``. Leave it out.
  ///   - get: Returns the state.
  ///   - set: Sets the state.
  ///   - send: Dispatches an action. It is recorded like any other, with the session's mark as its cause.
  ///   - reduce: The reducer as the app wrote it, to recompute states; not the one that a tap returned.
  public func attach<State, Action>(
    _ name: String, isolation: isolated (any Actor)? = #isolation, get: @escaping () -> State, set: @escaping (State) -> Void,
    send: ((Action) -> Void)?, reduce: ((inout State, Action) -> Void)? = nil
  ) {
    let access = StoreAccess<State, Action>(
      replace: { next, record in
        guard let state = next(get(), reduce) else { return }
        set(state)
        // A setter may change what it is given.
        record(get())
      },
      send: send,
      hasReducer: reduce != nil)
    core?.attach(name, access, isolation: isolation)
  }

  /// Runs an action, or holds it while the inspector has locked the app: for stores other than those of `FluxtapeStores`, which are held by
  /// themselves.
  ///
  /// ```swift
  /// live.hold("cart") { store.dispatch(action) }
  /// ```
  ///
  /// Held actions run later in their order, with the cause that they have here; or never, if they are dropped.
  ///
  /// - Parameters:
  ///   - name: The store's name in the log.
  ///   - isolation: The actor on which a held action runs later. Leave it out.
  ///   - action: Dispatches the action.
  public func hold(_ name: String, isolation: isolated (any Actor)? = #isolation, _ action: @escaping () -> Void) {
    let held = KeptValue(value: action)
    let isHeld = core?.hold(name, Isolation(actor: isolation)) { (held.value as? () -> Void)?() } ?? false
    if !isHeld { action() }
  }
}
