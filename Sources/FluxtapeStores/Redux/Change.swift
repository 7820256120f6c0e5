/// A state, and what led to it.
public struct Change<Value: Sendable>: Sendable {
  /// The state after the change, or the part of it that was selected.
  public let state: Value

  package init(state: Value) {
    self.state = state
  }
}

extension Change: Equatable where Value: Equatable {}
