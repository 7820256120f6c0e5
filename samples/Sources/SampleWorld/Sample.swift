import Fluxtape
import FluxtapeStores
import RecordedStreams

/// A small app with a scripted user, which always leaves the same log.
public protocol Sample: Sendable {
  /// What the program and its log are called: `flux-subjects`.
  static var name: String { get }
  /// What the log of the variant with a planted bug is called: `flux-subjects-stuck-loading`.
  static var bug: String { get }
  /// Plays the whole script. When it returns, everything it made is released, in an order that is always the same.
  ///
  /// A local variable may go after its last use, and optimized builds make use of that. So what a script makes belongs to one object, whose
  /// properties go in their order, and which is held to the end: `withExtendedLifetime(app) {}`. Subscriptions are kept in arrays, since a
  /// set has another order in each process. OpenCombine keeps the subscribers of a subject in one, so no log depends on which comes first.
  @MainActor static func play(on stage: Stage) async
}

/// What a sample is given to play with.
public struct Stage: Sendable {
  public let clock: VirtualClock
  public let recorder: Recorder
  /// Whether the app has the bug that is to be found.
  public let hasBug: Bool

  /// The clock's scheduler, with the one line that makes causes survive it.
  public var scheduler: MainScheduler { clock.scheduler.keepingCauses(of: recorder) }
}

extension Sample {
  /// The log of one play, in memory.
  public static func record(withBug hasBug: Bool = false) async -> [UInt8] {
    let (clock, sink) = (VirtualClock(), MemorySink())
    let recorder = Recorder(writingTo: sink, context: .sample(name, run: hasBug ? bug : name, clock: clock))
    await play(into: recorder, clock, hasBug)
    return sink.bytes
  }

  static func play(into recorder: Recorder, _ clock: VirtualClock, _ hasBug: Bool) async {
    await play(on: Stage(clock: clock, recorder: recorder, hasBug: hasBug))
    await clock.run()
    recorder.close()
  }
}
