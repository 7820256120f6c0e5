import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// What all lists have in common.
struct ListTests: CheckoutSuite {
  @Test func `moving in a list shows the step at once; Enter keeps it, Esc goes back, and q stays`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("18g", "!", "j")
    let shown = app.step
    #expect(shown != 18 && app.inspector.state.details[.answer]?.selectedRow?.target == app.inspector.state.currentRow?.place)
    app.press("j", "esc")
    #expect(app.step == 18 && app.inspector.state.answer == nil)
    app.press("!", "j", "enter", "esc")
    #expect(app.step == shown)
    app.press("ctrl-o")
    #expect(app.step == 18)
    app.press("!", "j", "q")
    #expect(app.step == shown && app.inspector.state.answer == nil)
    app.press("ctrl-o")
    #expect(app.step == 18)
  }

  @Test func `Esc closes a list where the cursor is once it has moved on`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("18g", "!", "j", "5", ".")
    let step = app.step
    app.press("esc")
    #expect(app.step == step && app.inspector.state.answer == nil)
  }

  @Test func `a row of a list is copied as it stands, not by the words that find it`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("?", "j", "yy")
    #expect(app.copied.map { app.selection?.contains($0.trimmingPrefix(while: \.isWhitespace)) } == true, "\(app.copied ?? "nothing")")
  }

  @Test func `behind a list on the whole screen nothing begins to play, and one Esc closes it`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("1g", "?", "space")
    #expect(!app.inspector.state.playback.isOn && app.bottom.contains("esc goes there"), "\(app.lines)")
    app.press("esc")
    #expect(app.inspector.state.answer == nil)
  }

  @Test func `Esc goes on following the log that moving in a list has left`() throws {
    let log = try WrittenLog(steps: 5)
    defer { log.remove() }
    var app = try InspectorDriver(opening: [log.path], isFollowing: true, columns: 120, rows: 40)
    app.press(":history .n", "enter")
    app.wait()
    app.press("k")
    #expect(app.step != 5, "\(app.lines)")
    try log.append(steps: 6...6)
    app.press("esc")
    app.wait()
    #expect(app.step == 6 && app.lines[0].contains("FOLLOW"), "\(app.lines)")
  }

  @Test(arguments: [("!", "failed"), ("S", "reducer"), ("C", "reserve"), ("?", "scroll")])
  func `every list is searched and filtered by words`(key: String, word: String) throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("18g", key)
    func texts() -> [String] {
      app.inspector.state.details[.answer]?.rows.filter { !$0.isContinued }.map { $0.keywords ?? $0.fullText ?? $0.plain } ?? []
    }
    let all = texts().count
    app.press("&", word, "enter")
    #expect(!texts().isEmpty && texts().count < all && texts().allSatisfy { $0.lowercased().contains(word) }, "\(texts())")
    app.press("esc", "/", word, "enter")
    let selected = app.inspector.state.details[.answer]?.selectedRow.map { $0.keywords ?? $0.fullText ?? $0.plain } ?? ""
    #expect(texts().count == all && selected.lowercased().contains(word), "\(app.lines)")
    app.press("esc", "esc")
    #expect(app.inspector.state.answer == nil)
  }

  @Test(arguments: [(59, 12), (80, 24), (120, 40)])
  func `a search in a list says what it has found, also if that is nothing`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    app.press("!", "/", "failed", "enter")
    #expect(app.line(with: "/failed: \(app.inspector.state.listHits.count.counted("row"))") != nil, "\(app.lines)")
    app.press("/", "zzz", "enter", "j")
    #expect(app.line(with: "/zzz: 0 rows") != nil, "\(app.lines)")
  }
}
