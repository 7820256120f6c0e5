// The same as for other stores, in the types of stores whose closures belong to the main actor.
//
// Disfavoured, since a function of the main actor also fits a store whose types say nothing of it: there the other ones are meant.

extension StoreTap {
  /// A middleware for stores whose closures belong to the main actor: `middleware: [app.middleware, …]`. Put it first.
  @inlinable @MainActor @_disfavoredOverload
  public func middleware<Action, State>(
    _ dispatch: @escaping @MainActor (Action) -> Void, _ getState: @escaping @MainActor () -> State?
  ) -> @MainActor (_ next: @escaping @MainActor (Action) -> Void) -> @MainActor (Action) -> Void {
    guard let store else { return { $0 } }
    return { next in
      { action in store.dispatch(action, site: nil, askingFor: { getState() }) { next(action) } }
    }
  }

  /// A reducer of the main actor that records what `reducer` returns.
  @inlinable @MainActor @_disfavoredOverload
  public func reducer<Action, State>(
    _ reducer: @escaping @MainActor (Action, State?) -> State
  ) -> @MainActor (Action, State?) -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { action, state in store.reduce(action, from: state) { reducer(action, state) } }
  }

  /// A reducer of the main actor that records what `reducer` makes of the state.
  @inlinable @MainActor @_disfavoredOverload
  public func reducer<State, Action, Result>(
    _ reducer: @escaping @MainActor (inout State, Action) -> Result
  ) -> @MainActor (inout State, Action) -> Result {
    guard storeOfReducer() != nil else { return reducer }
    return { [self] state, action in reduce(action, into: &state) { reducer(&$0, $1) } }
  }

  /// A reducer of the main actor that returns the state, or throws.
  @inlinable @MainActor @_disfavoredOverload
  public func reducer<Action, State>(
    _ reducer: @escaping @MainActor (Action, State?) throws -> State
  ) -> @MainActor (Action, State?) throws -> State {
    guard let store = storeOfReducer() else { return reducer }
    return { action, state in try store.reduce(action, from: state) { try reducer(action, state) } }
  }

  /// A reducer of the main actor that changes the state in place, and may throw.
  @inlinable @MainActor @_disfavoredOverload
  public func reducer<State, Action, Result>(
    _ reducer: @escaping @MainActor (inout State, Action) throws -> Result
  ) -> @MainActor (inout State, Action) throws -> Result {
    guard storeOfReducer() != nil else { return reducer }
    return { [self] state, action in try reduce(action, into: &state) { try reducer(&$0, $1) } }
  }
}
