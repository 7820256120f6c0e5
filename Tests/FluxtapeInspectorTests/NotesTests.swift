import FluxtapeDocuments
import FluxtapeLog
import Foundation
import Testing

@testable import FluxtapeInspector

struct NotesTests {
  private func app(_ keys: String..., notes: [String] = []) throws -> InspectorDriver {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.inspector.recallNotes(notes.joined(separator: "\n"))
    for key in keys { app.press(key) }
    return app
  }

  @Test func `marks and notes are listed and found again`() throws {
    var app = try app("14g", "ma", "18g", ":", "note why is it taken twice?", "enter", "g", "'a")
    #expect(app.step == 14)
    app.press("]m")
    #expect(app.step == 18)
    app.press("]m")
    #expect(app.bottom.contains("no later mark or note"))
    app.press("M")
    #expect(app.lines.contains { $0.contains("#18") && $0.contains("why is it taken twice?") })
    #expect(app.line(with: "a #14") != nil)
    var later = try self.app("g", "'a", notes: app.keptNotes)
    #expect(later.step == 14)
    later.press("'z")
    #expect(later.bottom.contains("no mark z"))
  }

  @Test func `a note is shown in the Action pane of its step, and in its row where columns are free`() throws {
    var app = try app("1g", ":", "note why?", "enter")
    #expect(app.line(with: "  Note: why?") != nil && app.line(with: "@@INIT cart  why?") != nil, "\(app.lines)")
    app.press("2g")
    #expect(app.line(with: "Note: why?") == nil && app.line(with: "@@INIT cart  why?") != nil, "\(app.lines)")
  }

  @Test func `a note is one line of the list that drives no terminal, whatever is in it`() {
    let text = "a\u{85}b\u{2028}c\u{9B}31m"
    let line = StepNotes.Change.noted(StepNumber(3), text: text, was: nil).line
    #expect(line.unicodeScalars.allSatisfy { $0.isASCII })
    #expect(StepNotes(parsing: line).bookmarks.map(\.note) == [text])
  }

  @Test func `a note without a text opens the one that is there`() throws {
    var app = try app("18g", ":", "note why?", "enter", ":", "note", "enter")
    #expect(app.bottom.hasPrefix(":note why?"))
    #expect(app.line(with: ":unnote removes it") != nil)
    app.press(" twice", "enter")
    #expect(app.inspector.state.notes.texts[18] == "why? twice")
    app.press(":", "note", "enter", "esc")
    #expect(app.inspector.state.notes.texts[18] == "why? twice")
  }

  @Test func `a mark that moves says from where, and can be taken back there`() throws {
    var app = try app("14g", "ma", "18g", "ma")
    #expect(app.bottom == " mark a moved here from #14; U takes it back there")
    app.press("U", "g", "'a")
    #expect(app.step == 14)
  }

  @Test func `what was changed of marks and notes is taken back one by one`() throws {
    var app = try app("18g", ":", "note why?", "enter", ":", "note never", "enter", ":", "unnote", "enter", "ma", "ma")
    #expect(app.inspector.state.notes.isEmpty)
    app.press("U")
    #expect(app.inspector.state.notes.letters["a"] == 18)
    app.press("U", "U")
    #expect(app.inspector.state.notes.letters.isEmpty && app.inspector.state.notes.texts[18] == "never")
    app.press("U")
    #expect(app.inspector.state.notes.texts[18] == "why?")
    app.press("U", "U")
    #expect(app.bottom.contains("no filter, watch, mark or note was changed since this log was opened"))
    #expect(StepNotes(parsing: app.keptNotes.joined(separator: "\n")) == app.inspector.state.notes)
  }

  @Test func `so are changes of filters and watches`() throws {
    var app = try app("18g", ";", ".total", "enter", "w", "&", "store:cart", "enter", "&", "is:error", "enter", "esc", "esc", "W", "U", "U")
    #expect(app.inspector.state.watching.values.count == 1)
    #expect(app.inspector.state.filtering.filters.map(\.text) == ["store:cart", "is:error"])
    app.press("F", "enter", "U", "U", "U")
    #expect(app.inspector.state.filtering.filters.isEmpty && app.bottom.contains("the filters are as before: 0 filters on"))
    #expect(app.inspector.state.listed.count == app.inspector.state.rows.count)
    app.press("U")
    #expect(app.inspector.state.watching.values.isEmpty)
  }

