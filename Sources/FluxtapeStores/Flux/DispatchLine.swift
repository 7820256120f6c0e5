internal import Fluxtape
internal import FluxtapeLocking

/// The order in which a dispatcher hands over, and what is handed over now.
///
/// Apart from the dispatcher, so that subjects need not keep it alive.
final class DispatchLine: Sendable {
  /// What waits to be handed over, and the cause under which it was dispatched.
  private struct Waiting {
    let cause: Cause?
    let handOver: @Sendable () -> Void
  }

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

  private struct Contents {
    var waiting: [Waiting] = []
    var isHandingOver = false
    var round: Round?
  }

  private let contents = Locked(Contents())
  let tap: DispatcherTap?
  private let onProblem: @Sendable (DispatcherProblem) -> Void

  init(recording tap: DispatcherTap?, onProblem: @escaping @Sendable (DispatcherProblem) -> Void) {
    self.tap = tap.flatMap { $0.isRecording ? $0 : nil }
    self.onProblem = onProblem
  }

  /// The thread hands an action of some dispatcher over.
  private static let handing = ThreadMark()

  /// Does `handOver` now, or after what is being handed over.
  func add(named name: String, _ handOver: @escaping @Sendable () -> Void) {
    guard !ThreadMark.reducing.isSet else { return report(.dispatchInReducer(name)) }
    let isFirst = contents.withLock { contents in
      contents.waiting.append(Waiting(cause: Cause.current, handOver: handOver))
      defer { contents.isHandingOver = true }
      return !contents.isHandingOver
    }
    guard isFirst else { return }
    while let batch = takeWaiting() {
      for next in batch {
        if next.cause == Cause.current { next.handOver() } else { Cause.with(next.cause) { next.handOver() } }
      }
    }
  }

  private func takeWaiting() -> [Waiting]? {
    contents.withLock { contents in
      guard !contents.waiting.isEmpty else {
        contents.isHandingOver = false
        return nil
      }
      defer { contents.waiting = [] }
      return contents.waiting
    }
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
    contents.withLock { contents in
      var round = Round()
      for handler in handlers { round.progress[handler.id] = .waiting(handler.call) }
      contents.round = round
    }
    Self.handing.whileSet {
      for handler in handlers { run(handler.id) }
    }
    while let tasks = takeAfterwards() {
      for task in tasks { task() }
    }
  }

  /// Nil when nothing is left, which ends the round.
  private func takeAfterwards() -> [@Sendable () -> Void]? {
    contents.withLock { contents in
      guard let tasks = contents.round?.afterwards, !tasks.isEmpty else {
        contents.round = nil
        return nil
      }
      contents.round?.afterwards = []
      return tasks
    }
  }

  private func run(_ id: Registration.ID) {
    let call = contents.withLock { contents -> (@Sendable () -> Void)? in
      guard case .waiting(let call)? = contents.round?.progress[id] else { return nil }
      contents.round?.progress[id] = .running
      contents.round?.stack.append(id)
      return call
    }
    guard let call else { return }
    call()
    contents.withLock { contents in
      contents.round?.progress[id] = .done
      contents.round?.stack.removeLast()
    }
  }

  /// Does `task` when all handlers of the action at hand have returned; at once if there is none.
  ///
  /// - Parameter owner: Who has something to do once per action, however often it asks.
  func afterRound(onceFor owner: ObjectIdentifier? = nil, _ task: @escaping @Sendable () -> Void) {
    let isLeft = contents.withLock { contents in
      guard contents.round != nil else { return false }
      if let owner, contents.round?.once.insert(owner).inserted == false { return true }
      contents.round?.afterwards.append(task)
      return true
    }
    if !isLeft { task() }
  }

  func waitFor(_ others: [Registration]) {
    guard Self.handing.isSet, !ThreadMark.reducing.isSet else { return report(.waitOutsideOfHandler) }
    for other in others {
      let circle = contents.withLock { contents -> Int? in
        guard case .running? = contents.round?.progress[other.id] else { return nil }
        return contents.round?.stack.firstIndex(of: other.id).map { (contents.round?.stack.count ?? 0) - $0 }
      }
      if let circle { report(.waitInCircle(other.place, handlers: circle)) } else { run(other.id) }
    }
  }
}
