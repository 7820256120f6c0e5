#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// Not `Mutex`: it requires macOS 15 and iOS 18, while apps that link this run on macOS 13 and iOS 16.

/// A system lock with its links in the list of all locks. Its address never changes.
///
/// Unsafe code: all functions take a pointer that the owner got from ``make()`` and returns to ``destroy(_:)``.
@unsafe
struct LockRecord {
  #if canImport(os)
  typealias Primitive = os_unfair_lock
  #else
  typealias Primitive = pthread_mutex_t
  #endif

  // The first member, so that both have the same address.
  private var primitive = unsafe Primitive()
  /// Whether another thread held the lock at the fork that created this process, and the value has not been recreated since.
  var wasHeldAtFork = false
  var previous: UnsafeMutablePointer<LockRecord>?
  var next: UnsafeMutablePointer<LockRecord>?

  static func make() -> UnsafeMutablePointer<LockRecord> {
    let record = UnsafeMutablePointer<LockRecord>.allocate(capacity: 1)
    unsafe record.initialize(to: LockRecord())
    unsafe initialize(record)
    unsafe Fork.add(record)
    return unsafe record
  }

  static func destroy(_ record: UnsafeMutablePointer<LockRecord>) {
    unsafe Fork.remove(record)
    #if !canImport(os)
    unsafe pthread_mutex_destroy(primitive(of: record))
    #endif
    unsafe record.deinitialize(count: 1)
    unsafe record.deallocate()
  }

  static func renewIfHeld(_ record: UnsafeMutablePointer<LockRecord>) {
    if unsafe tryLock(record) { return unsafe unlock(record) }
    unsafe initialize(record)
    unsafe record.pointee.wasHeldAtFork = true
  }

  private static func initialize(_ record: UnsafeMutablePointer<LockRecord>) {
    #if canImport(os)
    unsafe primitive(of: record).initialize(to: Primitive())
    #else
    unsafe pthread_mutex_init(primitive(of: record), nil)
    #endif
  }

  static func primitive(of record: UnsafeMutablePointer<LockRecord>) -> UnsafeMutablePointer<Primitive> {
    unsafe UnsafeMutableRawPointer(record).assumingMemoryBound(to: Primitive.self)
  }
}

// MARK: - Locking

extension LockRecord {
  static func lock(_ record: UnsafeMutablePointer<LockRecord>) {
    #if canImport(os)
    unsafe os_unfair_lock_lock(primitive(of: record))
    #else
    unsafe pthread_mutex_lock(primitive(of: record))
    #endif
  }

  static func tryLock(_ record: UnsafeMutablePointer<LockRecord>) -> Bool {
    #if canImport(os)
    unsafe os_unfair_lock_trylock(primitive(of: record))
    #else
    unsafe pthread_mutex_trylock(primitive(of: record)) == 0
    #endif
  }

  /// - Returns: `false` if the lock was not released within `nanoseconds`, or somewhat later.
  static func lock(_ record: UnsafeMutablePointer<LockRecord>, within nanoseconds: Int) -> Bool {
    #if canImport(os)
    // Without a timed wait on this platform, the lock is polled at growing intervals.
    var (pause, waited) = (20, 0)
    while unsafe !tryLock(record) {
      guard waited < nanoseconds / 1000 else { return false }
      usleep(UInt32(pause))
      waited += pause
      pause = min(2 * pause, 2000)
    }
    return true
    #else
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    let sum = Int(end.tv_nsec) + nanoseconds
    end.tv_sec += time_t(sum / 1_000_000_000)
    end.tv_nsec = .init(sum % 1_000_000_000)
    return unsafe pthread_mutex_timedlock(primitive(of: record), &end) == 0
    #endif
  }

  static func unlock(_ record: UnsafeMutablePointer<LockRecord>) {
    #if canImport(os)
    unsafe os_unfair_lock_unlock(primitive(of: record))
    #else
    unsafe pthread_mutex_unlock(primitive(of: record))
    #endif
  }
}
