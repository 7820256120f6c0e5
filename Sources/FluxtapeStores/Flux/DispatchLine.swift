internal import Fluxtape
internal import FluxtapeLocking

/// The order in which a dispatcher hands over, and what is handed over now.
///
/// Apart from the dispatcher, so that handlers need not keep it alive.
final class DispatchLine: Sendable {
  /// One action on its way through the handlers.
  private struct Round {
    enum Progress {
      case waiting(@Sendable () -> Void)
      case running
      case done
    }

    var progress: [Registration.ID: Progress] = [:]
    /// Those that are running, each of which waits for the next.
    var stack: [Registration.ID] = []
    /// What is to be done when all have handled the action, in this order.
    var afterwards: [@Sendable () -> Void] = []
    /// Those who had something to do afterwards that is to be done once.
    var once: Set<ObjectIdentifier> = []
  }

  /// What waits to be handed over: as calls of a subscriber, one does not begin before the last one ended, and each has its own cause.
  private let waiting = Subscriber<@Sendable () -> Void> { $0.state() }
  private let round = Locked<Round?>(nil)
  let tap: DispatcherTap?
  private let onProblem: @Sendable (DispatcherProblem) -> Void

  init(recording tap: DispatcherTap?, onProblem: @escaping @Sendable (DispatcherProblem) -> Void) {
    self.tap = tap.flatMap { $0.isRecording ? $0 : nil }
    self.onProblem = onProblem
  }

  /// The thread hands an action of some dispatcher over.
  private static let handing = ThreadFlag()

  /// Does `handOver` now, or after what is being handed over.
  func add(named name: String, _ handOver: @escaping @Sendable () -> Void) {
    guard !ThreadFlag.reducing.isSet else { return report(.dispatchInReducer(name)) }
    waiting.post(Change(state: handOver, cause: Cause.current))
    waiting.deliver()
  }

  func report(_ problem: DispatcherProblem) {
    // On a task of its own, since the reducer that made the mistake may still be running under a lock.
    Task { [onProblem] in onProblem(problem) }
  }
}

// MARK: - One action

extension DispatchLine {
  /// Calls all `handlers` once, then what they left for afterwards.
  func run(_ handlers: [(id: Registration.ID, call: @Sendable () -> Void)]) {
    round.withLock { round in
      round = Round(progress: Dictionary(handlers.map { ($0.id, .waiting($0.call)) }) { $1 })
    }
    Self.handing.withFlagSet {
      for handler in handlers { run(handler.id) }
    }
    while let tasks = takeAfterwards() {
      for task in tasks { task() }
    }
  }

  /// Nil when nothing is left, which ends the round.
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

  /// Does `task` when all handlers of the action at hand have returned; at once if there is none.
  ///
  /// - Parameter owner: Who has something to do once per action, however often it asks.
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
    guard Self.handing.isSet, !ThreadFlag.reducing.isSet else { return report(.waitOutsideOfHandler) }
    for other in others {
      let circle = round.withLock { round -> Int? in
        guard case .running? = round?.progress[other.id] else { return nil }
        return round?.stack.firstIndex(of: other.id).map { (round?.stack.count ?? 0) - $0 }
      }
      if let circle { report(.waitInCircle(other.place, handlers: circle)) } else { run(other.id) }
    }
  }
}
