#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A value behind a lock, like ``Locked``, with a condition variable for its changes.
///
/// Do not use it in the child of a fork, where the threads that would change it no longer exist.
///
/// Sendable without the compiler's proof, which cannot see that every access to `value` happens between lock and unlock. All accesses are
/// in this file.
@safe
package final class Monitor<Value: ~Copyable>: @unchecked Sendable {
  // On the heap, since neither may move in memory, and Swift may move a stored property.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  package init(_ value: consuming sending Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe change = .allocate(capacity: 1)
    unsafe change.initialize(to: pthread_cond_t())
    unsafe pthread_cond_init(change, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe change.deinitialize(count: 1)
    unsafe change.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deinitialize(count: 1)
    unsafe mutex.deallocate()
  }

  /// Runs `body` with exclusive access to the value, then wakes the waiting threads.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result { try wait(until: { _ in true }, body) }

  /// Runs `body` like ``withLock(_:)``, but wakes no thread: for reading the value, or for a change that no thread waits for.
  package func withLockWithoutNotifying<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Waits until `condition` holds, checked at once and after each change. Then runs `body` and wakes the waiting threads.
  package func wait<Result, Failure: Error>(
    until condition: (borrowing Value) -> Bool, _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_mutex_unlock(mutex)
      // Makes no system call if no thread waits.
      unsafe pthread_cond_broadcast(change)
    }
    while !condition(value) { unsafe _ = pthread_cond_wait(change, mutex) }
    return try body(&value)
  }
}
