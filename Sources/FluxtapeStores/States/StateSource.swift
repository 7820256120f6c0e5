/// Something that has a state and tells each new one: a store, a screen, a latest-value stream.
///
/// Reading never waits for whoever is about to change the state, and nothing that listens keeps the source alive.
public protocol StateSource<State>: Sendable {
  /// What is observed.
  associatedtype State: Sendable

  /// The latest state: a snapshot.
  var state: State { get }

  /// The whole state, to subscribe to.
  var selection: Selection<State> { get }
}

extension StateSource {
  /// A part of the state: `store.select(\.cart.total)`, or any closure.
  public func select<Part: Sendable>(_ part: @escaping @Sendable (State) -> Part) -> Selection<Part> {
    selection.select(part)
  }

  /// Calls `handler` with the present state before this returns, then with each later one, until the subscription ends.
  ///
  /// The calls come one at a time, in the order in which the states came about, on whichever thread changed it.
  public func subscribe(_ handler: @escaping @Sendable (State) -> Void) -> Subscription {
    selection.attach { handler($0.state) }
  }

  /// The present state, then each later one, as an asynchronous sequence.
  public var changes: Changes<State> { Changes(of: selection) }
}
