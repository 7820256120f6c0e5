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

    static func background(waking waker: Waker) -> InspectorBackground {
      let durations = Locked<[Int: Double]>([:])
      return InspectorBackground(
        start: { lane, isDeferred, work in
          let queue = DispatchQueue.global(qos: isDeferred ? .utility : .userInitiated)
          let timed: @Sendable () -> Void = {
            let start = ContinuousClock.now
            work()
            let duration = Double((ContinuousClock.now - start).components.attoseconds) / 1e18
            durations.withLock { $0[lane] = duration }
          }
          guard isDeferred else { return queue.async(execute: timed) }
          let last = durations.withLock { $0[lane] ?? 0 }
          queue.asyncAfter(deadline: .now() + max(shortestPause, last / share), execute: timed)
        },
        wake: { waker.wake() })
    }
  }
#endif
