// The same as for other stores, for stores whose closures are isolated to the main actor.
//
// These are disfavored overloads, since a main-actor function also fits a store without isolation, for which the other overloads are meant.

extension StoreTap {
  /// A middleware for stores whose closures are isolated to the main actor: `middleware: [app.middleware, …]`. Put it first.
  @inlinable @MainActor @_disfavoredOverload
  public func middleware<Action, State>(
    _ dispatch: @escaping @MainActor (Action) -> Void, _ getState: @escaping @MainActor () -> State?
  ) -> @MainActor (_ next: @escaping @MainActor (Action) -> Void) -> @MainActor (Action) -> Void {
    guard let store else { return { $0 } }
    return { next in
      { action in store.dispatch(action, site: nil, askingFor: { getState() }) { next(action) } }
    }
  }

  /// Returns a main-actor reducer that records the state returned by `reducer`.
  @inlinable @MainActor @_disfavoredOverload
  public func reducer<Action, State>(
    _ reducer: @escaping @MainActor (Action, State?) -> State
  ) -> @MainActor (Action, State?) -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { action, state in store.reduce(action, from: state) { reducer(action, state) } }
  }

  /// Returns a main-actor reducer that records how `reducer` changes the state.
  @inlinable @MainActor @_disfavoredOverload
  public func reducer<State, Action, Result>(
    _ reducer: @escaping @MainActor (inout State, Action) -> Result
  ) -> @MainActor (inout State, Action) -> Result {
    guard storeOfReducer() != nil else { return reducer }
    return { [self] state, action in reduce(action, into: &state) { reducer(&$0, $1) } }
  }

  /// Returns a main-actor reducer that returns the state, or throws.
  @inlinable @MainActor @_disfavoredOverload
  public func reducer<Action, State>(
    _ reducer: @escaping @MainActor (Action, State?) throws -> State
  ) -> @MainActor (Action, State?) throws -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { action, state in try store.reduce(action, from: state) { try reducer(action, state) } }
  }

  /// Returns a main-actor reducer that changes the state in place, and may throw.
  @inlinable @MainActor @_disfavoredOverload
  public func reducer<State, Action, Result>(
    _ reducer: @escaping @MainActor (inout State, Action) throws -> Result
  ) -> @MainActor (inout State, Action) throws -> Result {
    guard storeOfReducer() != nil else { return reducer }
    return { [self] state, action in try reduce(action, into: &state) { try reducer(&$0, $1) } }
  }
}
