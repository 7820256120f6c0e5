internal import Fluxtape

/// A mistake in the use of a store that does not stop it.
public enum StoreProblem<Action: Sendable>: Sendable {
  /// A reducer, or an effect handler, dispatched this action. It was dropped.
  ///
  /// The target store reports it. Dispatch the action from a middleware, a subscriber or an effect instead.
  case dispatchInReducer(Action)

  /// An effect threw without being cancelled. Catch the error and dispatch it as an action.
  case effectFailed(EffectID?, any Error)
}

extension StoreProblem: CustomStringConvertible {
  /// Types and ids only. The action's values and the error's text may be secret.
  public var description: String {
    switch self {
    case .dispatchInReducer:
      "a reducer dispatched an action of type \(Action.self); it was dropped. Dispatch it from a middleware, a subscriber or an effect"
    case .effectFailed(let id, let error):
      "effect \(id.map { "'\($0)'" } ?? "without id") failed with \(type(of: error)); catch the error there and dispatch it as an action"
    }
  }

  /// Prints the problem to standard error, the default for `onProblem`.
  public func printToStandardError() { SystemFacts.tell("store: \(self)") }
}
