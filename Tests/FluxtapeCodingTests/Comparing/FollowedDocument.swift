import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeMemory
import FluxtapeJSON
import Testing

/// The document that a reader makes from the patches of one store, compared with whole encodings.
final class FollowedDocument {
  private let delta: MemoryComparison
  private let images: ImageComparison
  private let texts: TextComparison
  private let writer: ValueWriter
  private let name: String
  private(set) var document: JSONValue = .null
  /// The last patch between images.
  private(set) var imagePatch = ""

  init<State>(_ first: State, named name: String = "store", rules: EncodingRules = .plain) throws {
    delta = MemoryComparison(rules: rules)
    images = ImageComparison(rules: rules)
    texts = TextComparison(rules: rules)
    writer = ValueWriter(rules: rules)
    self.name = name
    var nothing: [UInt8] = []
    #expect(delta.advance(to: first, named: name, appendingTo: &nothing) == nil)
    #expect(images.advance(to: first, named: name, appendingTo: &nothing) == nil)
    #expect(texts.advance(to: first, named: name, appendingTo: &nothing) == nil)
    #expect(nothing.isEmpty)
    document = try whole(first)
    #expect(try kept(by: delta) == document)
    #expect(try kept(by: images) == document)
  }

  /// Returns the patch to `state`. The patched document must equal the encoding of `state`, and the one that the comparison writes.
  @discardableResult
  func advance<State>(to state: State, _ place: SourceLocation = #_sourceLocation) throws -> String {
    var bytes: [UInt8] = Array("before".utf8)
    let patch = try #require(delta.advance(to: state, named: name, appendingTo: &bytes), sourceLocation: place)
    let text = String(decoding: bytes.dropFirst("before".utf8.count), as: UTF8.self)
    let operations = try JSONPatch(decoding: JSONValue(parsing: text))
    #expect(operations.operations.count == patch.operationCount, sourceLocation: place)
    let expected = try whole(state)
    var otherBytes: [UInt8] = []
    let other = try #require(texts.advance(to: state, named: name, appendingTo: &otherBytes), sourceLocation: place)
    let otherOperations = try JSONPatch(decoding: JSONValue(parsing: otherBytes))
    #expect(try otherOperations.applied(to: document) == expected, sourceLocation: place)
    #expect(other.isEmpty == (document == expected), sourceLocation: place)
    imagePatch = try advanceImages(to: state, expecting: expected, place)
    document = try operations.applied(to: document)
    #expect(document == expected, "\(text)", sourceLocation: place)
    #expect(try kept(by: delta) == expected, sourceLocation: place)
    _ = delta.takeReleased()
    return text
  }

  private func advanceImages<State>(to state: State, expecting expected: JSONValue, _ place: SourceLocation) throws -> String {
    var bytes: [UInt8] = []
    let patch = try #require(images.advance(to: state, named: name, appendingTo: &bytes), sourceLocation: place)
    let text = String(decoding: bytes, as: UTF8.self)
    let operations = try JSONPatch(decoding: JSONValue(parsing: bytes))
    #expect(operations.operations.count == patch.operationCount, sourceLocation: place)
    #expect(try operations.applied(to: document) == expected, "\(text)", sourceLocation: place)
    #expect(try kept(by: images) == expected, sourceLocation: place)
    return text
  }

  private func whole<State>(_ state: State) throws -> JSONValue {
    var bytes: [UInt8] = []
    writer.write(state, named: name, appendingTo: &bytes)
    return try JSONValue(parsing: bytes)
  }

  private func kept(by comparison: any StateComparison) throws -> JSONValue {
    var bytes: [UInt8] = []
    comparison.appendWhole(to: &bytes)
    return try JSONValue(parsing: bytes)
  }
}
