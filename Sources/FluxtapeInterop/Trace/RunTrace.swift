package import FluxtapeLogReading

/// A form for tools that show traces. Records are added in the order of the log; each call returns the next bytes of the file.
package protocol RunTrace: Sendable {
  /// Returns the beginning of the file.
  ///
  /// - Parameters:
  ///   - name: The name of the run, such as the log's file.
  ///   - header: The log's header, for the time of the run.
  mutating func begin(name: String, header: LogHeader?) -> [UInt8]

  mutating func add(_ action: ActionRecord) -> [UInt8]

  /// - Parameters:
  ///   - state: A state without an action.
  ///   - line: The record's line, from 1, which identifies a state without a step.
  mutating func add(_ state: StateRecord, line: Int?) -> [UInt8]

  mutating func add(_ mark: MarkRecord) -> [UInt8]

  /// Returns the end of the file.
  mutating func end() -> [UInt8]
}
