#if Inspector
import FluxtapeHistory
import FluxtapeInspector
import FluxtapeLocking
import FluxtapeReplay

/// What carries out the inspector's replays: a host process for each, which is gone when its answer is there, it is stopped, or the
/// inspector is left.
final class InspectorHost: Sendable {
  private struct State {
    var running: HostProcess?
    /// Whether the inspector was left: nothing begins any more.
    var isClosed = false
  }

  private let command: HostCommand
  private let state = Locked(State())

  init(_ command: HostCommand) { self.command = command }

  var replayer: StepReplayer {
    StepReplayer(host: command.text) { [self] run, leftOut, goOn in try replay(run, without: leftOut, goOn) }
  }

  /// Ends what runs, however it hangs, for good: what was about to begin on another thread does not begin.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.running?.kill()
    }
  }

  /// Starts a process that ``close()`` ends. Under the lock, so that none comes between its start and its being known.
  private func start(isStopped: @escaping @Sendable () -> Bool) throws -> HostProcess {
    try state.withLock { [command] state in
      guard !state.isClosed else { throw CancellationError() }
      let host = try command.start(isQuiet: true, isStopped: isStopped)
      state.running = host
      return host
    }
  }

  /// Steps that are replayed, of a hundred; the rest goes into comparing.
  private static let share = 70

  func replay(
    _ run: History, without leftOut: Set<Int>, _ goOn: @escaping @Sendable (Int) -> Bool
  ) throws -> HypotheticalRun {
    @Sendable func check(_ percent: Int) throws { if !goOn(percent) { throw CancellationError() } }
    var host = try start { !goOn(0) }
    defer { state.withLock { $0.running = nil } }
    var whatIf = WhatIf()
    whatIf.skipped = leftOut
    let recording = Recording(run)
    var made: WhatIfResult?
    let other = try History.spooled(named: "what if") { write in
      made = try recording.write(
        whatIf, by: &host, progress: { try check(Self.share * $0 / max($1, 1)) }, to: write)
    }
    guard let result = made, !result.stores.isEmpty else { throw HostError("\(command.name) has no reducer for any store of this log") }
    let differing = try recording.steps(differingIn: other, result) { try check(Self.share + (100 - Self.share) * $0 / max($1, 1)) }
    let unreplayed = result.failures.map { ($0.step, Self.words($0)) }
    return HypotheticalRun(
      history: other, steps: result.steps, stores: Set(result.stores), differing: differing,
      unreplayed: Dictionary(unreplayed, uniquingKeysWith: { first, _ in first }))
  }

  /// Whose fault it is: what the log does not hold cannot be replayed, whatever the reducer says.
  private static func words(_ failure: WhatIfResult.Failure) -> String {
    failure.unknown.isEmpty ? failure.message : failure.unknown.map(\.description).joined(separator: ", ")
  }
}
#endif
