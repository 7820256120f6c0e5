import Fluxtape
import FluxtapeStores
import Synchronization

extension RecordingContext {
  /// A context in which a script always makes the same log: run, start, process and key are fixed, and the time is that of `clock`.
  ///
  /// A public key protects nothing. An app keeps the random key that it has by default.
  ///
  /// - Parameter run: The identity of the run, for apps with more than one sample log.
  public static func sample(_ name: String, run: String? = nil, clock: VirtualClock) -> RecordingContext {
    let readings = Mutex(0)
    return RecordingContext(
      run: "sample-\(run ?? name)",
      start: 1_795_251_600_000_000,  // 2026-11-21T09:00:00Z
      clock: {
        // Each reading takes 7 µs, so that durations look as on a real clock.
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
