#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What `fork` does to locks: the child has one thread, the one that called, and everything that the others held stays locked for ever.
///
/// So each lock stands in a list. After a fork the child goes through it before any of its code runs: a lock that was held is made anew,
/// and its value counts as broken, since whoever changed it stopped halfway.
///
/// Why locks are not simply taken before the fork, as `malloc` does: the app's code runs under some of them, and it might wait for the
/// thread that forks.
///
/// Unsafe code: the list is linked by pointers. Sound since every record is taken out of it before it is given back, and since the
/// list changes only under `guardian`, which the forking thread holds on both sides of the fork.
package enum Fork {
  /// How many forks lie between the first process and this one.
  package static var generation: Int { unsafe forks }

  /// Sound without a lock: it changes in the child of a fork alone, before any code of it runs, while the process has one thread; nobody can read
  /// it meanwhile.
  nonisolated(unsafe) private static var forks = 0

  nonisolated(unsafe) private static var first: UnsafeMutablePointer<LockRecord>?

  // Made once and never given back.
  nonisolated(unsafe) private static let guardian: UnsafeMutablePointer<pthread_mutex_t> = {
    let guardian = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    unsafe guardian.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(guardian, nil)
    return unsafe guardian
  }()

  /// Children of `vfork` and of `posix_spawn` run none of this, nor anything else of the app's.
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
