#if Inspector
import FluxtapeHistory
import FluxtapeInspector
import FluxtapeLocking
import FluxtapeReplay

/// Carries out the inspector's replays. Each starts a host process, which ends after its answer, when stopped, or with the inspector.
final class InspectorHost: Sendable {
  private struct State {
    var running: HostProcess?
    /// Whether the inspector has quit, so that no replay may start.
    var isClosed = false
  }

  private let command: HostCommand
  private let state = Locked(State())

  init(_ command: HostCommand) { self.command = command }

  var replayer: StepReplayer {
    StepReplayer(host: command.text) { [self] run, whatIf, shouldContinue in try replay(run, whatIf, shouldContinue) }
  }

  /// Kills the running host, and prevents new ones.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.running?.kill()
    }
  }

  /// Starts a process under the lock, so that ``close()`` cannot miss it.
  private func start(isStopped: @escaping @Sendable () -> Bool) throws -> HostProcess {
    try state.withLock { [command] state in
      guard !state.isClosed else { throw CancellationError() }
      let host = try command.start(isQuiet: true, isStopped: isStopped)
      state.running = host
      return host
    }
  }

  /// The percentage of progress for replaying. The rest is for comparing.
  private static let share = 70

  func replay(_ run: History, _ whatIf: WhatIf, _ shouldContinue: @escaping @Sendable (Int) -> Bool) throws -> HypotheticalRun {
    @Sendable func check(_ percent: Int) throws { if !shouldContinue(percent) { throw CancellationError() } }
    var host = try start { !shouldContinue(0) }
    defer { state.withLock { $0.running = nil } }
    let recording = Recording(run)
    var written: WhatIfResult?
    let other = try History.spooled(named: "what if") { write in
      written = try recording.write(
        whatIf, by: &host, progress: { try check(Self.share * $0 / max($1, 1)) }, to: write)
    }
    guard let result = written, !result.stores.isEmpty else { throw HostError("\(command.name) has no reducer for any store of this log") }
    let differing = try recording.steps(differingIn: other, result) { try check(Self.share + (100 - Self.share) * $0 / max($1, 1)) }
    return HypotheticalRun(history: other, result: result, differing: differing)
  }
}
#endif