  @Test func `d in the list removes the selected mark, then the note, and U brings them back`() throws {
    var app = try app("14g", "ma", "18g", "mb", ":", "note why?", "enter", "g", "M", "end")
    #expect(app.selection?.contains("b #18") == true && app.bottom.contains("d remove") && app.bottom.contains("e edit note"))
    app.press("d")
    #expect(app.selection?.contains("#18") == true && app.selection?.contains("why?") == true)
    #expect(app.bottom.contains("mark b removed") && app.inspector.state.base == .previous)
    app.press("d")
    #expect(app.selection?.contains("a #14") == true && app.inspector.state.notes.texts.isEmpty)
    app.press("U", "U")
    #expect(app.inspector.state.notes.letters == ["a": 14, "b": 18] && app.inspector.state.notes.texts == [18: "why?"])
    #expect(app.step == 18 && app.line(with: "[Bookmarks]") != nil)
    #expect(StepNotes(parsing: app.keptNotes.joined(separator: "\n")) == app.inspector.state.notes)
  }

  @Test func `e in the list edits the note of the selected step`() throws {
    var app = try app("14g", "ma", "18g", ":", "note why?", "enter", "g", "M", "end", "e")
    #expect(app.bottom.hasPrefix(":note why?") && app.step == 18)
    app.press(" twice", "enter")
    #expect(app.inspector.state.notes.texts == [18: "why? twice"] && app.selection?.contains("why? twice") == true)
    app.press("home", "e", "first", "enter")
    #expect(app.inspector.state.notes.texts[14] == "first" && app.step == 14)
  }

  @Test func `notes are handed over by commands, which complete the names of files`() throws {
    var app = try app(":export mine.jsonl", "enter", ":import theirs.jsonl", "enter")
    #expect(app.requests.contains(.exportNotes(to: "mine.jsonl")) && app.requests.contains(.importNotes(from: "theirs.jsonl")))
    app.press(":import", "enter")
    #expect(app.bottom.contains("usage: :import FILE"))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("notes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appendingPathComponent("theirs.notes"))
    app.press(":import \(folder.path)/th", "tab", "enter")
    #expect(app.requests.contains(.importNotes(from: "\(folder.path)/theirs.notes")))
  }

  @Test func `what another list shares is counted`() {
    let mine = StepNotes(parsing: #"{"mark":"a","step":3}"# + "\n" + #"{"note":"x | y","step":4}"#)
    let theirs = StepNotes(parsing: #"{"mark":"a","step":3}"# + "\n" + #"{"mark":"b","step":3}"# + "\n" + #"{"note":"y | z","step":4}"#)
    #expect(mine.countShared(with: theirs) == 2 && mine.lines(adding: theirs).count == 2)
    #expect(mine.countShared(with: mine) == 3 && mine.lines(adding: mine).isEmpty)
  }

  @Test func `an empty list has nothing to remove or edit`() throws {
    for key in ["d", "e"] {
      let app = try app("M", key)
      #expect(app.bottom.contains("no marks or notes yet") && app.inspector.state.base == .previous)
    }
  }

  @Test func `two inspectors of one log keep what both noted, whichever ends last`() throws {
    let before = try app("18g", ":", "note first", "enter").keptNotes
    let one = try app("14g", "ma", "18g", ":", "note one", "enter", "20g", ":", "note mine", "enter", "Q", notes: before)
    let two = try app("15g", "mb", "18g", ":", "note two", "enter", "20g", ":", "unnote", "enter", "Q", notes: before)
    for lines in [one.keptNotes + two.keptNotes, two.keptNotes + one.keptNotes] {
      let notes = StepNotes(parsing: (before + lines).joined(separator: "\n"))
      #expect(notes.letters == ["a": 14, "b": 15])
      #expect(["one | two", "two | one"].contains(notes.texts[18]))
      #expect(notes.texts[20] == "mine")
    }
  }

  @Test func `notes that were written for a copy of the log are called so, once`() throws {
    var app = try app()
    let (line, path) = (#"{"note":"why?","step":3}"#, "/elsewhere/copy.jsonl")
    app.inspector.recallNotes("", writtenFor: path)
    #expect(app.inspector.state.message == nil)
    app.inspector.recallNotes(line, writtenFor: path)
    #expect(app.bottom == " marks and notes written for \(path) are shown here, too; copies of a log share them")
    app.press("g")
    app.inspector.recallNotes(line, writtenFor: path)
    app.inspector.recallNotes(line)
    #expect(app.inspector.state.message == nil)
  }

  @Test func `that is said after where the last inspector left`() throws {
    let app = try app()
    app.inspector.recall(#"{"step":3}"#)
    app.inspector.recallNotes(#"{"note":"why?","step":3}"#, writtenFor: "/elsewhere/copy.jsonl")
    let text = try #require(app.inspector.state.message?.text)
    #expect(text.hasPrefix("back at #3, where you left off (? for help); marks and notes written for /elsewhere/copy.jsonl "), "\(text)")
  }

  @Test(arguments: [
    "", "null", "{}\n[]", #"{"mark":"ab","step":1}"#, #"{"note":"x","step":-1}"#, #"{"mark":"a","step":"x"}"#, #"{"note":1}"#,
  ])
  func `lines that are none do no harm`(_ lines: String) throws {
    let app = try app(notes: [lines])
    #expect(app.inspector.state.notes.isEmpty)
  }
}
