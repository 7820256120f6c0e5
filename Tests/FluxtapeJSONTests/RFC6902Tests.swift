import FluxtapeDocuments
import FluxtapeJSON
import Testing

/// The examples of RFC 6902, appendix A, with their titles and in their order.
struct RFC6902Tests {
  struct Example: Sendable, CustomTestStringConvertible {
    let id: String
    let document: String
    let patch: String
    /// The document afterwards, or the error.
    let outcome: Result<String, JSONPatchError>
    var testDescription: String { id }

    init(_ id: String, _ document: String, _ patch: String, gives result: String) {
      (self.id, self.document, self.patch, outcome) = (id, document, patch, .success(result))
    }

    init(_ id: String, _ document: String, _ patch: String, fails reason: JSONPatchError.Reason, at index: Int, _ place: String) {
      let pointer = try? JSONPointer(parsing: place)
      (self.id, self.document, self.patch) = (id, document, patch)
      outcome = .failure(JSONPatchError(reason, operationIndex: index, pointer: pointer))
    }
  }

  static let examples = [
    Example("A.1", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#, gives: #"{"baz":"qux","foo":"bar"}"#),
    Example("A.2", #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#, gives: #"{"foo":["bar","qux","baz"]}"#),
    Example("A.3", #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, gives: #"{"foo":"bar"}"#),
    Example("A.4", #"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#, gives: #"{"foo":["bar","baz"]}"#),
    Example(
      "A.5", #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#, gives: #"{"baz":"boo","foo":"bar"}"#),
    Example(
      "A.6", #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
      #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
      gives: #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#),
    Example(
      "A.7", #"{"foo":["all","grass","cows","eat"]}"#, #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
      gives: #"{"foo":["all","cows","eat","grass"]}"#),
    Example(
      "A.8", #"{"baz":"qux","foo":["a",2,"c"]}"#,
      #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
      gives: #"{"baz":"qux","foo":["a",2,"c"]}"#),
    Example("A.9", #"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#, fails: .testFailed, at: 0, "/baz"),
    Example(
      "A.10", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
      gives: #"{"foo":"bar","child":{"grandchild":{}}}"#),
    Example(
      "A.11", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#, gives: #"{"foo":"bar","baz":"qux"}"#),
    Example("A.12", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, fails: .noValue, at: 0, "/baz/bat"),
    // The RFC lets a reader reject the text for its two `op` members. Here the last one counts, and finds nothing to remove.
    Example(
      "A.13", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#, fails: .noValue, at: 0, "/baz"),
    Example("A.14", #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, gives: #"{"/":9,"~1":10}"#),
    Example("A.15", #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#, fails: .testFailed, at: 0, "/~01"),
    Example(
      "A.16", #"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
      gives: #"{"foo":["bar",["abc","def"]]}"#),
  ]

  @Test(arguments: examples)
  func `applies or refuses as the appendix says`(example: Example) throws {
    var document = try JSONValue(parsing: example.document)
    let patch = try JSONPatch(decoding: try JSONValue(parsing: example.patch))
    switch example.outcome {
    case .success(let expected):
      try patch.apply(to: &document)
      #expect(document == (try JSONValue(parsing: expected)))
    case .failure(let expected):
      #expect(throws: expected) { try patch.applied(to: document) }
      #expect(document.text == example.document)
    }
  }
}
