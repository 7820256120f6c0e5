#if !RECORDING_COMPILED_OUT
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A value behind a lock, as ``Locked``, whose changes other threads can wait for.
///
/// Not for use in the child of a fork, where those who would change it are gone.
///
/// Sendable without the compiler's proof, since it cannot see that every access to `value` lies between lock and unlock. They are
/// all in this file.
@safe
package final class Monitor<Value: ~Copyable>: @unchecked Sendable {
  // On the heap, since neither may move and Swift may move a stored property.
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

  /// Runs `body` on the value while no other thread can see it; then those who wait look again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result { try wait(until: { _ in true }, body) }

  /// Runs `body` as ``withLock(_:)`` does, but wakes nobody: to look at the value, or for a change that nobody waits for.
  package func withLockWithoutNotifying<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Runs `body` on the value as soon as `condition` holds, asked first at once and then after each change.
  package func wait<Result, Failure: Error>(
    until condition: (borrowing Value) -> Bool, _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_mutex_unlock(mutex)
      // Without a call of the system if nobody waits.
      unsafe pthread_cond_broadcast(change)
    }
    while !condition(value) { unsafe _ = pthread_cond_wait(change, mutex) }
    return try body(&value)
  }
}
#endif
