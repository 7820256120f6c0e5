internal import Fluxtape
internal import FluxtapeLocking

/// The latest state and those who are told of each new one.
///
/// Lives as long as anyone reads it; it knows nothing of the store, so that nothing that listens keeps a store alive.
/// Its lock is held to exchange values only. Nothing is released under it either, as a `deinit` may be anyone's code.
final class StateBroadcast<State: Sendable>: Sendable {
  private struct Contents {
    var latest: State
    var subscribers: [Subscriber<State>] = []
    var isFinished = false
  }

  /// A new state lies with its subscribers and is to be delivered, with no lock held.
  struct Posted: Sendable {
    fileprivate let subscribers: [Subscriber<State>]
    /// Kept so that the state which was replaced is released here, not under the lock.
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

  /// Replaces the state and puts it before each subscriber, in one step: two states reach all of them in the same order.
  func post(_ change: Change<State>) -> Posted {
    contents.withLock { contents in
      let posted = Posted(subscribers: contents.subscribers, previous: contents.latest)
      contents.latest = change.state
      for subscriber in contents.subscribers { subscriber.post(change) }
      return posted
    }
  }

  /// Begins with the latest state, and misses none after it.
  ///
  /// The first has no cause: whatever is current is the cause of the subscription, not of the state.
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

  /// No subscriber is called again, and none is kept.
  func finish() {
    let subscribers = contents.withLock { contents in
      defer { contents.subscribers = [] }
      contents.isFinished = true
      return contents.subscribers
    }
    for subscriber in subscribers { subscriber.close() }
  }
}
