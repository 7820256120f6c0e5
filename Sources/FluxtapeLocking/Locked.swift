/// A value that only one thread at a time can access, through its lock.
///
/// The lock is not recursive: taking it again inside of `withLock` hangs (Linux) or traps (Apple systems). Hold it for moving bytes and
/// counting, never while app code runs.
///
/// In the child of a fork, a lock that another thread held is free. The value, which was in the middle of a change, is recreated if it was
/// made with ``init(renewable:)``. See ``Fork``.
///
/// Public, although no product of the package exports it: only public functions are inlined into other modules, where they cost little more
/// than the lock itself.
///
/// Sendable without the compiler's proof, which cannot see that every access to `value` happens between lock and unlock. All accesses are
/// in this file. `sending` ensures that the caller keeps no reference to parts of the value.
@safe
public final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let record: UnsafeMutablePointer<LockRecord>
  // On the heap, since a broken value must be leaked: destroying it would follow its references.
  @usableFromInline let value: UnsafeMutablePointer<Value>
  private let renewal: (@Sendable () -> sending Value)?

  package convenience init(_ value: consuming sending Value) { self.init(value, renewal: nil) }

  /// - Parameter make: Makes the value now, and again in the child of a fork if the value was being changed at that time.
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

  /// Runs `body` with exclusive access to the value.
  @inlinable
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock()
    defer { unlock() }
    return try unsafe body(&value.pointee)
  }

  /// Runs `body` like ``withLock(_:)`` if the lock is free, or is released within this many nanoseconds. Otherwise returns `nil`.
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
