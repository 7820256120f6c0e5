internal import FluxtapeLocking

extension Locked where Value: Sendable {
  /// Puts `value` in and returns what was there, so that it is released outside of the lock: a `deinit` may be anyone's code.
  func exchange(_ value: Value) -> Value {
    withLock { current in
      defer { current = value }
      return current
    }
  }
}
