internal import FluxtapeLocking

/// A part of a store's state, to subscribe to or to iterate over.
///
/// `store.select(\.cart.total).removingDuplicates().subscribe { … }`. The closures given here run where subscribers run:
/// on the dispatching thread, under no lock.
public struct Selection<Value: Sendable>: StateSource {
  let present: @Sendable () -> Value
  let attach: @Sendable (_ handler: @escaping @Sendable (Change<Value>) -> Void) -> Subscription

  /// The present value.
  public var state: Value { present() }

  public var selection: Selection<Value> { self }

  /// A part of this part.
  public func select<Part: Sendable>(_ part: @escaping @Sendable (Value) -> Part) -> Selection<Part> {
    Selection<Part>(present: { [present] in part(present()) }) { [attach] handler in
      attach { handler($0.map(part)) }
    }
  }

  /// Leaves out values that `areSame` as the one before.
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

  /// Calls subscribers elsewhere: on a queue, on the main actor. Each value keeps its cause.
  ///
  /// ```swift
  /// store.select(\.total).delivered { work in DispatchQueue.main.async(execute: work) }.subscribe { … }
  /// ```
  ///
  /// - Parameter hop: Runs the work that it is given, once, in order or not: values keep theirs.
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
  /// Leaves out values equal to the one before.
  public func removingDuplicates() -> Selection { removingDuplicates(by: ==) }
}
