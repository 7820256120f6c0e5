public import Fluxtape

/// A state, and the recorded action that led to it.
public struct Change<Value: Sendable>: Sendable {
  /// The state after the change, or the part of it that was selected.
  public let state: Value

  /// The action that led to this state. `nil` for the state that a subscription or loop begins with, and where no recorder is.
  ///
  /// A subscriber's closure runs with it as the current cause. A `for await` loop does not: it belongs to the task under which
  /// it began. Set it there with `recorder.caused(by: change.cause) { … }`, or with `Cause.with`.
  public let cause: Cause?

  package init(state: Value, cause: Cause?) {
    self.state = state
    self.cause = cause
  }

  /// The part of its state that `part` chooses, with the same cause.
  func map<Part: Sendable>(_ part: (Value) -> Part) -> Change<Part> { Change<Part>(state: part(state), cause: cause) }
}

extension Change: Equatable where Value: Equatable {}
