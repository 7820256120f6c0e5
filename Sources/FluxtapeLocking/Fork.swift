#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

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
