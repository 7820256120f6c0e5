public import Fluxtape

/// A state, and the recorded action that caused it.
public struct Change<Value: Sendable>: Sendable {
  /// The state after the change, or its selected part.
  public let state: Value

  /// The action that caused this state. `nil` for the initial state of a subscription or loop, and without a recorder.
  ///
  /// It is the current cause in a subscriber's closure, but not in a `for await` loop, which belongs to the task where it began. Set it
  /// there with `recorder.caused(by: change.cause) { … }` or `Cause.with`.
  public let cause: Cause?

  package init(state: Value, cause: Cause?) {
    self.state = state
    self.cause = cause
  }

  /// Returns the part of the state, with the same cause.
  func map<Part: Sendable>(_ part: (Value) -> Part) -> Change<Part> { Change<Part>(state: part(state), cause: cause) }
}

extension Change: Equatable where Value: Equatable {}
