import Testing

@testable import FluxtapeBenchmarks

struct EditingSessionTests {
  /// A text, edits as `(position, deleted, inserted)`, and the resulting text.
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
    let session = EditingSession.generated(edits: 10_000)
    var document = EditedDocument(text: session.start)
    for edit in session.edits { EditedDocument.reduce(&document, edit) }
    #expect(document.text == session.end)
    #expect(session.edits.count == 10_000)
  }

  /// The shares of the real session that the generator names.
  @Test func `the session that is made up has the shares of a real one`() {
    let patches = EditingSession.generated(edits: 50_000).edits.flatMap(\.patches)
    let count = Double(patches.count)
    let (inserting, deleting) = (patches.filter { !$0.inserted.isEmpty }, patches.filter { $0.deleted > 0 })
    let jumps = zip(patches, patches.dropFirst()).filter { before, next in
      let cursor = before.position + before.inserted.unicodeScalars.count
      return next.position != cursor && next.position + next.deleted != cursor
    }
    #expect((0.90...0.93).contains(1 - Double(deleting.count) / count))
    #expect((1.4...1.9).contains(Double(inserting.reduce(0) { $0 + $1.inserted.unicodeScalars.count }) / Double(inserting.count)))
    #expect((11...14).contains(Double(deleting.reduce(0) { $0 + $1.deleted }) / Double(deleting.count)))
    #expect((0.55...0.6).contains(Double(deleting.count { $0.deleted == 1 }) / Double(deleting.count)))
    #expect((0.055...0.075).contains(Double(jumps.count) / count))
  }
}
