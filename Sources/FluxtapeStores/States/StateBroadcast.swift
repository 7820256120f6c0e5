internal import Fluxtape
internal import FluxtapeLocking

/// The latest state and its subscribers.
///
/// It does not refer to the store, so that subscribers do not keep the store alive. Its lock is held only to exchange values. No value is
/// released under the lock, as a `deinit` may run any code.
final class StateBroadcast<State: Sendable>: Sendable {
  private struct Contents {
    var latest: State
    var subscribers: [Subscriber<State>] = []
    var isFinished = false
  }

  /// A state in its subscribers' mailboxes, to be delivered without a lock.
  struct Posted: Sendable {
    fileprivate let subscribers: [Subscriber<State>]
    /// Keeps the replaced state, so that it is not released under the lock.
    fileprivate let previous: State

    func deliver() {
      for subscriber in subscribers { subscriber.deliver() }
    }
  }

  private let contents: Locked<Contents>

  init(_ state: State) {
    contents = Locked(Contents(latest: state))
  }

  var latest: State { contents.withLock { $0.latest } }

  var selection: Selection<State> { Selection(present: { self.latest }) { self.subscribe($0) } }

  /// Replaces the state and posts it to each subscriber in one step, so that all get the states in the same order.
  func post(_ change: Change<State>) -> Posted {
    contents.withLock { contents in
      let posted = Posted(subscribers: contents.subscribers, previous: contents.latest)
      contents.latest = change.state
      for subscriber in contents.subscribers { subscriber.post(change) }
      return posted
    }
  }

  /// Subscribes to the latest state and all later ones.
  ///
  /// The first state has no cause, as the current cause is that of the subscription.
  func subscribe(_ handler: @escaping @Sendable (Change<State>) -> Void) -> Subscription {
    let subscriber = Subscriber(handler)
    let isOpen = contents.withLock { contents in
      guard !contents.isFinished else { return false }
      contents.subscribers.append(subscriber)
      subscriber.post(Change(state: contents.latest, cause: nil))
      return true
    }
    guard isOpen else {
      subscriber.close()
      return Subscription(onCancel: {})
    }
    subscriber.deliver()
    return Subscription { [weak self] in
      subscriber.close()
      self?.remove(subscriber)
    }
  }

  private func remove(_ subscriber: Subscriber<State>) {
    contents.withLock { $0.subscribers.removeAll { $0 === subscriber } }
  }

  /// Removes all subscribers. None is called again.
  func finish() {
    let subscribers = contents.withLock { contents in
      defer { contents.subscribers = [] }
      contents.isFinished = true
      return contents.subscribers
    }
    for subscriber in subscribers { subscriber.close() }
  }
}
