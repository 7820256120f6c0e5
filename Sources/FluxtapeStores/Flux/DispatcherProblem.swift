internal import Fluxtape

/// A mistake in the use of a dispatcher that does not stop it.
public enum DispatcherProblem: Hashable, Sendable {
  /// A reducer dispatched an action or event with this name. It was dropped.
  case dispatchInReducer(String)

  /// This number of handlers wait for each other in a cycle. The one registered at this place is already running, and was not waited for.
  case waitInCircle(String, handlers: Int)

  /// `waitFor` was called outside a handler, or in a reducer. It did nothing.
  case waitOutsideOfHandler
}

extension DispatcherProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .dispatchInReducer(let name):
      "a reducer dispatched \(name); it was dropped. Dispatch it from a subscriber or a request"
    case .waitInCircle(let place, let count):
      "\(count == 1 ? "a handler waits for itself" : "\(count) handlers wait for each other in a circle"): the one of \(place) is running already"
    case .waitOutsideOfHandler:
      "waitFor was called outside of a handler; it did nothing"
    }
  }

  /// Prints the problem to standard error, the default for `onProblem`.
  public func printToStandardError() { SystemFacts.tell("dispatcher: \(self)") }
}
