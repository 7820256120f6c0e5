/// A value for one thread at a time, such as a closure that is not to be called by two at once. Which thread that is does not matter.
///
/// Sendable without proof: only iteration 0 of a `concurrentPerform` uses it, or whoever holds the lock around it.
@safe struct OneThread<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
