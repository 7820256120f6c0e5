/// The states of a store as an asynchronous sequence: the current one, then each later one with its cause.
///
/// Each loop over it is a separate subscription. It ends when the store is released or the loop's task is cancelled, and does not keep the
/// store alive.
///
/// A slow loop gets the latest state and skips those in between, unless ``buffering(_:)`` changes that.
public struct Changes<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Change<Value>

  /// Which states to keep for a slow loop.
  public enum Buffering: Hashable, Sendable {
    /// Only the latest state. Bounds memory and delay; a slow view never processes stale states.
    case latest
    /// The newest `count` states (at least one).
    case newest(_ count: Int)
    /// All states. Memory grows as long as the loop is slower than the store.
    case unbounded
  }

  private let selection: Selection<Value>
  private let policy: Buffering

  init(of selection: Selection<Value>, _ policy: Buffering = .latest) {
    self.selection = selection
    self.policy = policy
  }

  /// Returns the same states with another buffering.
  public func buffering(_ policy: Buffering) -> Changes { Changes(of: selection, policy) }

  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy.ofStream())
    let outlet = Outlet(continuation: continuation)
    return Iterator(stream: stream.makeAsyncIterator(), subscription: selection.attach { outlet.continuation.yield($0) })
  }

  /// Iterates over the states.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var stream: AsyncStream<Element>.Iterator
    /// Ends with the iterator.
    fileprivate let subscription: Subscription

    public mutating func next() async -> Element? { await stream.next() }
  }

  /// Ends the stream when the subscriber's closure, its only owner, is released with the store or the subscription.
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
