/// Code that handles each action before the reducer: `(dispatch, getState) -> (next) -> (action) -> Void`, as in ReSwift.
///
/// ```swift
/// let logging: Middleware<AppState, AppAction> = { _, getState in
///   { next in
///     { action in
///       next(action)
///       print(action, getState())
///     }
///   }
/// }
/// ```
///
/// It passes the action or another one to `next`, or drops it. `dispatch` sends an action through the whole chain. Both may be stored and
/// called later from any thread; after the store is released, they do nothing.
///
/// A store calls the outer closures for each action. Keep a middleware's state in a captured object, not in a variable of these closures.
public typealias Middleware<State, Action> =
  @Sendable (
    _ dispatch: @escaping @Sendable (Action) -> Void,
    _ getState: @escaping @Sendable () -> State
  ) -> (_ next: @escaping @Sendable (Action) -> Void) -> (_ action: Action) -> Void
