import FluxtapeCoding
import FluxtapeLocking

@testable import Fluxtape

/// A clock that the test advances.
final class ManualClock: Sendable {
  private let time = Locked(0)

  var now: Int { time.withLock { $0 } }
  func advance(by microseconds: Int) { time.withLock { $0 += microseconds } }
}

extension RecordingContext {
  /// 21 November 2026, 09:00 UTC.
  static let fixedStart = 1_795_251_600_000_000

  /// A context that is the same in every run.
  static func fixed(run: String = "run", clock: ManualClock = ManualClock()) -> RecordingContext {
    RecordingContext(run: run, start: fixedStart, clock: { clock.now }, digestKey: DigestKey(low: 1, high: 2))
  }
}

extension Recorder {
  /// A recorder into memory with a fixed context.
  ///
  /// - Parameter member: The name of the members whose changes the recorder misses.
  static func inMemory(
    options: RecorderOptions = RecorderOptions(), clock: ManualClock = ManualClock(), missing member: String? = nil
  ) -> (Recorder, MemorySink) {
    let sink = MemorySink()
    var context = RecordingContext.fixed(clock: clock)
    if let member { context.makeComparison = { BlindComparison(rules: $0, maximumBytes: $1, missing: member) } }
    return (Recorder(writingTo: sink, options: options, context: context), sink)
  }
}
