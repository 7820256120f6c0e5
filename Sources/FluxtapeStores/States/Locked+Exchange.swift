internal import FluxtapeLocking

extension Locked where Value: Sendable {
  /// Replaces the value and returns the old one. The caller releases it outside the lock, as its `deinit` may run any code.
  func exchange(_ value: Value) -> Value {
    withLock { current in
      defer { current = value }
      return current
    }
  }
}
