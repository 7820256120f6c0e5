import Fluxtape
import FluxtapeStores

// Streams of `FluxtapeStores` that belong to no view stream. A relay takes the part of a publish subject, a variable that of a subject with a
// latest value.

extension Relay {
  /// Puts `value` in as an action of this name. What subscribers record meanwhile has it as its cause.
  ///
  /// Exact: once for each value, whether nobody subscribed or many did. A side effect in the stream runs once for each subscriber.
  public func accept(
    _ value: Value, as name: String, recordedBy tap: StoreTap, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    tap.record(name, value, fileID: fileID, line: line) { accept(value) }
  }
}

extension Variable {
  /// Sets the value as an action of this name, whose state is the value.
  public func accept(
    _ value: Value, as name: String, recordedBy tap: StoreTap, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    tap.record(name, state: { state }, fileID: fileID, line: line) { accept(value) }
  }
}
