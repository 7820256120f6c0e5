internal import FluxtapeLocking

/// A part of a store's state, for subscriptions and loops.
///
/// `store.select(\.cart.total).removingDuplicates().subscribe { … }`. Its closures run where subscribers run: on the dispatching thread,
/// without a lock.
public struct Selection<Value: Sendable>: StateSource {
  let present: @Sendable () -> Value
  let attach: @Sendable (_ handler: @escaping @Sendable (Change<Value>) -> Void) -> Subscription

  /// The current value.
  public var state: Value { present() }

  public var selection: Selection<Value> { self }

  /// Selects a part of this part.
  public func select<Part: Sendable>(_ part: @escaping @Sendable (Value) -> Part) -> Selection<Part> {
    Selection<Part>(present: { [present] in part(present()) }) { [attach] handler in
      attach { handler($0.map(part)) }
    }
  }

  /// Skips values that equal the previous one by `areSame`.
  public func removingDuplicates(by areSame: @escaping @Sendable (Value, Value) -> Bool) -> Selection {
    Selection(present: present) { [attach] handler in
      let last = Locked<Value?>(nil)
      return attach { change in
        let previous = last.withLock { $0 }
        if let previous, areSame(previous, change.state) { return }
        last.withLock { $0 = change.state }
        handler(change)
      }
    }
  }

  /// Calls subscribers elsewhere, such as on a queue or the main actor. Each value keeps its cause.
  ///
  /// ```swift
  /// store.select(\.total).delivered { work in DispatchQueue.main.async(execute: work) }.subscribe { … }
  /// ```
  ///
  /// - Parameter hop: Runs each work item once, in any order. Values stay in order.
  public func delivered(by hop: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) -> Selection {
    Selection(present: present) { [attach] handler in
      let subscriber = Subscriber(handler)
      let upstream = attach { change in
        subscriber.post(change)
        hop { subscriber.deliver() }
      }
      return Subscription { [weak subscriber] in
        upstream.cancel()
        subscriber?.close()
      }
    }
  }
}

extension Selection where Value: Equatable {
  /// Skips values equal to the previous one.
  public func removingDuplicates() -> Selection { removingDuplicates(by: ==) }
}
