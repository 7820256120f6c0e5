extension StoreTap {
  /// Returns a reducer that records the state returned by `reducer`. This is the state right after the action, whatever a subscriber
  /// dispatches next.
  @inlinable
  public func reducer<Action, State>(_ reducer: @escaping (Action, State?) -> State) -> (Action, State?) -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { action, state in store.reduce(action, from: state) { reducer(action, state) } }
  }

  /// Returns a reducer that takes the state first and returns the next one.
  @inlinable
  public func reducer<State, Action>(_ reducer: @escaping (State, Action) -> State) -> (State, Action) -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { state, action in store.reduce(action, from: state, { reducer(state, action) }, state: { $0 }) }
  }

  /// Returns a reducer that records how `reducer` changes the state.
  @inlinable
  public func reducer<State, Action, Result>(
    _ reducer: @escaping (inout State, Action) -> Result
  ) -> (inout State, Action) -> Result {
    guard storeOfReducer() != nil else { return reducer }
    return { [self] state, action in reduce(action, into: &state, by: reducer) }
  }

  /// Returns an update function that records the model in its result; `model` returns `nil` if the model is unchanged.
  ///
  /// `Update(app.update(update) { $0.model })` records a Mobius loop.
  @inlinable
  public func update<Model, Event, Next>(
    _ update: @escaping (Model, Event) -> Next, _ model: @escaping (Next) -> Model?
  ) -> (Model, Event) -> Next {
    guard let store = storeOfReducer() else { return update }
    return { before, event in store.reduce(event, from: before, { update(before, event) }, state: { model($0) ?? before }) }
  }

  /// Returns the store and marks that its states come from a reducer, so that nothing else is asked for them. `nil` if nothing is recorded.
  @usableFromInline func storeOfReducer() -> RecordedStore? {
    store?.expectReducer()
    return store
  }
}

// MARK: - Reducers that throw

// Each records the error and the state as the reducer left it; if the reducer returns states, the state before.
//
// These are overloads instead of typed errors, since Swift 6.3 crashes when it passes on a reducer whose error is `Never`.

extension StoreTap {
  /// Returns a reducer that returns the initial or next state, or throws.
  @inlinable @_disfavoredOverload
  public func reducer<Action, State>(_ reducer: @escaping (Action, State?) throws -> State) -> (Action, State?) throws -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { action, state in try store.reduce(action, from: state) { try reducer(action, state) } }
  }

  /// Returns a reducer that takes the state first, and returns the next one or throws.
  @inlinable @_disfavoredOverload
  public func reducer<State, Action>(_ reducer: @escaping (State, Action) throws -> State) -> (State, Action) throws -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { state, action in try store.reduce(action, from: state, { try reducer(state, action) }, state: { $0 }) }
  }

  /// Returns a reducer that may throw: it records the error and the state as the reducer left it.
  @inlinable @_disfavoredOverload
  public func reducer<State, Action, Result>(
    _ reducer: @escaping (inout State, Action) throws -> Result
  ) -> (inout State, Action) throws -> Result {
    guard storeOfReducer() != nil else { return reducer }
    return { [self] state, action in try reduce(action, into: &state, by: reducer) }
  }
}

// MARK: - Reducers called by the app

extension StoreTap {
  /// Runs `reducer` and records how it changes `state`: for stores that call their reducer themselves.
  ///
  /// - Parameters:
  ///   - action: The action; its type and case give its name. A text must be a `String`.
  ///   - state: Pass a local variable rather than a property of a class: the state is encoded during the access, and an `encode(to:)` that
  ///     reads the property at that time would end the process ("Simultaneous accesses").
  ///   - reducer: Called once, with the state in place.
  @inlinable
  public func reduce<Action, State, Result, Failure: Error>(
    _ action: Action, into state: inout State, by reducer: (inout State, Action) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try reducer(&state, action) }
    return try store.reduce(action, into: &state) { (state) throws(Failure) in try reducer(&state, action) }
  }

  /// Runs `reducer` for a named event without contents and records how it changes `state`: for stores whose events have no type. See
  /// ``reduce(_:into:by:)``.
  @inlinable
  public func reduce<State, Result, Failure: Error>(
    _ name: String, into state: inout State, fileID: StaticString = #fileID, line: UInt = #line,
    by reducer: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try reduce(name, Nothing.none, into: &state, fileID: fileID, line: line, by: reducer)
  }

  /// Runs `reducer` for a named event with contents and records how it changes `state`.
  @inlinable
  public func reduce<Payload, State, Result, Failure: Error>(
    _ name: String, _ payload: Payload, into state: inout State, fileID: StaticString = #fileID, line: UInt = #line,
    by reducer: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try reducer(&state) }
    return try store.reduce(name, payload, site: CallSite(fileID, line), into: &state, reducer)
  }
}
