internal import FluxtapeLocking

/// The effects of one store that have not ended.
///
/// An effect gets its place here in the turn of its action, and its task a moment later with no lock held. What happens in
/// between (a later action with the same id, a cancellation) finds the place and marks it: order is that of the actions.
final class RunningEffects: Sendable {
  /// One effect's place. Never used twice.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  typealias Work = @Sendable (Ticket) async -> Void

  enum Step: Sendable {
    /// Starts work, instead of running work with the same id.
    case run(EffectID?, Work)
    case cancel(EffectID)
  }

  /// What is left to do, outside the turn, for the effects of one action.
  struct Plan: Sendable {
    fileprivate(set) var starts: [(ticket: Ticket, work: Work)] = []
    fileprivate(set) var cancelled: [Task<Void, Never>] = []
  }

  fileprivate struct Place {
    let id: EffectID?
    var isCancelled: Bool
    var task: Task<Void, Never>?
  }

  fileprivate struct Contents {
    var places: [Ticket: Place] = [:]
    /// The one that newer work with the same id replaces.
    var latest: [EffectID: Ticket] = [:]
    var lastNumber: UInt64 = 0
    var isClosed = false
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  private let contents = Locked(Contents())

  // MARK: Planning

  func plan(_ steps: [Step]) -> Plan {
    guard !steps.isEmpty else { return Plan() }
    return contents.withLock { contents in
      var plan = Plan()
      for step in steps {
        switch step {
        case .cancel(let id):
          if let task = contents.cancel(id) { plan.cancelled.append(task) }
        case .run(let id, let work):
          if let id, let task = contents.cancel(id) { plan.cancelled.append(task) }
          plan.starts.append((contents.addPlace(id), work))
        }
      }
      return plan
    }
  }

  /// Starts and cancels what was planned, with no lock held.
  func perform(_ plan: Plan, by runner: any EffectRunner) {
    for task in plan.cancelled { task.cancel() }
    for (ticket, work) in plan.starts {
      // Replaced before it began: it has nothing to end and need not begin.
      guard isActive(ticket) else {
        ended(ticket)
        continue
      }
      let task = runner.start { [self] in
        await work(ticket)
        ended(ticket)
      }
      started(ticket, as: task)
    }
  }

  // MARK: The life of one effect

  /// Whether it is running and not cancelled.
  func isActive(_ ticket: Ticket) -> Bool {
    contents.withLock { $0.places[ticket]?.isCancelled == false }
  }

  /// Hands over its task, which may have ended, or been cancelled, before it had one.
  private func started(_ ticket: Ticket, as task: Task<Void, Never>) {
    let isCancelled = contents.withLock { contents in
      contents.places[ticket]?.task = task
      return contents.places[ticket]?.isCancelled ?? false
    }
    if isCancelled { task.cancel() }
  }

  private func ended(_ ticket: Ticket) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
      let id = contents.places.removeValue(forKey: ticket)?.id
      if let id, contents.latest[id] == ticket { contents.latest[id] = nil }
      guard contents.places.isEmpty else { return [] }
      defer { contents.waiters = [:] }
      return Array(contents.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Cancels all, and whatever is planned from now on.
  func close() {
    let tasks = contents.withLock { contents in
      contents.isClosed = true
      contents.latest = [:]
      return contents.places.keys.compactMap { contents.cancel($0) }
    }
    for task in tasks { task.cancel() }
  }

  // MARK: Waiting

  /// Returns when none is running, or when the caller's task is cancelled.
  func settled() async {
    let number = contents.withLock { $0.nextNumber() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isSettled = contents.withLock { contents in
          guard !contents.places.isEmpty, !Task.isCancelled else { return true }
          contents.waiters[number] = continuation
          return false
        }
        if isSettled { continuation.resume() }
      }
    } onCancel: {
      contents.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}

// MARK: - Under the lock

extension RunningEffects.Contents {
  fileprivate mutating func nextNumber() -> UInt64 {
    lastNumber &+= 1
    return lastNumber
  }

  fileprivate mutating func addPlace(_ id: EffectID?) -> RunningEffects.Ticket {
    let ticket = RunningEffects.Ticket(number: nextNumber())
    places[ticket] = RunningEffects.Place(id: id, isCancelled: isClosed)
    if let id { latest[id] = ticket }
    return ticket
  }

  fileprivate mutating func cancel(_ id: EffectID) -> Task<Void, Never>? {
    latest.removeValue(forKey: id).flatMap { cancel($0) }
  }

  /// Its task, if it has one already; if not, it will be cancelled when it gets one.
  fileprivate mutating func cancel(_ ticket: RunningEffects.Ticket) -> Task<Void, Never>? {
    places[ticket]?.isCancelled = true
    return places[ticket]?.task
  }
}
