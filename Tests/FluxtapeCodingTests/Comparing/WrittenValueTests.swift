import FluxtapeCoding
import Testing

/// A tree that patches are applied to is compared with text.
struct WrittenValueTests {
  private func isWritten(_ value: String, as text: String) -> Bool { WrittenValue(Array(value.utf8)).isWritten(as: Array(text.utf8)) }

  @Test(arguments: [
    ("1", "1"), (#""a""#, #""a""#), ("[]", "[]"), ("{}", "{}"), ("[1,[2,{}]]", "[1,[2,{}]]"), (#"{"a":1,"b":[2]}"#, #"{"b":[2],"a":1}"#),
    (#"{"a\nb":1,"":2}"#, #"{"":2,"a\nb":1}"#),
  ])
  func `a value is written as its text, whatever the order of members`(value: String, text: String) {
    #expect(isWritten(value, as: text) && isWritten(text, as: value))
  }

  @Test(arguments: [
    ("1", "12"), ("1", "-1"), (#""a""#, #""b""#), (#""a""#, #""a\n""#), ("1", #""1""#), ("[]", "{}"), ("[1]", "[12]"), ("[1]", "[1,2]"),
    ("[1]", "1"), ("[1]", "[[1]]"), ("null", "[]"), (#"{"a":1}"#, #"{"a":12}"#), (#"{"a":1}"#, #"{"b":1}"#),
    (#"{"a":1}"#, #"{"a":1,"b":2}"#), (#"{"a":{}}"#, #"{"a":[]}"#), (#"{"a\nb":1}"#, #"{"a\\nb":1}"#), ("", "1"), ("", "[]"),
  ])
  func `another value is not`(value: String, text: String) {
    #expect(!isWritten(value, as: text))
    if !value.isEmpty { #expect(!isWritten(text, as: value)) }
  }

  @Test(arguments: [
    ("[1,2]", #"[{"op":"add","path":"/1","value":{"a":0}},{"op":"remove","path":"/0"}]"#, #"[{"a":0},2]"#),
    (
      #"{"a/b":[1],"m~":2}"#, #"[{"op":"replace","path":"/a~1b/0","value":3},{"op":"move","from":"/m~0","path":"/a~1b/1"}]"#,
      #"{"a/b":[3,2]}"#
    ),
    (#"{"t":"añb"}"#, #"[{"op":"splice","path":"/t","at":1,"del":1,"ins":"\"x"}]"#, #"{"t":"a\"xb"}"#),
    ("1", #"[{"op":"replace","path":"","value":[]}]"#, "[]"), ("[]", "[]", "[]"),
  ])
  func `a patch leads to the text after it`(before: String, patch: String, after: String) {
    var value = WrittenValue(Array(before.utf8))
    let fits = value.apply(Array(patch.utf8)[...])
    #expect(fits && value.isWritten(as: Array(after.utf8)))
  }

  @Test(arguments: [
    #"[{"op":"remove","path":"/2"}]"#, #"[{"op":"replace","path":"/a","value":1}]"#, #"[{"op":"add","path":"/4","value":1}]"#,
    #"[{"op":"splice","path":"/0","at":0,"del":0,"ins":""}]"#, #"[{"op":"copy","from":"/0","path":"/1"}]"#, "[{}]",
  ])
  func `an operation that does not fit is refused`(patch: String) {
    var value = WrittenValue(Array("[1,2]".utf8))
    let fits = value.apply(Array(patch.utf8)[...])
    #expect(!fits)
  }
}
