/// A value that one of several threads uses, such as a closure that no two threads may call.
///
/// Sendable without proof: whoever makes one gives it to iteration 0 of a `concurrentPerform` alone.
@safe struct OneThread<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
