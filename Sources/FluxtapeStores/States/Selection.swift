internal import FluxtapeLocking

/// A part of a store's state, to subscribe to or to iterate over.
///
/// `store.select(\.cart.total).removingDuplicates().subscribe { … }`. The closures given here run where subscribers run:
/// on the dispatching thread, under no lock.
public struct Selection<Value: Sendable>: Sendable {
  let attach: @Sendable (_ handler: @escaping @Sendable (Change<Value>) -> Void) -> Subscription

  /// A part of this part.
  public func select<Part: Sendable>(_ part: @escaping @Sendable (Value) -> Part) -> Selection<Part> {
    Selection<Part> { [attach] handler in
      attach { handler($0.map(part)) }
    }
  }

  /// Leaves out values that `areSame` as the one before.
  public func removingDuplicates(by areSame: @escaping @Sendable (Value, Value) -> Bool) -> Selection {
    Selection { [attach] handler in
      let last = Locked<Value?>(nil)
      return attach { change in
        let previous = last.withLock { $0 }
        if let previous, areSame(previous, change.state) { return }
        last.withLock { $0 = change.state }
        handler(change)
      }
    }
  }

  /// Calls `handler` with the present value before this returns, then with each later one, until the subscription ends.
  public func subscribe(_ handler: @escaping @Sendable (Value) -> Void) -> Subscription {
    attach { handler($0.state) }
  }

  /// The present value, then each later one, as an asynchronous sequence.
  public var changes: Changes<Value> { Changes(of: self) }
}

extension Selection where Value: Equatable {
  /// Leaves out values equal to the one before.
  public func removingDuplicates() -> Selection { removingDuplicates(by: ==) }
}
