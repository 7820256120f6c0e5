internal import FluxtapeCoding

/// The effects of one store that have not ended.
///
/// An effect gets its place here in the turn of its action, and its task a moment later with no lock held. What happens in
/// between (a later action with the same id, a cancellation) finds the place and marks it: order is that of the actions.
final class RunningEffects: Sendable {
  /// One effect's place. Never used twice.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  /// What is left to do, outside the turn, for the effects of one action.
  struct Plan<Action: Sendable>: Sendable {
    fileprivate(set) var starts: [(ticket: Ticket, id: EffectID?, work: Effect<Action>.Work)] = []
    fileprivate(set) var cancelled: [Task<Void, Never>] = []
  }

  private struct Place {
    var isCancelled = false
    var task: Task<Void, Never>?
  }

  private struct Contents {
    var places: [Ticket: Place] = [:]
    var latest: [EffectID: Ticket] = [:]
    var ids: [Ticket: EffectID] = [:]
    var lastNumber: UInt64 = 0
    var isClosed = false
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]

    mutating func nextNumber() -> UInt64 {
      lastNumber &+= 1
      return lastNumber
    }

    /// Its task, if it has one already; if not, it will be cancelled when it gets one.
    mutating func cancel(_ ticket: Ticket) -> Task<Void, Never>? {
      places[ticket]?.isCancelled = true
      return places[ticket]?.task
    }
  }

  private let contents = Locked(Contents())

  // MARK: Planning

  func plan<Action>(_ effect: Effect<Action>) -> Plan<Action> {
    guard !effect.steps.isEmpty else { return Plan() }
    return contents.withLock { contents in
      var plan = Plan<Action>()
      for step in effect.steps {
        switch step {
        case .cancel(let id):
          if let ticket = contents.latest.removeValue(forKey: id), let task = contents.cancel(ticket) { plan.cancelled.append(task) }
        case .run(let id, let work):
          let ticket = Ticket(number: contents.nextNumber())
          contents.places[ticket] = Place(isCancelled: contents.isClosed)
          if let id {
            if let older = contents.latest.updateValue(ticket, forKey: id), let task = contents.cancel(older) {
              plan.cancelled.append(task)
            }
            contents.ids[ticket] = id
          }
          plan.starts.append((ticket, id, work))
        }
      }
      return plan
    }
  }

  // MARK: The life of one effect

  /// Whether it is running and not cancelled.
  func isActive(_ ticket: Ticket) -> Bool {
    contents.withLock { $0.places[ticket]?.isCancelled == false }
  }

  /// Hands over its task, which may have ended, or been cancelled, before it had one.
  func started(_ ticket: Ticket, as task: Task<Void, Never>) {
    let isCancelled = contents.withLock { contents in
      contents.places[ticket]?.task = task
      return contents.places[ticket]?.isCancelled ?? false
    }
    if isCancelled { task.cancel() }
  }

  func ended(_ ticket: Ticket) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Void, Never>] in
      contents.places[ticket] = nil
      if let id = contents.ids.removeValue(forKey: ticket), contents.latest[id] == ticket { contents.latest[id] = nil }
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
