import Fluxtape
import FluxtapeStores
import RecordedStreams

/// A small app with a scripted user, which always makes the same log.
public protocol Sample: Sendable {
  /// The name of the program and of its log: `flux-subjects`.
  static var name: String { get }
  /// The name of the log of the variant with a planted bug: `flux-subjects-stuck-loading`.
  static var bug: String { get }
  /// Plays the whole script. When it returns, everything that it created is released, always in the same order.
  ///
  /// Three rules keep the log the same in each run:
  /// - Optimized builds may release a local variable after its last use. So everything belongs to one object, which is held to the end by
  ///   `withExtendedLifetime(app) {}` and releases its properties in their order.
  /// - Subscriptions are kept in arrays, because a set has a different order in each process.
  /// - OpenCombine keeps the subscribers of a subject in a set. So no log depends on which of them is called first.
  @MainActor static func play(on stage: Stage) async
}

/// What a sample gets to play its script.
public struct Stage: Sendable {
  public let clock: VirtualClock
  public let recorder: Recorder
  /// Whether the app has the planted bug.
  public let hasBug: Bool

  /// The scheduler of the clock, wrapped so that it keeps causes.
  public var scheduler: SampleScheduler { clock.scheduler.keepingCauses(of: recorder) }
}

extension Sample {
  /// Plays the script and returns its log.
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
