#if Inspector
import Dispatch
import FluxtapeCurses
import FluxtapeInspector
import FluxtapeLocking

/// Where the inspector's work is done while the main thread takes keys.
enum InspectorThreads {
  /// How long after a look at the log the next one comes: new lines are seen as they are written.
  private static let shortestPause = 0.1
  /// What looks again and again takes no more than this share of one processor.
  private static let share = 0.2

  static func background(waking waker: Waker, telling signal: WorkSignal) -> InspectorBackground {
    let durations = Locked<[Int: Double]>([:])
    return InspectorBackground(
      start: { lane, isDeferred, work in
        let queue = DispatchQueue.global(qos: isDeferred ? .utility : .userInitiated)
        let timed: @Sendable () -> Void = {
          let start = ContinuousClock.now
          work()
          let duration = Double((ContinuousClock.now - start).components.attoseconds) / 1e18
          durations.withLock { $0[lane] = duration }
          signal.raise()
        }
        guard isDeferred else { return queue.async(execute: timed) }
        let last = durations.withLock { $0[lane] ?? 0 }
        queue.asyncAfter(deadline: .now() + max(shortestPause, last / share), execute: timed)
      },
      wake: { waker.wake() })
  }
}

/// Tells a thread that waits that some work has ended. However often it was raised meanwhile, one wait ends.
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

  /// - Returns: false if `deadline` came first.
  func wait(until deadline: DispatchTime) -> Bool {
    guard semaphore.wait(timeout: deadline) == .success else { return false }
    // What was raised just before this is seen by the caller, who looks again.
    isRaised.withLock { $0 = false }
    return true
  }
}
#endif
