extension StoreTap {
  /// A reducer that records what `reducer` returns. Its result is the state after the action, whatever a subscriber dispatches next.
  @inlinable
  public func reducer<Action, State>(_ reducer: @escaping (Action, State?) -> State) -> (Action, State?) -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { action, state in store.reduce(action, from: state) { reducer(action, state) } }
  }

  /// A reducer that takes the state first and returns the next one.
  @inlinable
  public func reducer<State, Action>(_ reducer: @escaping (State, Action) -> State) -> (State, Action) -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { state, action in store.reduce(action, from: state, { reducer(state, action) }, state: { $0 }) }
  }

  /// A reducer that records what `reducer` makes of the state.
  @inlinable
  public func reducer<State, Action, Result>(
    _ reducer: @escaping (inout State, Action) -> Result
  ) -> (inout State, Action) -> Result {
    guard storeOfReducer() != nil else { return reducer }
    return { [self] state, action in reduce(action, into: &state, by: reducer) }
  }

  /// An update function that records the model in what it returns; `nil` there says that the model stays as it is.
  ///
  /// `Update(app.update(update) { $0.model })` records a Mobius loop.
  @inlinable
  public func update<Model, Event, Next>(
    _ update: @escaping (Model, Event) -> Next, _ model: @escaping (Next) -> Model?
  ) -> (Model, Event) -> Next {
    guard let store = storeOfReducer() else { return update }
    return { before, event in store.reduce(event, from: before, { update(before, event) }, state: { model($0) ?? before }) }
  }

  /// The store, whose states will come from a reducer; nobody else is asked for them. `nil` if nothing is recorded.
  @usableFromInline func storeOfReducer() -> RecordedStore? {
    store?.expectReducer()
    return store
  }
}

// MARK: - Reducers that throw

// The error is recorded, and the state as the reducer left it; the one before if it returns states.
//
// Overloads, and not typed errors: Swift 6.3 crashes where it hands on a reducer whose error is `Never`.

extension StoreTap {
  /// A reducer that returns the first state or the next one, or throws.
  @inlinable @_disfavoredOverload
  public func reducer<Action, State>(_ reducer: @escaping (Action, State?) throws -> State) -> (Action, State?) throws -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { action, state in try store.reduce(action, from: state) { try reducer(action, state) } }
  }

  /// A reducer that takes the state first, and returns the next one or throws.
  @inlinable @_disfavoredOverload
  public func reducer<State, Action>(_ reducer: @escaping (State, Action) throws -> State) -> (State, Action) throws -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { state, action in try store.reduce(action, from: state, { try reducer(state, action) }, state: { $0 }) }
  }

  /// A reducer that may throw: the error is recorded, and the state as the reducer left it.
  @inlinable @_disfavoredOverload
  public func reducer<State, Action, Result>(
    _ reducer: @escaping (inout State, Action) throws -> Result
  ) -> (inout State, Action) throws -> Result {
    guard storeOfReducer() != nil else { return reducer }
    return { [self] state, action in try reduce(action, into: &state, by: reducer) }
  }
}

// MARK: - Reducers that the app calls itself

extension StoreTap {
  /// Runs `reducer` and records what it makes of `state`: for stores that call their reducer themselves.
  ///
  /// - Parameters:
  ///   - action: Named by its type and case. A text is a `String`.
  ///   - state: A local variable, rather than a property of a class: it is encoded while it is held, and an `encode(to:)` that reads the
  ///     property meanwhile would end the process ("Simultaneous accesses").
  ///   - reducer: Called once, with the state in place.
  @inlinable
  public func reduce<Action, State, Result, Failure: Error>(
    _ action: Action, into state: inout State, by reducer: (inout State, Action) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try reducer(&state, action) }
    return try store.reduce(action, into: &state) { (state) throws(Failure) in try reducer(&state, action) }
  }

  /// Runs `reducer` for an event that has a name, and records what it makes of `state`: for stores whose events are no values of a type of
  /// their own. See ``reduce(_:into:by:)``.
  @inlinable
  public func reduce<Payload, State, Result, Failure: Error>(
    _ name: String, _ payload: Payload, into state: inout State, fileID: StaticString = #fileID, line: UInt = #line,
    by reducer: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try reducer(&state) }
    return try store.reduce(name, payload, site: CallSite(fileID, line), into: &state, reducer)
  }
}
