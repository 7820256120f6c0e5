internal import Fluxtape

/// A mistake in the code around a store, which the store survives.
public enum StoreProblem<Action: Sendable>: Sendable {
  /// A reducer, or an effect handler, dispatched this action. It was dropped.
  ///
  /// The store told of it is the one dispatched to. Let a middleware, a subscriber or an effect dispatch it.
  case dispatchInReducer(Action)

  /// An effect threw, though nobody had cancelled it. Catch the error and dispatch it as an action of its own.
  case effectFailed(EffectID?, any Error)
}

extension StoreProblem: CustomStringConvertible {
  /// Names types and ids. The action's values and the error's text are left out, since they may hold what is not for a log.
  public var description: String {
    switch self {
    case .dispatchInReducer:
      "a reducer dispatched an action of type \(Action.self); it was dropped. Dispatch it from a middleware, a subscriber or an effect"
    case .effectFailed(let id, let error):
      "effect \(id.map { "'\($0)'" } ?? "without id") failed with \(type(of: error)); catch the error there and dispatch it as an action"
    }
  }

  /// What a store does with a problem unless told otherwise.
  public func printToStandardError() { SystemFacts.tell("store: \(self)") }
}
