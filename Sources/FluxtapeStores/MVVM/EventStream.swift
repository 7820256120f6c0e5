internal import FluxtapeLocking

/// Values that come by: nothing is kept, and who is not subscribed misses them.
///
/// The closures given here run where subscribers run, under no lock. Operators may be applied once and subscribed to often.
public struct EventStream<Value: Sendable>: Sendable {
  let attach: @Sendable (_ handler: @escaping @Sendable (Change<Value>) -> Void) -> Subscription

  /// Calls `handler` with each value, until the subscription ends.
  ///
  /// The calls come one at a time, in the order in which the values did, under the cause of each.
  public func subscribe(_ handler: @escaping @Sendable (Value) -> Void) -> Subscription {
    attach { handler($0.state) }
  }

  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other) -> EventStream<Other> {
    EventStream<Other> { [attach] handler in attach { handler($0.map(transform)) } }
  }

  public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> EventStream {
    EventStream { [attach] handler in attach { if isIncluded($0.state) { handler($0) } } }
  }

  /// The latest value of `source` in place of each value: what is on the screen when the button is tapped.
  public func latest<Source: StateSource>(of source: Source) -> EventStream<Source.State> {
    map { _ in source.state }
  }

  /// The values of both.
  public func merged(with other: EventStream) -> EventStream {
    EventStream { [attach] handler in
      let both = [attach(handler), other.attach(handler)]
      return Subscription { for subscription in both { subscription.cancel() } }
    }
  }

  /// Calls subscribers elsewhere: on a queue, on the main actor. Each value keeps its cause.
  public func delivered(by hop: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) -> EventStream {
    EventStream { [attach] handler in Subscriber.delivering(attach, by: hop, to: handler) }
  }

  /// A value when none has come for a while: what is typed, when typing stops. It keeps its cause.
  ///
  /// - Parameters:
  ///   - pause: How long it is to be quiet.
  ///   - clock: Measures the pause.
  ///   - runner: Runs the waiting; samples and tests give their ``VirtualClock`` for both.
  public func debounced(for pause: Duration, clock: any Clock<Duration>, runner: any EffectRunner = .tasks) -> EventStream {
    EventStream { [attach] handler in
      let subscriber = Subscriber(handler)
      let waiting = Locked<Task<Void, Never>?>(nil)
      let upstream = attach { change in
        let next = runner.start {
          guard (try? await clock.sleep(for: pause)) != nil else { return }
          subscriber.post(change)
          subscriber.deliver()
        }
        waiting.exchange(next)?.cancel()
      }
      return Subscription { [weak subscriber] in
        upstream.cancel()
        waiting.exchange(nil)?.cancel()
        subscriber?.close()
      }
    }
  }
}

extension Locked<Task<Void, Never>?> {
  /// Puts `task` in, and returns what was there.
  fileprivate func exchange(_ task: Task<Void, Never>?) -> Task<Void, Never>? {
    withLock { current in
      defer { current = task }
      return current
    }
  }
}
