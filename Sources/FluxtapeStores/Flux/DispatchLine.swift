internal import Fluxtape
internal import FluxtapeLocking

/// The queue of a dispatcher's actions, and the current one.
///
/// It is separate from the dispatcher so that handlers need not keep the dispatcher alive.
final class DispatchLine: Sendable {
  /// The handling of one action.
  private struct Round {
    enum Progress {
      case waiting(@Sendable () -> Void)
      case running
      case done
    }

    var progress: [Registration.ID: Progress] = [:]
    /// The running handlers. Each waits for the next one.
    var stack: [Registration.ID] = []
    /// Work for after all handlers, in order.
    var afterwards: [@Sendable () -> Void] = []
    /// The owners of work that runs once for each action.
    var once: Set<ObjectIdentifier> = []
  }

  /// The queued dispatches. A subscriber calls one after another, each with its own cause.
  private let waiting = Subscriber<@Sendable () -> Void> { $0.state() }
  private let round = Locked<Round?>(nil)
  let tap: DispatcherTap?
  private let onProblem: @Sendable (DispatcherProblem) -> Void

  init(recording tap: DispatcherTap?, onProblem: @escaping @Sendable (DispatcherProblem) -> Void) {
    self.tap = tap.flatMap { $0.isRecording ? $0 : nil }
    self.onProblem = onProblem
  }

  /// Runs `dispatch` now, or after the current dispatch.
  func add(named name: String, _ dispatch: @escaping @Sendable () -> Void) {
    guard !ThreadFlag.reducing.isSet else { return report(.dispatchInReducer(name)) }
    waiting.post(Change(state: dispatch, cause: Cause.current))
    waiting.deliver()
  }

  func report(_ problem: DispatcherProblem) {
    // In a separate task, because the reducer that made the mistake may still hold a lock.
    Task { [onProblem] in onProblem(problem) }
  }
}

// MARK: - One action

extension DispatchLine {
  /// Calls all `handlers` once, then the work they left for afterwards.
  func run(_ handlers: [(id: Registration.ID, call: @Sendable () -> Void)]) {
    round.withLock { round in
      round = Round(progress: Dictionary(handlers.map { ($0.id, .waiting($0.call)) }) { $1 })
    }
    ThreadFlag.handling.withFlagSet {
      for handler in handlers { run(handler.id) }
    }
    while let tasks = takeAfterwards() {
      for task in tasks { task() }
    }
  }

  /// Returns the remaining work. Returns nil and ends the round if there is none.
  private func takeAfterwards() -> [@Sendable () -> Void]? {
    round.withLock { round in
      guard let tasks = round?.afterwards, !tasks.isEmpty else {
        round = nil
        return nil
      }
      round?.afterwards = []
      return tasks
    }
  }

  private func run(_ id: Registration.ID) {
    let call = round.withLock { round -> (@Sendable () -> Void)? in
      guard case .waiting(let call)? = round?.progress[id] else { return nil }
      round?.progress[id] = .running
      round?.stack.append(id)
      return call
    }
    guard let call else { return }
    call()
    round.withLock { round in
      round?.progress[id] = .done
      round?.stack.removeLast()
    }
  }

  /// Runs `task` after all handlers of the current action, or at once if there is no action.
  ///
  /// - Parameter owner: Limits its tasks to one for each action.
  func afterRound(onceFor owner: ObjectIdentifier? = nil, _ task: @escaping @Sendable () -> Void) {
    let isLeft = round.withLock { round in
      guard round != nil else { return false }
      if let owner, round?.once.insert(owner).inserted == false { return true }
      round?.afterwards.append(task)
      return true
    }
    if !isLeft { task() }
  }

  func waitFor(_ others: [Registration]) {
    guard ThreadFlag.handling.isSet, !ThreadFlag.reducing.isSet else { return report(.waitOutsideOfHandler) }
    for other in others {
      let cycle = round.withLock { round -> Int? in
        guard case .running? = round?.progress[other.id] else { return nil }
        return round?.stack.firstIndex(of: other.id).map { (round?.stack.count ?? 0) - $0 }
      }
      if let cycle { report(.waitInCircle(other.place, handlers: cycle)) } else { run(other.id) }
    }
  }
}
