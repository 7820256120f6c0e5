import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLocking
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// What a check finds, in the Answer pane.
struct ProblemsTests: CheckoutSuite {
  @Test func `what a check finds is listed, and Enter goes there`() throws {
    var app = try app("!")
    let rows = try #require(app.inspector.state.details[.answer]?.rows)
    let places = app.inspector.state.index.problems.compactMap { app.inspector.state.rows[$0]?.place }
    #expect(!places.isEmpty && places.allSatisfy { place in rows.contains { $0.target == place } })
    app.press("enter")
    #expect(app.inspector.state.currentRow?.place == rows.first?.target)
  }

  /// Of these logs the index alone knows nothing bad.
  @Test(arguments: [
    ("redux-effects-out-of-order", "note: a stale answer"),
    ("view-stream-leaked-screen", "note: this store still reacts beside"),
    ("unio-loop", "#33  a feedback loop: search languageChosen → languages found → … (4"),
    ("redux-thunk-double-submit", "#9  note: the same action twice within 90.0 ms: #7 and #9"),
  ])
  func `what only looks wrong is listed, too`(log: String, words: String) throws {
    let logs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../samples/logs")
    var app = try InspectorDriver(runs: History.open([logs.appendingPathComponent("\(log).jsonl").path]), columns: 200, rows: 40)
    app.press("!")
    #expect(app.line(with: words) != nil, "\(app.lines)")
  }

  @Test func `e goes to every step for which a check found a problem, once it is known`() throws {
    var app = try InspectorDriver(sample: "unio-loop")
    app.press("!", "q", "g")
    // Only the row of #17 is red.
    for step in [17, 19, 33] {
      app.press("e")
      #expect(app.step == step, "\(app.lines)")
    }
    app.press("e")
    #expect(app.step == 33 && app.bottom.contains("no later red row, and no later problem"), "\(app.lines)")
    app.press("G", "E")
    #expect(app.step == 33, "\(app.lines)")
  }

