/// The states of a store as an asynchronous sequence: the present one, then each later one with its cause.
///
/// Each loop over it is a subscription of its own, which begins with the loop. It ends when the store is released or the
/// loop's task is cancelled, and it does not keep the store alive.
///
/// A loop slower than its store gets the latest state and skips those between; ``buffering(_:)`` says otherwise.
public struct Changes<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Change<Value>

  /// What is kept for a loop that has not asked for it.
  public enum Buffering: Hashable, Sendable {
    /// Only the latest state: memory and delay are bounded, and a slow view never works through stale states.
    case latest
    /// The newest `count` states (at least one).
    case newest(_ count: Int)
    /// All of them: none is missed, and memory grows as long as the loop is slower than the store.
    case unbounded
  }

  private let selection: Selection<Value>
  private let policy: Buffering

  init(of selection: Selection<Value>, _ policy: Buffering = .latest) {
    self.selection = selection
    self.policy = policy
  }

  /// The same states, with another rule for those that are not asked for in time.
  public func buffering(_ policy: Buffering) -> Changes { Changes(of: selection, policy) }

  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy.ofStream())
    let outlet = Outlet(continuation: continuation)
    return Iterator(stream: stream.makeAsyncIterator(), subscription: selection.attach { outlet.continuation.yield($0) })
  }

  /// Gives the states one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var stream: AsyncStream<Element>.Iterator
    /// Its end is the subscription's.
    fileprivate let subscription: Subscription

    public mutating func next() async -> Element? { await stream.next() }
  }

  /// The subscriber's closure is its only owner: when that goes, with the store or the subscription, the stream ends.
  private final class Outlet: Sendable {
    let continuation: AsyncStream<Element>.Continuation

    init(continuation: AsyncStream<Element>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
  }
}

extension Changes.Buffering {
  fileprivate func ofStream() -> AsyncStream<Changes.Element>.Continuation.BufferingPolicy {
    switch self {
    case .latest: .bufferingNewest(1)
    case .newest(let count): .bufferingNewest(max(1, count))
    case .unbounded: .unbounded
    }
  }
}
