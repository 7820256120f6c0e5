/// A value that can be reached by one thread at a time, and only through its lock.
///
/// The lock is not recursive: taking it again from inside `withLock` hangs (Linux) or traps (Apple systems). Hold it for
/// moving bytes and counting, never while someone else's code runs.
///
/// In the child of a fork a lock that another thread held is free, and the value that it was in the middle of changing is made anew,
/// if it was made with ``init(renewable:)``. See ``Fork``.
///
/// Public, though no product of the package offers it: only what is public becomes part of its callers, and there it costs little more than
/// the lock itself.
///
/// Sendable without the compiler's proof, since it cannot see that every access to `value` lies between lock and unlock.
/// They are all in this file. `sending` sees to it that no reference to the value's parts stays with the caller.
@safe
public final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let record: UnsafeMutablePointer<LockRecord>
  // On the heap, since a broken value must be left where it is: to end its life would be to follow what it refers to.
  @usableFromInline let value: UnsafeMutablePointer<Value>
  private let renewal: (@Sendable () -> sending Value)?

  package convenience init(_ value: consuming sending Value) { self.init(value, renewal: nil) }

  /// - Parameter make: Makes the value now, and once more in the child of a fork, if it was being changed there.
  package convenience init(renewable make: @escaping @Sendable () -> sending Value) { self.init(make(), renewal: make) }

  private init(_ value: consuming sending Value, renewal: (@Sendable () -> sending Value)?) {
    unsafe self.value = .allocate(capacity: 1)
    unsafe self.value.initialize(to: value)
    unsafe record = LockRecord.make()
    self.renewal = renewal
  }

  deinit {
    unsafe LockRecord.destroy(record)
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
  }

  /// Runs `body` on the value while no other thread can see it.
  @inlinable
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock()
    defer { unlock() }
    return try unsafe body(&value.pointee)
  }

  /// Runs `body` as ``withLock(_:)`` does, if the lock is free or comes free within so many nanoseconds; else the result is `nil`.
  package func withLock<Result, Failure: Error>(
    within nanoseconds: Int, _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard unsafe LockRecord.tryLock(record) || LockRecord.lock(record, within: nanoseconds) else { return nil }
    defer { unlock() }
    if unsafe record.pointee.wasHeldAtFork { renew() }
    return try unsafe body(&value.pointee)
  }

  @usableFromInline func lock() {
    unsafe LockRecord.lock(record)
    if unsafe record.pointee.wasHeldAtFork { renew() }
  }

  @usableFromInline func unlock() { unsafe LockRecord.unlock(record) }

  private func renew() {
    unsafe record.pointee.wasHeldAtFork = false
    if let renewal { unsafe value.initialize(to: renewal()) }
  }
}
