/// A source of states: a store, a screen, a latest-value stream.
///
/// Reading never waits for a writer, and subscribers do not keep the source alive.
public protocol StateSource<State>: Sendable {
  /// The observed state.
  associatedtype State: Sendable

  /// The latest state.
  var state: State { get }

  /// The whole state, for subscriptions.
  var selection: Selection<State> { get }
}

extension StateSource {
  /// Selects a part of the state: `store.select(\.cart.total)`, or with any closure.
  public func select<Part: Sendable>(_ part: @escaping @Sendable (State) -> Part) -> Selection<Part> {
    selection.select(part)
  }

  /// Calls `handler` with the current state before returning, then with each later one, until the subscription ends.
  ///
  /// Calls never overlap, follow the order of states, and come on the thread that changed the state.
  public func subscribe(_ handler: @escaping @Sendable (State) -> Void) -> Subscription {
    selection.attach { handler($0.state) }
  }

  /// The current state, then each later one, as an asynchronous sequence.
  public var changes: Changes<State> { Changes(of: selection) }
}
