/// A mistake in the code around a store, which the store survives.
public enum StoreProblem<Action: Sendable>: Sendable {
  /// A reducer, or an effect handler, dispatched this action. It was dropped.
  ///
  /// The store told of it is the one dispatched to. Let a middleware, a subscriber or an effect dispatch it.
  case dispatchInReducer(Action)

  /// An effect threw, though nobody had cancelled it. Catch the error and dispatch it as an action of its own.
  case effectFailed(EffectID?, any Error)
}
