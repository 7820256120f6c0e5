/// A latest value that can only be read: what a screen shows.
public final class Property<Value: Sendable>: StateSource {
  private let states: StateBroadcast<Value>
  private let upstream: Subscription

  /// The latest value of `source`, for as long as the property lives.
  public init(_ source: some StateSource<Value>) {
    let states = StateBroadcast(source.state)
    self.states = states
    upstream = source.selection.attach { states.post($0).deliver() }
  }

  /// `value`, then the latest value of `events`.
  public init(_ value: Value, _ events: EventStream<Value>) {
    let states = StateBroadcast(value)
    self.states = states
    upstream = events.attach { states.post($0).deliver() }
  }

  deinit { states.finish() }

  public var state: Value { states.latest }

  public var selection: Selection<Value> { states.selection }
}

extension Property: StreamPart {
  // It changes with what it is made of, and is never an action of its own.
  func enter(_ place: StreamPlace) {}

  var latest: (any Sendable)? { state }

  func close() {
    upstream.cancel()
    states.finish()
  }
}
