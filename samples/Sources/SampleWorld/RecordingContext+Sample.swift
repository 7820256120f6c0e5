import Fluxtape
import FluxtapeStores
import Synchronization

extension RecordingContext {
  /// A world in which the same script always makes the same log: fixed run, time, process and key, and the script's clock.
  ///
  /// A key that everybody can read hides nothing: an app of yours keeps the random one that it gets by default.
  ///
  /// - Parameter run: The identity of the run, where an app has more than one sample log.
  public static func sample(_ name: String, run: String? = nil, clock: VirtualClock) -> RecordingContext {
    let readings = Mutex(0)
    return RecordingContext(
      run: "sample-\(run ?? name)",
      start: 1_795_251_600_000_000,  // 2026-11-21T09:00:00Z
      clock: {
        // Each reading costs some microseconds, so that durations look as they do on a real clock.
        let spent = readings.withLock { count in
          count += 1
          return count * 7
        }
        return clock.now.microseconds + spent
      },
      app: App(name: name, version: "1.0"),
      process: Process(id: 1, host: "sample"),
      digestKey: DigestKey(low: 1, high: 2))
  }
}
