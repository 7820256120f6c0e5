internal import Fluxtape

/// A mistake in the code around a dispatcher, which the dispatcher survives.
public enum DispatcherProblem: Hashable, Sendable {
  /// A reducer dispatched an action or event of this name. It was dropped.
  case dispatchInReducer(String)

  /// Handlers wait for each other in a circle of this many. The one registered at this place is running already, and was not waited for.
  case waitInCircle(String, handlers: Int)

  /// `waitFor` was called where no action is being handled by the calling thread, or in a reducer. It did nothing.
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

  /// What a dispatcher does with a problem unless told otherwise.
  public func printToStandardError() { SystemFacts.tell("dispatcher: \(self)") }
}
