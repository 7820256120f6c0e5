internal import FluxtapeLocking

/// The running effects of one store.
///
/// An effect gets an entry during the turn of its action, and its task a moment later without a lock. An action in between that replaces or
/// cancels the effect marks the entry, so effects always follow the order of actions.
final class RunningEffects: Sendable {
  /// Identifies one effect. Never reused.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  typealias Work = @Sendable (Ticket) async -> Void

  enum Step: Sendable {
    /// Starts work, and cancels running work with the same id.
    case run(EffectID?, Work)
    case cancel(EffectID)
  }

  /// What to do outside the turn for the effects of one action.
  struct Plan: Sendable {
    fileprivate(set) var starts: [(ticket: Ticket, work: Work)] = []
    fileprivate(set) var cancelled: [Task<Void, Never>] = []
  }

  fileprivate struct Entry {
    let id: EffectID?
    var isCancelled: Bool
    var task: Task<Void, Never>?
  }

  fileprivate struct Contents {
    var entries: [Ticket: Entry] = [:]
    /// The latest effect with each id, which newer work replaces.
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
          plan.starts.append((contents.addEntry(id), work))
        }
      }
      return plan
    }
  }

  /// Starts and cancels effects, without a lock.
  func perform(_ plan: Plan, by runner: any EffectRunner) {
    for task in plan.cancelled { task.cancel() }
    for (ticket, work) in plan.starts {
      // The effect was replaced before it began.
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

  // MARK: One effect

  /// Whether an effect is running and not cancelled.
  func isActive(_ ticket: Ticket) -> Bool {
    contents.withLock { $0.entries[ticket]?.isCancelled == false }
  }

  /// Stores an effect's task. The effect may already have ended or been cancelled.
  private func started(_ ticket: Ticket, as task: Task<Void, Never>) {
    let isCancelled = contents.withLock { contents in
      contents.entries[ticket]?.task = task
      return contents.entries[ticket]?.isCancelled ?? false
    }
    if isCancelled { task.cancel() }
  }

  private func ended(_ ticket: Ticket) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
      let id = contents.entries.removeValue(forKey: ticket)?.id
      if let id, contents.latest[id] == ticket { contents.latest[id] = nil }
      guard contents.entries.isEmpty else { return [] }
      defer { contents.waiters = [:] }
      return Array(contents.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Cancels all effects, and all that are planned later.
  func close() {
    let tasks = contents.withLock { contents in
      contents.isClosed = true
      contents.latest = [:]
      return contents.entries.keys.compactMap { contents.cancel($0) }
    }
    for task in tasks { task.cancel() }
  }

  // MARK: Waiting

  /// Returns when no effect is running, or when the caller's task is cancelled.
  func settled() async {
    let number = contents.withLock { $0.nextNumber() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isSettled = contents.withLock { contents in
          guard !contents.entries.isEmpty, !Task.isCancelled else { return true }
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

  fileprivate mutating func addEntry(_ id: EffectID?) -> RunningEffects.Ticket {
    let ticket = RunningEffects.Ticket(number: nextNumber())
    entries[ticket] = RunningEffects.Entry(id: id, isCancelled: isClosed)
    if let id { latest[id] = ticket }
    return ticket
  }

  fileprivate mutating func cancel(_ id: EffectID) -> Task<Void, Never>? {
    latest.removeValue(forKey: id).flatMap { cancel($0) }
  }

  /// Marks an effect as cancelled. Returns its task; without one yet, the task is cancelled when it starts.
  fileprivate mutating func cancel(_ ticket: RunningEffects.Ticket) -> Task<Void, Never>? {
    entries[ticket]?.isCancelled = true
    return entries[ticket]?.task
  }
}
