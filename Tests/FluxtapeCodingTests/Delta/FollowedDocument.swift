import FluxtapeCoding
import FluxtapeJSON
import Testing

/// The document that a reader makes of the patches of one store, held against whole encodings.
final class FollowedDocument {
  private let delta: StateDelta
  private let writer: ValueWriter
  private let name: String
  private(set) var document: JSONValue = .null

  init<State>(_ first: State, named name: String = "store", rules: EncodingRules = .plain) throws {
    delta = StateDelta(rules: rules)
    writer = ValueWriter(rules: rules)
    self.name = name
    var nothing: [UInt8] = []
    #expect(delta.advance(to: first, named: name, appendingTo: &nothing) == nil)
    #expect(nothing.isEmpty)
    document = try whole(first)
    #expect(try keptWhole == document)
  }

  /// The patch to `state`. What it makes of the document must be what is written of `state`, also by the delta itself.
  @discardableResult
  func advance<State>(to state: State, _ place: SourceLocation = #_sourceLocation) throws -> String {
    var bytes: [UInt8] = Array("before".utf8)
    let patch = try #require(delta.advance(to: state, named: name, appendingTo: &bytes), sourceLocation: place)
    let text = String(decoding: bytes.dropFirst("before".utf8.count), as: UTF8.self)
    let operations = try JSONPatch(decoding: JSONValue(parsing: text))
    #expect(operations.operations.count == patch.operationCount, sourceLocation: place)
    let expected = try whole(state)
    document = try operations.applied(to: document)
    #expect(document == expected, "\(text)", sourceLocation: place)
    #expect(try keptWhole == expected, sourceLocation: place)
    _ = delta.takeReleased()
    return text
  }

  private func whole<State>(_ state: State) throws -> JSONValue {
    var bytes: [UInt8] = []
    writer.write(state, named: name, appendingTo: &bytes)
    return try JSONValue(parsing: bytes)
  }

  private var keptWhole: JSONValue {
    get throws {
      var bytes: [UInt8] = []
      delta.appendWhole(to: &bytes)
      return try JSONValue(parsing: bytes)
    }
  }
}
