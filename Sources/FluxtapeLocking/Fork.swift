#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Handles the effect of `fork` on locks: the child has only the calling thread, and all locks held by other threads stay locked forever.
///
/// So all locks are in a list. After a fork the child goes through the list before any of its code runs: it recreates each lock that was
/// held, and considers its value broken, since a thread stopped in the middle of a change.
///
/// The locks are not simply taken before the fork, as `malloc` does it: app code runs under some of them, and might wait for the forking
/// thread.
///
/// Unsafe code: the list is linked by pointers. Sound: every record is removed from the list before it is freed, and the list changes only
/// under `guardian`, which the forking thread holds on both sides of the fork.
package enum Fork {
  /// The number of forks between the first process and this one.
  package static var generation: Int { unsafe forks }

  /// Sound without a lock: it changes only in the child of a fork, before any other code of the child runs, while the process has one
  /// thread.
  nonisolated(unsafe) private static var forks = 0

  nonisolated(unsafe) private static var first: UnsafeMutablePointer<LockRecord>?

  // Created once and never freed.
  nonisolated(unsafe) private static let guardian: UnsafeMutablePointer<pthread_mutex_t> = {
    let guardian = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    unsafe guardian.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(guardian, nil)
    return unsafe guardian
  }()

  /// Children of `vfork` and `posix_spawn` run neither this nor other code of the app.
  private static let isWatched =
    pthread_atfork({ unsafe _ = pthread_mutex_lock(guardian) }, { unsafe _ = pthread_mutex_unlock(guardian) }, { enter() }) == 0
}

extension Fork {
  static func add(_ record: UnsafeMutablePointer<LockRecord>) {
    _ = isWatched
    unsafe pthread_mutex_lock(guardian)
    unsafe record.pointee.next = first
    unsafe first?.pointee.previous = record
    unsafe first = record
    unsafe pthread_mutex_unlock(guardian)
  }

  static func remove(_ record: UnsafeMutablePointer<LockRecord>) {
    unsafe pthread_mutex_lock(guardian)
    let (previous, next) = unsafe (record.pointee.previous, record.pointee.next)
    if let previous = unsafe previous {
      unsafe previous.pointee.next = next
    } else {
      unsafe first = next
    }
    unsafe next?.pointee.previous = previous
    unsafe pthread_mutex_unlock(guardian)
  }

  private static func enter() {
    unsafe forks += 1
    var next = unsafe first
    while let record = unsafe next {
      unsafe LockRecord.renewIfHeld(record)
      unsafe next = record.pointee.next
    }
    unsafe pthread_mutex_unlock(guardian)
  }
}
