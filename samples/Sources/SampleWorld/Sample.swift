import Fluxtape
import FluxtapeStores

/// A small app with a scripted user, which always leaves the same log.
public protocol Sample: Sendable {
  /// What the program and its log are called: `flux-subjects`.
  static var name: String { get }
  /// What the log of the variant with a planted bug is called: `flux-subjects-stuck-loading`.
  static var bug: String { get }
  /// Plays the whole script. When it returns, everything it made is released.
  static func play(on stage: Stage) async
}

/// What a sample is given to play with.
public struct Stage: Sendable {
  public let clock: VirtualClock
  public let recorder: Recorder
  /// Whether the app has the bug that is to be found.
  public let hasBug: Bool
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
