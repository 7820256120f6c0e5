import FluxtapeDocuments
import FluxtapeJSON
import Testing

@testable import FluxtapeCoding

/// The document that a reader makes from the patches of one store, compared with whole encodings.
final class FollowedDocument {
  private let delta: ImageComparison
  private let fresh: ImageComparison
  private let name: String
  private(set) var document: JSONValue = .null

  init<State>(_ first: State, named name: String = "store", rules: EncodingRules = .plain) throws {
    delta = ImageComparison(rules: rules)
    fresh = ImageComparison(rules: rules)
    self.name = name
    var nothing: [UInt8] = []
    #expect(delta.advance(to: first, named: name, appendingTo: &nothing) == nil)
    #expect(nothing.isEmpty)
    document = try whole(first)
    #expect(try kept() == document)
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
    // The recorder checks its patches without the reader's parser.
    var written = WrittenValue(document.bytes)
    let fits = written.apply(bytes.dropFirst("before".utf8.count))
    #expect(fits && written.isWritten(as: expected.bytes), "\(text.prefix(1000))", sourceLocation: place)
    document = try operations.applied(to: document)
    #expect(document == expected, "\(text)", sourceLocation: place)
    #expect(try kept() == expected, sourceLocation: place)
    _ = delta.takeReleased()
    return text
  }

  /// The encoding of a whole state.
  private func whole<State>(_ state: State) throws -> JSONValue {
    var bytes: [UInt8] = []
    fresh.append(state, named: name, to: &bytes)
    return try JSONValue(parsing: bytes)
  }

  private func kept() throws -> JSONValue {
    var bytes: [UInt8] = []
    delta.appendWhole(to: &bytes)
    return try JSONValue(parsing: bytes)
  }
}
