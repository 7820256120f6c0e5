import FluxtapeLocking

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A value behind a lock, with a condition variable for its changes.
///
/// Do not use it in the child of a fork, where the threads that would change it no longer exist.
@safe
final class Monitor<Value: ~Copyable>: @unchecked Sendable {
  private let locked: Locked<Value>
  // On the heap, since it may not move in memory.
  private let change: UnsafeMutablePointer<pthread_cond_t>

  init(_ value: consuming sending Value) {
    locked = Locked(value)
    unsafe change = .allocate(capacity: 1)
    unsafe change.initialize(to: pthread_cond_t())
    unsafe pthread_cond_init(change, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe change.deinitialize(count: 1)
    unsafe change.deallocate()
  }

  /// Runs `body` with exclusive access to the value, then wakes the waiting threads.
  func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result { try wait(until: { _ in true }, body) }

  /// Runs `body` like ``withLock(_:)``, but wakes no thread: for reading the value, or for a change that no thread waits for.
  func withLockWithoutNotifying<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result { try locked.withLock(body) }

  /// Waits until `condition` holds, checked at once and after each change. Then runs `body` and wakes the waiting threads.
  func wait<Result, Failure: Error>(
    until condition: (borrowing Value) -> Bool, _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    locked.lock()
    defer {
      locked.unlock()
      // Makes no system call if no thread waits.
      unsafe pthread_cond_broadcast(change)
    }
    while unsafe !condition(locked.value.pointee) { unsafe _ = pthread_cond_wait(change, locked.mutex) }
    return try unsafe body(&locked.value.pointee)
  }
}
