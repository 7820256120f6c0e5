internal import Fluxtape
internal import FluxtapeLocking

/// A latest value that can be set: a piece of a screen's state.
///
/// As a part of a ``ViewStream``'s state it is recorded: with the action that set it, or, set by nobody's action, as a step of its own, which
/// has the name of its property.
public final class Variable<Value: Sendable>: StateSource {
  private let states: StateBroadcast<Value>
  /// What changes the value holds it; it owns nothing, as the value can be read meanwhile.
  private let turn = Locked(())
  private let place = Locked<StreamPlace?>(nil)

  public init(_ value: Value) { states = StateBroadcast(value) }

  deinit { states.finish() }

  public var state: Value { states.latest }

  public var selection: Selection<Value> { states.selection }

  /// Sets the value, and returns when subscribers have been told, but for those that are busy.
  public func accept(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    update(fileID: fileID, line: line) { $0 = value }
  }

  /// Changes the value in place. `change` is pure: it runs under the variable's lock.
  public func update(fileID: StaticString = #fileID, line: UInt = #line, _ change: (inout Value) -> Void) {
    guard let place = place.withLock({ $0 }), !place.isInScope else { return apply(change) }
    place.scope(CallSite(fileID: fileID, line: line)) { apply(change) }
  }

  private func apply(_ change: (inout Value) -> Void) {
    let posted = turn.withLock { _ in
      ThreadMark.reducing.whileSet {
        var value = states.latest
        change(&value)
        return states.post(Change(state: value, cause: Cause.current))
      }
    }
    posted.deliver()
  }

  /// The same, read-only.
  public var property: Property<Value> { Property(selection) }
}

extension Variable: StreamPart {
  func enter(_ place: StreamPlace) { self.place.withLock { $0 = place } }

  var latest: (any Sendable)? { state }

  func close() { states.finish() }
}
