internal import Fluxtape
internal import FluxtapeLocking

/// A latest value that can only be read: what a screen shows.
///
/// As a part of a ``ViewStream``'s outputs it is recorded: with the action that changed it, or, where what it is made of lies outside of the
/// screen, as a step of its own, which has the name of its property.
public final class Property<Value: Sendable>: StateSource {
  private let states: StateBroadcast<Value>
  private let place: Locked<StreamPlace?>
  private let upstream: Subscription

  /// The latest value of `source`, for as long as the property lives.
  public init(_ source: some StateSource<Value>, fileID: StaticString = #fileID, line: UInt = #line) {
    let (states, place, site) = (StateBroadcast(source.state), Locked<StreamPlace?>(nil), CallSite(fileID: fileID, line: line))
    (self.states, self.place) = (states, place)
    upstream = source.selection.attach { Self.take($0, into: states, at: place, from: site) }
  }

  /// `value`, then the latest value of `events`.
  public init(_ value: Value, _ events: EventStream<Value>, fileID: StaticString = #fileID, line: UInt = #line) {
    let (states, place, site) = (StateBroadcast(value), Locked<StreamPlace?>(nil), CallSite(fileID: fileID, line: line))
    (self.states, self.place) = (states, place)
    upstream = events.attach { Self.take($0, into: states, at: place, from: site) }
  }

  deinit { states.finish() }

  public var state: Value { states.latest }

  public var selection: Selection<Value> { states.selection }

  private static func take(
    _ change: Change<Value>, into states: StateBroadcast<Value>, at place: Locked<StreamPlace?>, from site: CallSite
  ) {
    guard let place = place.withLock({ $0 }), !place.isInScope else { return states.post(change).deliver() }
    place.scope(site) { states.post(Change(state: change.state, cause: Cause.current)).deliver() }
  }
}

extension Property: StreamPart {
  func enter(_ place: StreamPlace) { self.place.withLock { $0 = place } }

  var latest: (any Sendable)? { state }

  func close() {
    upstream.cancel()
    states.finish()
  }
}
