/// Code that sees each action before the reducer does: `(dispatch, getState) -> (next) -> (action) -> Void`, as in ReSwift.
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
/// It passes the action to `next`, or another one, or none (then nothing is reduced). `dispatch` sends an action through the
/// whole chain from the start. Both may be kept and called later from any thread; when the store is gone they do nothing.
///
/// A store applies the outer closures anew for each action. What a middleware remembers therefore lives in an object
/// that it captures, never in a variable inside of it.
public typealias Middleware<State, Action> =
  @Sendable (
    _ dispatch: @escaping @Sendable (Action) -> Void,
    _ getState: @escaping @Sendable () -> State
  ) -> (_ next: @escaping @Sendable (Action) -> Void) -> (_ action: Action) -> Void
