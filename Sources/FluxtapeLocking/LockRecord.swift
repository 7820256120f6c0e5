#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

// Why not `Mutex`: it asks for macOS 15 and iOS 18, and apps that link this run on macOS 13 and iOS 16.

/// A lock of the system, and its place in the list of all locks. It stays where it is in memory.
///
/// Unsafe code: everything here works on a pointer that the owner got from ``make()`` and gives back to ``destroy(_:)``.
@unsafe
struct LockRecord {
  #if canImport(os)
  typealias Primitive = os_unfair_lock
  #else
  typealias Primitive = pthread_mutex_t
  #endif

  // The first member: its address is that of the record.
  private var primitive = unsafe Primitive()
  /// Whether this process is the child of a fork at which another thread held the lock, and the value has not been made anew since.
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

// MARK: - Taking

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

  /// - Returns: `false` if it has not come free within `nanoseconds`, or somewhat later.
  static func lock(_ record: UnsafeMutablePointer<LockRecord>, within nanoseconds: Int) -> Bool {
    #if canImport(os)
    // There is no such wait there: it is looked at again and again, less and less often.
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
