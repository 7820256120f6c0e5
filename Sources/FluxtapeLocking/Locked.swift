#if canImport(os)
  import os
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

// Why not `Mutex`: it asks for macOS 15 and iOS 18, and apps that link this run on macOS 13 and iOS 16.

/// A value that can be reached by one thread at a time, and only through its lock.
///
/// The lock is not recursive: taking it again from inside `withLock` hangs (Linux) or traps (Apple systems). Hold it for
/// moving bytes and counting, never while someone else's code runs.
///
/// Sendable without the compiler's proof, since it cannot see that every access to `value` lies between lock and unlock.
/// They are the only two accesses, both in this file. `sending` sees to it that no reference to the value's parts stays
/// with the caller.
@safe
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  #if canImport(os)
    private typealias Primitive = os_unfair_lock
  #else
    private typealias Primitive = pthread_mutex_t
  #endif

  // On the heap, since a lock must not move and Swift may move a stored property.
  private let primitive: UnsafeMutablePointer<Primitive>
  @usableFromInline var value: Value

  package init(_ value: consuming sending Value) {
    self.value = value
    unsafe primitive = .allocate(capacity: 1)
    unsafe primitive.initialize(to: Primitive())
    #if !canImport(os)
      unsafe pthread_mutex_init(primitive, nil)
    #endif
  }

  deinit {
    #if !canImport(os)
      unsafe pthread_mutex_destroy(primitive)
    #endif
    unsafe primitive.deinitialize(count: 1)
    unsafe primitive.deallocate()
  }

  /// Runs `body` on the value while no other thread can see it.
  @inlinable
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock()
    defer { unlock() }
    return try body(&value)
  }

  @usableFromInline func lock() {
    #if canImport(os)
      unsafe os_unfair_lock_lock(primitive)
    #else
      unsafe pthread_mutex_lock(primitive)
    #endif
  }

  @usableFromInline func unlock() {
    #if canImport(os)
      unsafe os_unfair_lock_unlock(primitive)
    #else
      unsafe pthread_mutex_unlock(primitive)
    #endif
  }
}
