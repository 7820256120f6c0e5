#if Inspector
import Dispatch
import FluxtapeCurses
import FluxtapeInspector
import FluxtapeLocking

#if canImport(Glibc)
import Glibc
#endif

/// Runs the inspector's work in the background while the main thread handles keys.
enum InspectorThreads {
  /// The minimum pause between checks of the log, in seconds.
  private static let shortestPause = 0.1
  /// Repeated checks take at most this share of one processor.
  private static let share = 0.2

  static func background(waking waker: Waker, telling signal: WorkSignal) -> InspectorBackground {
    let durations = Locked<[Int: Double]>([:])
    return InspectorBackground(
      start: { lane, time, work in
        let queue = DispatchQueue.global(qos: time == .later ? .utility : .userInitiated)
        let timed: @Sendable () -> Void = {
          giveWay()
          let start = ContinuousClock.now
          work()
          let duration = (ContinuousClock.now - start) / .seconds(1)
          durations.withLock { $0[lane] = duration }
          signal.raise()
        }
        switch time {
        case .now: queue.async(execute: timed)
        case .later:
          let last = durations.withLock { $0[lane] ?? 0 }
          queue.asyncAfter(deadline: .now() + max(shortestPause, last / share), execute: timed)
        case .after(let microseconds): queue.asyncAfter(deadline: .now() + .microseconds(microseconds), execute: timed)
        }
      },
      wake: { waker.wake() })
  }

  /// Lets the thread that draws go first. On Linux each thread has a priority of its own; elsewhere the system goes by the queue's class.
  private static func giveWay() {
    #if canImport(Glibc)
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, 5)
    #endif
  }
}

/// Signals the end of some work to a waiting thread. Several signals end only one wait.
final class WorkSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let isRaised = Locked(false)

  func raise() {
    let wasRaised = isRaised.withLock { isRaised in
      defer { isRaised = true }
      return isRaised
    }
    if !wasRaised { semaphore.signal() }
  }

  /// Returns false if `deadline` passed first.
  func wait(until deadline: DispatchTime) -> Bool {
    guard semaphore.wait(timeout: deadline) == .success else { return false }
    // The caller checks again, and sees work that ended just before this.
    isRaised.withLock { $0 = false }
    return true
  }
}
#endif
