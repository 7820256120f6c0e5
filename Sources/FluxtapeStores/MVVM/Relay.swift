internal import Fluxtape
internal import FluxtapeLocking

/// A stream that values are put into: an input of a screen.
///
/// As a part of a ``ViewStream``'s inputs it is an action in the log, which has the name of its property.
public final class Relay<Value: Sendable>: Sendable {
  private struct Contents {
    var subscribers: [Subscriber<Value>] = []
    var place: StreamPlace?
  }

  private let contents = Locked(Contents())

  public init() {}

  deinit { close() }

  /// Gives `value` to all subscribers, and returns when they had it, but for those that are busy further up the stack or on another thread.
  public func accept(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    guard let place = contents.withLock({ $0.place }) else { return send(value) }
    place.scope(value, CallSite(fileID: fileID, line: line)) { send(value) }
  }

  /// What is put in.
  public var events: EventStream<Value> {
    EventStream { [weak self] handler in
      let subscriber = Subscriber(handler)
      self?.contents.withLock { $0.subscribers.append(subscriber) }
      return Subscription { [weak self] in
        subscriber.close()
        self?.contents.withLock { $0.subscribers.removeAll { $0 === subscriber } }
      }
    }
  }

  private func send(_ value: Value) {
    let change = Change(state: value, cause: Cause.current)
    let subscribers = contents.withLock { contents in
      for subscriber in contents.subscribers { subscriber.post(change) }
      return contents.subscribers
    }
    for subscriber in subscribers { subscriber.deliver() }
  }
}

extension Relay where Value == Void {
  /// Tells all subscribers.
  public func accept(fileID: StaticString = #fileID, line: UInt = #line) { accept((), fileID: fileID, line: line) }
}

extension Relay: StreamPart {
  func enter(_ place: StreamPlace) { contents.withLock { $0.place = place } }

  var latest: (any Sendable)? { nil }

  func close() {
    let subscribers = contents.withLock { contents in
      defer { contents.subscribers = [] }
      return contents.subscribers
    }
    for subscriber in subscribers { subscriber.close() }
  }
}
