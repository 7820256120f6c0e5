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
  /// it meanwhile. Not in ``State``, since each record asks for it several times: a constant needs no look at whether it was made yet.
  nonisolated(unsafe) private static var forks = 0

  @unsafe private struct State {
    var guardian = unsafe pthread_mutex_t()
    var first: UnsafeMutablePointer<LockRecord>?
  }

  // Made once and never given back.
  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe state.initialize(to: State())
    unsafe pthread_mutex_init(guardian(of: state), nil)
    return unsafe state
  }()

  /// The first member of the state.
  private static func guardian(of state: UnsafeMutablePointer<State>) -> UnsafeMutablePointer<pthread_mutex_t> {
    unsafe UnsafeMutableRawPointer(state).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  /// Children of `vfork` and of `posix_spawn` run none of this, nor anything else of the app's.
  private static let isWatched = pthread_atfork(prepareFork, leaveFork, enterChild) == 0
}

extension Fork {
  static func add(_ record: UnsafeMutablePointer<LockRecord>) {
    _ = isWatched
    unsafe pthread_mutex_lock(guardian(of: state))
    unsafe record.pointee.next = state.pointee.first
    unsafe state.pointee.first?.pointee.previous = record
    unsafe state.pointee.first = record
    unsafe pthread_mutex_unlock(guardian(of: state))
  }

  static func remove(_ record: UnsafeMutablePointer<LockRecord>) {
    unsafe pthread_mutex_lock(guardian(of: state))
    let (previous, next) = unsafe (record.pointee.previous, record.pointee.next)
    if let previous = unsafe previous {
      unsafe previous.pointee.next = next
    } else {
      unsafe state.pointee.first = next
    }
    unsafe next?.pointee.previous = previous
    unsafe pthread_mutex_unlock(guardian(of: state))
  }

  fileprivate static func prepare() { unsafe _ = pthread_mutex_lock(guardian(of: state)) }

  fileprivate static func leave() { unsafe _ = pthread_mutex_unlock(guardian(of: state)) }

  fileprivate static func enter() {
    unsafe forks += 1
    var next = unsafe state.pointee.first
    while let record = unsafe next {
      unsafe LockRecord.renewIfHeld(record)
      unsafe next = record.pointee.next
    }
    leave()
  }
}

private func prepareFork() { Fork.prepare() }
private func leaveFork() { Fork.leave() }
private func enterChild() { Fork.enter() }