  @Test func `a problem of several lines is one item`() throws {
    let message = "a long reason that does not fit on one line of a narrow terminal, however small its font may be"
    let lines = (1...3).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"x","error":{"type":"E","message":"\#(message)"}}"# }
    var app = try InspectorDriver(runs: [.holding(lines + [#"{"seq":4,"t":4,"end":"closed"}"#])], columns: 80, rows: 24)
    func selected() -> Int? { app.inspector.state.details[.answer]?.selected }
    app.press("!", "j")
    #expect(selected() == 2)
    app.press("yy")
    #expect(app.copied == "#2  failed: E: \(message)")
    app.press("p")
    #expect(app.line(with: "failed: E: a long reason") != nil && app.line(with: "font may be") != nil, "\(app.lines)")
    app.press("esc", "j")
    #expect(selected() == 4)
    app.press("k", "k")
    #expect(selected() == 0)
    app.press("j", "enter")
    #expect(app.step == 2)
  }

  @Test func `a flag that is still true is named once`() throws {
    let lines = [
      #"{"t":0,"store":"search","type":"@@STATE","state":{"isLoading":false}}"#,
      #"{"seq":1,"t":1,"store":"search","type":"loading","patch":[{"op":"replace","path":"/isLoading","value":true}]}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 24)
    app.press("!")
    let line = try #require(app.line(with: "still true at the end: search.isLoading"))
    #expect(line.hasSuffix("still true at the end: search.isLoading"), "\(line)")
  }

  @Test func `the answer of a check takes no count away that is being typed`() throws {
    var app = try app()
    app.pressHastily("!")
    app.pressHastily("1")
    app.pressHastily("8")
    app.wait()
    #expect(app.inspector.state.typed.count == 18)
    if case .answer? = app.inspector.state.answer?.content {} else { Issue.record("no answer") }
  }

  @Test func `the inspector's log has no contents of findings`() throws {
    let recorded = Locked<[String: [String: String]]>([:])
    let inspector = try #require(
      Inspector(
        runs: [FixedRun(.fixture("checkout"))], watch: nil, isFollowing: false, typesetting: .unicode, background: nil, replayer: nil
      ) { session, action in
        let (name, payload) = action.recorded
        recorded.withLock { $0[name] = payload }
        Inspector.reduce(&session, action)
      })
    inspector.prepare(for: Size(rows: 24, columns: 80))
    for key in ["!", "]", "s"] as [Character] {
      _ = inspector.handle(.character(key))
      while inspector.isBusy { inspector.work() }
    }
    #expect(recorded.withLock { $0["inspector.runsChecked"] } == [:])
    #expect(recorded.withLock { $0["inspector.sought"] ?? [:] } == [:])
  }

  @Test(arguments: ["q", "esc"]) func `an answer that was shown over another one gives it back`(_ key: String) throws {
    var app = try app("!", "j", "j", "enter", "C")
    #expect(app.line(with: "[Why]") != nil, "\(app.lines)")
    app.press("S", key, key)
    #expect(app.line(with: "[Problems]") != nil && app.selection?.contains("#20 ") == true, "\(app.lines)")
    // The same question again covers nothing.
    app.press("C", "!", key)
    #expect(app.inspector.state.answer == nil && app.inspector.state.focus == .timeline, "\(app.lines)")
  }

  @Test func `an answer asked for in another pane leads back to that pane, beside the answer that it covered`() throws {
    var app = try app("!", "tab", "18g", "C", "q")
    #expect(app.inspector.state.focus == .timeline && app.line(with: "─Problems─") != nil, "\(app.lines)")
    app.press("q")
    #expect(app.inspector.state.answer == nil && app.line(with: "Problems") == nil)
  }

  @Test func `an answer that comes while another one covers it is there behind that one, and so is one whose work was stopped`() throws {
    var app = try app("18g", ";", ".total", "enter")
    app.pressHastily("!C")
    app.wait()
    app.press("q")
    if case .answer? = app.inspector.state.answer?.content {} else { Issue.record("no problems") }
    app.press("q")
    // One value is looked for at a time.
    app.pressHastily("bB")
    app.wait()
    app.press("q")
    guard case .answer(let list)? = app.inspector.state.answer?.content else {
      Issue.record("no blame")
      return
    }
    #expect(list.answer.changes.isEmpty)
  }

  @Test func `a plot that is covered keeps its numbers`() throws {
    var app = try app("18g", ";", ".total", "enter", "x")
    let plot = app.lines.filter { $0.contains("█") }
    app.press("S", "q")
    #expect(!plot.isEmpty && app.lines.filter { $0.contains("█") } == plot, "\(app.lines)")
  }

  @Test func `the title counts the red rows until the log is checked, then what the list of problems has`() throws {
    let inspector = try #require(Inspector(runs: [.fixture("checkout")]))
    inspector.prepare(for: Size(rows: 24, columns: 80))
    #expect(inspector.frame(size: Size(rows: 24, columns: 80)).lines[0].contains("│ 5 red rows "))
    while inspector.isBusy { inspector.work() }
    #expect(inspector.frame(size: Size(rows: 24, columns: 80)).lines[0].contains("│ 6 problems, 1 note "))
    var app = try app()
    app.press("!")
    #expect(app.lines[0].contains("│ 6 problems, 1 note "), "\(app.lines)")
    #expect(app.line(with: "[Problems]")?.contains(" 6 problems, 1 note ") == true, "\(app.lines)")
    #expect(app.inspector.state.details[.answer]?.rows.count { !$0.isContinued } == 7)
    app.press("q")
    #expect(app.lines[0].contains("│ 6 problems, 1 note "), "\(app.lines)")
  }

  @Test func `a sound log has no problems`() throws {
    let lines = [
      #"{"fluxtape":1,"run":"r"}"#, #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":1}"#, #"{"seq":2,"t":1,"end":"closed"}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40)
    app.press("!")
    #expect(app.line(with: "Checked, nothing found: the log is whole") != nil, "\(app.lines)")
    #expect(app.lines[0].contains("│ checked, nothing found "), "\(app.lines)")
  }
}
