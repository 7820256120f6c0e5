extension StoreTap {
  /// A reducer that records what `reducer` returns. Its result is the state after the action, whatever a subscriber dispatches next.
  @inlinable
  public func reducer<Action, State>(_ reducer: @escaping (Action, State?) -> State) -> (Action, State?) -> State {
    guard let store else { return reducer }
    store.expectReducer()
    return { action, state in
      guard let reduction = store.beginReducing(action, { store.tellStateBefore(of: state, $0) }) else { return reducer(action, state) }
      return store.reduce(reduction) {
        reducer(action, state)
      } state: {
        $0
      }
    }
  }

  /// A reducer that records what `reducer` makes of the state.
  @inlinable
  public func reducer<State, Action, Result>(
    _ reducer: @escaping (inout State, Action) -> Result
  ) -> (inout State, Action) -> Result {
    guard let store else { return reducer }
    store.expectReducer()
    return { [self] state, action in reduce(action, into: &state, by: reducer) }
  }

  /// A reducer that takes the state first and returns the next one.
  @inlinable
  public func reducer<State, Action>(_ reducer: @escaping (State, Action) -> State) -> (State, Action) -> State {
    guard let store else { return reducer }
    store.expectReducer()
    return { state, action in
      guard let reduction = store.beginReducing(action, { store.tellStateBefore(state, $0) }) else { return reducer(state, action) }
      return store.reduce(reduction) {
        reducer(state, action)
      } state: {
        $0
      }
    }
  }

  /// A reducer that may throw: the error is recorded, and the state as the reducer left it.
  ///
  /// Overloads, and not typed errors: Swift 6.3 crashes where it hands on a reducer whose error is `Never`.
  @inlinable @_disfavoredOverload
  public func reducer<State, Action, Result>(
    _ reducer: @escaping (inout State, Action) throws -> Result
  ) -> (inout State, Action) throws -> Result {
    guard let store else { return reducer }
    store.expectReducer()
    return { [self] state, action in try reduce(action, into: &state, by: reducer) }
  }

  /// A reducer that takes the state first, and returns the next one or throws.
  @inlinable @_disfavoredOverload
  public func reducer<State, Action>(_ reducer: @escaping (State, Action) throws -> State) -> (State, Action) throws -> State {
    guard let store else { return reducer }
    store.expectReducer()
    return { state, action in
      guard let reduction = store.beginReducing(action, { store.tellStateBefore(state, $0) }) else { return try reducer(state, action) }
      return try store.reduce(reduction) {
        try reducer(state, action)
      } state: {
        $0
      }
    }
  }

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
    guard let store, let reduction = store.beginReducing(action, { store.tellStateBefore(state, $0) }) else {
      return try reducer(&state, action)
    }
    return try store.reduce(reduction, of: &state) { (state) throws(Failure) in try reducer(&state, action) }
  }

  /// Runs `reducer` for an event that has a name, and records what it makes of `state`: for stores whose events are no values of a type of
  /// their own. See ``reduce(_:into:by:)``.
  @inlinable
  public func reduce<Payload, State, Result, Failure: Error>(
    _ name: String, _ payload: Payload, into state: inout State, fileID: StaticString = #fileID, line: UInt = #line,
    by reducer: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store, let reduction = store.beginReducing(name, payload, site: CallSite(fileID, line), { store.tellStateBefore(state, $0) })
    else { return try reducer(&state) }
    return try store.reduce(reduction, of: &state, reducer)
  }

  /// Runs `change` as an action that has a name and no contents, and records what it makes of `state`.
  package func change<State>(_ name: String, _ state: inout State, fileID: StaticString, line: UInt, _ change: (inout State) -> Void) {
    guard let store,
      let reduction = store.beginReducing(name, Nothing.none, site: CallSite(fileID, line), { store.tellStateBefore(state, $0) })
    else { return change(&state) }
    store.reduce(reduction, of: &state, change)
  }

  /// An update function that records the model in what it returns; `nil` there says that the model stays as it is.
  ///
  /// `Update(app.update(update) { $0.model })` records a Mobius loop.
  @inlinable
  public func update<Model, Event, Next>(
    _ update: @escaping (Model, Event) -> Next, _ model: @escaping (Next) -> Model?
  ) -> (Model, Event) -> Next {
    guard let store else { return update }
    store.expectReducer()
    return { before, event in
      guard let reduction = store.beginReducing(event, { store.tellStateBefore(before, $0) }) else { return update(before, event) }
      return store.reduce(reduction) {
        update(before, event)
      } state: {
        model($0) ?? before
      }
    }
  }
}
