#if canImport(Darwin)
package import Darwin
#elseif canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Android)
package import Android
#endif

// Not `Mutex`: it requires macOS 15 and iOS 18, while apps that link this run on macOS 13 and iOS 16.

/// A value that only one thread at a time can access, through its lock.
///
/// The lock is not recursive: taking it again inside of `withLock` hangs. Hold it for moving bytes and counting, never while app code runs.
///
/// In the child of a fork, a lock that another thread held is free. The value, which was in the middle of a change, is recreated if it was
/// made with ``init(renewable:)``.
///
/// Public, although no product of the package exports it: only public functions are inlined into other modules, where they cost little more
/// than the lock itself.
///
/// Sendable without the compiler's proof, which cannot see that every access to `value` happens between lock and unlock. All accesses are
/// in this file and in `Monitor`, whose condition variable waits with the lock. `sending` ensures that the caller keeps no reference to parts of
/// the value.
@safe
public final class Locked<Value: ~Copyable>: @unchecked Sendable {
  // On the heap, since a lock may not move in memory, and a broken value must be leaked: destroying it would follow its references.
  package let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline package let value: UnsafeMutablePointer<Value>
  private let renewal: (@Sendable () -> sending Value)?
  /// The process in which the lock was made.
  private let origin = Fork.generation
  /// The latest process that took the lock over. Used under the guardian of forks only.
  private var heir = Fork.generation

  package convenience init(_ value: consuming sending Value) { self.init(value, renewal: nil) }

  /// - Parameter make: Makes the value now, and again in the child of a fork if the value was being changed at that time.
  package convenience init(renewable make: @escaping @Sendable () -> sending Value) { self.init(make(), renewal: make) }

  private init(_ value: consuming sending Value, renewal: (@Sendable () -> sending Value)?) {
    unsafe self.value = .allocate(capacity: 1)
    unsafe self.value.initialize(to: value)
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    self.renewal = renewal
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deinitialize(count: 1)
    unsafe mutex.deallocate()
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

  /// Runs `body` like ``withLock(_:)`` if the lock is free, or is released within about this many microseconds. Otherwise returns `nil`.
  package func withLock<Result, Failure: Error>(
    within microseconds: Int, _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    // Polled at growing intervals: not every system can wait for a lock for a limited time.
    var (pause, waited) = (20, 0)
    while !tryLock() {
      guard waited < microseconds else { return nil }
      usleep(UInt32(pause))
      waited += pause
      pause = min(2 * pause, 2000)
    }
    defer { unlock() }
    return try unsafe body(&value.pointee)
  }

  @usableFromInline package func lock() {
    if origin != Fork.generation, takeOver() { return }
    unsafe pthread_mutex_lock(mutex)
  }

  @usableFromInline package func unlock() { unsafe pthread_mutex_unlock(mutex) }

  private func tryLock() -> Bool {
    if origin != Fork.generation, takeOver() { return true }
    return unsafe pthread_mutex_trylock(mutex) == 0
  }

  /// Takes the lock at its first use in the child of a fork. Returns `false` for a later use.
  private func takeOver() -> Bool {
    let wasHeld: Bool? = Fork.guarded {
      guard heir != Fork.generation else { return nil }
      heir = Fork.generation
      if unsafe pthread_mutex_trylock(mutex) == 0 { return false }
      unsafe pthread_mutex_init(mutex, nil)
      unsafe pthread_mutex_lock(mutex)
      return true
    }
    if wasHeld == true, let renewal { unsafe value.initialize(to: renewal()) }
    return wasHeld != nil
  }
}

// MARK: - Forks

/// Knows whether this process is the child of a `fork`. The child has only the calling thread, and every lock that another thread held stays
/// locked forever. So a ``Locked`` that a child inherited is taken over at its first use.
///
/// Unsafe code: `forks` is read without a lock. Sound, since it changes only in the child of a fork, before any other code of the child runs,
/// while the process has one thread. `guardian` is made once and never freed.
package enum Fork {
  /// The number of forks between the first process and this one.
  package static var generation: Int {
    _ = isWatched
    return unsafe forks
  }

  /// Runs `body` on one thread of the process at a time.
  static func guarded<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(guardian)
    defer { unsafe pthread_mutex_unlock(guardian) }
    return body()
  }

  nonisolated(unsafe) private static var forks = 0
  nonisolated(unsafe) private static let guardian = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// Children of `vfork` and `posix_spawn` run neither this nor other code of the app.
  private static let isWatched: Bool = {
    unsafe pthread_mutex_init(guardian, nil)
    return pthread_atfork(
      nil, nil,
      {
        unsafe forks += 1
        unsafe pthread_mutex_init(guardian, nil)
      }) == 0
  }()
}
