import Testing

@testable import FluxtapeBenchmarks

struct EditingSessionTests {
  /// A text, edits as `(position, deleted, inserted)`, and what they lead to.
  @Test(arguments: [
    ("", [(0, 0, "a"), (1, 0, "b\n"), (3, 0, "c")], "ab\nc"),
    ("one\ntwo\nthree", [(2, 4, "-")], "on-o\nthree"),
    ("one\ntwo", [(3, 1, ""), (6, 0, "!")], "onetwo!"),
    ("é𝄞x", [(2, 0, "ü\nö"), (1, 2, "")], "é\nöx"),
    ("ab", [(1, 99, "z")], "az"),
  ])
  func `edits by position and by line lead to the same text`(text: String, edits: [(Int, Int, String)], result: String) {
    var places = LinePlaces(text: text)
    var document = EditedDocument(text: text)
    for (position, deleted, inserted) in edits {
      let patch = TextEdited.Patch(position: position, deleted: deleted, inserted: inserted)
      EditedDocument.reduce(&document, TextEdited([patch], in: &places))
    }
    #expect(places.text == result)
    #expect(document.text == result)
    #expect(document.version == edits.count)
  }

  @Test func `the session that is made up ends as it says`() throws {
    let session = EditingSession.generated()
    var document = EditedDocument(text: session.start)
    for edit in session.edits { EditedDocument.reduce(&document, edit) }
    #expect(document.text == session.end)
    #expect(session.edits.count >= 40_000)
  }
}
