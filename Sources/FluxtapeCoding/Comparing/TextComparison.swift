import FluxtapeJSON

/// Compares states by their encoded texts: correct for all values, at the cost of encoding each state whole.
///
/// Sendable without the compiler's proof, since it is used under the lock of one store.
package final class TextComparison: StateComparison, @unchecked Sendable {
  private let writer: ValueWriter
  /// The maximum size of a whole state in bytes.
  private let maximumBytes: Int
  private var previous: Previous?

  /// The last state, as its text.
  private struct Previous {
    let type: ObjectIdentifier
    let name: String
    let text: [UInt8]
  }

  /// - Parameter maximumBytes: States larger than this are neither kept nor written.
  package convenience init(rules: EncodingRules, maximumBytes: Int = .max) {
    self.init(ValueWriter(rules: rules), maximumBytes: maximumBytes)
  }

  package init(_ writer: ValueWriter, maximumBytes: Int) {
    self.writer = writer
    self.maximumBytes = maximumBytes
  }

  package var hasState: Bool { previous != nil }
  package var stateType: ObjectIdentifier? { previous?.type }
  package var comparesTexts: Bool { true }
  package var keepsState: Bool { false }
  package var dependsOnStack: Bool { writer.dependsOnStack }

  package func advance<State>(to state: State, named name: String, appendingTo bytes: inout [UInt8]) -> StatePatch? {
    guard let text = text(of: state, named: name) else {
      forget()
      return nil
    }
    let type = ObjectIdentifier(Swift.type(of: state as Any))
    let earlier = previous
    previous = Previous(type: type, name: name, text: text)
    guard let earlier, earlier.type == type, earlier.name == name else { return nil }
    return Self.patch(from: earlier.text, to: text, appendingTo: &bytes)
  }

  /// Starts from a state whose text is already known.
  package func begin(with text: [UInt8], type: ObjectIdentifier, named name: String) {
    previous = Previous(type: type, name: name, text: text)
  }

  private func text<State>(of state: State, named name: String) -> [UInt8]? {
    var text: [UInt8] = []
    writer.beginRecord(bytes: maximumBytes)
    writer.write(state, named: name, appendingTo: &text)
    return writer.endRecord() ? text : nil
  }

  /// Appends the patch from one text to the other.
  private static func patch(from old: [UInt8], to new: [UInt8], appendingTo bytes: inout [UInt8]) -> StatePatch? {
    guard old != new else {
      bytes.append(contentsOf: "[]".utf8)
      return StatePatch(operationCount: 0)
    }
    // The writer's texts are JSON. If parsing fails nevertheless, the whole state is written.
    guard let old = try? JSONValue(parsing: old), let new = try? JSONValue(parsing: new) else { return nil }
    let patch = JSONPatch.difference(from: old, to: new, splicing: true)
    patch.json.write(into: &bytes)
    return StatePatch(operationCount: patch.operations.count)
  }

  /// Equal values may be encoded differently, and different values the same, so only the texts can tell.
  package func isUnchanged<State>(_ state: State, named name: String) -> Bool { false }

  package func keepLatest<State>(_ state: State) {}
  package func releaseLatest() {}

  @discardableResult
  package func appendWhole(to bytes: inout [UInt8]) -> Bool {
    if let previous { bytes.append(contentsOf: previous.text) } else { bytes.append(contentsOf: "null".utf8) }
    return true
  }

  package func append<State>(_ state: State, named name: String, to bytes: inout [UInt8]) {
    // A state that has become too large is noticed by the next advance.
    if let text = text(of: state, named: name) { bytes.append(contentsOf: text) }
  }

  package func appendKept<State>(_ state: State, named name: String, to bytes: inout [UInt8]) { append(state, named: name, to: &bytes) }

  package func forget() { previous = nil }
  package func distrust() {}
  package func distrustType() {}
  package func takeReleased() -> ReleasedStates { ReleasedStates() }
  package func takeFailures() -> [EncodingFailure] { writer.session.takeFailures() }
}
