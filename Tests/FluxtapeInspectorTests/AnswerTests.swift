import FluxtapeHistory
import Testing

@testable import FluxtapeInspector

/// Runs, the time column, pauses, trees and commands.
struct AnswerTests: CheckoutSuite {
  @Test func `a list of runs has room for what failed`() throws {
    var lines = [#"{"fluxtape":1,"run":"a-run-of-checkout","time":"2026-11-21T09:00:00.000000Z"}"#]
    lines.append(#"{"seq":1,"t":0,"store":"a","type":"checkoutFailed","error":{"type":"E","message":"no"}}"#)
    var app = try InspectorDriver(runs: [.holding(lines), .fixture("checkout")], columns: 120, rows: 24)
    app.press("L")
    #expect(app.line(with: "failed: checkoutFail")?.contains("1 step") == true, "\(app.lines)")
  }

  @Test func `a row of the statistics leads to its step, and says where none does`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("g", "S", "enter")
    #expect(app.bottom == " this row is about no single step" && app.step == 1)
    let rows = try #require(app.inspector.state.details[.answer]?.rows)
    let slowest = try #require(rows.firstIndex { $0.target != nil })
    for _ in 0..<slowest { app.press("j") }
    #expect(app.lines.last?.contains("enter go there") == true)
    let row = try #require(app.selection)
    app.press("enter")
    #expect(app.step > 1 && row.contains("#\(app.step)"), "\(row)")
  }

  @Test(arguments: ["!", "S", "C"]) func `an answer about a run closes when another run is shown`(_ key: String) throws {
    let other = try History.holding([
      #"{"fluxtape":1,"run":"other"}"#, #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":1}"#,
      #"{"seq":2,"t":1,"store":"a","type":"x","patch":[]}"#, #"{"seq":3,"t":2,"end":"closed"}"#,
    ])
    var app = try InspectorDriver(runs: [.fixture("checkout"), other], columns: 120, rows: 40)
    app.press("18g", key)
    #expect(app.inspector.state.answer != nil)
    app.press(":run 2", "enter")
    #expect(app.inspector.state.run == 1 && app.inspector.state.answer == nil && app.inspector.state.focus == .timeline)
    // What was asked before the other run was shown is answered no more.
    app.press(":run 1", "enter", "18g")
    for keys in [key, ":run 2", "enter"] { app.pressHastily(keys) }
    app.wait()
    #expect(app.inspector.state.run == 1 && app.inspector.state.answer == nil)
  }

  @Test func `runs are listed, and Enter opens one`() throws {
    var app = try InspectorDriver(runs: [.fixture("checkout"), .fixture("crash")], columns: 120, rows: 40)
    // The run that broke off comes first.
    app.press("L", "enter")
    #expect(app.inspector.state.run == 1)
    #expect(app.lines[0].contains("run 2 of 2"))
  }

  @Test func `the time column says what it is asked to say`() throws {
    var app = try app("14g", "P", "18g", columns: 90)
    // The clock stands where its second changes.
    #expect(app.line(with: "cart.checkout")?.contains("12:09:44.100") == true)
    #expect(app.line(with: "cart.reserved")?.contains("     +385ms") == true)
    app.press("T")
    #expect(app.line(with: "cart.checkout")?.contains("12:09:44") == false)
    app.press("T")
    #expect(app.line(with: "cart.checkout")?.contains("+0µs") == true)
    app.press("T", "T")
    #expect(app.line(with: "cart.checkout")?.contains("12:09:44.100") == true)
    #expect(app.bottom == " the time of day where the second changes, else since the previous row")
    var narrow = try self.app("18g", "T", "T", "T", columns: 69, rows: 24)
    #expect(narrow.bottom.hasPrefix(" the time since the previous row; a wider screen also shows the time of day"))
    narrow = try self.app("18g", "T", columns: 44, rows: 24)
    #expect(narrow.bottom.contains("the time since the previous row; a wider"))
    narrow.press("T", "T")
    #expect(narrow.bottom == " the time of day; a wider screen shows it")
  }

  @Test func `columns of the scrubber are steps of their own, and so are pauses`() throws {
    var app = try app("g", "}", "}")
    let second = app.inspector.state.cursor
    #expect(second > 0)
    app.press("{")
    #expect(app.inspector.state.cursor < second)
    app.press("g", "]s")
    let row = try #require(app.inspector.state.currentRow)
    let before = try #require(app.inspector.state.rows[app.inspector.state.cursor - 1])
    #expect((row.time ?? 0) - (before.time ?? 0) >= 1_000_000 || app.bottom.contains("no later pause"))
  }

  @Test func `a tree is opened down to a level`() throws {
    var app = try app("18g", "tab", "tab", "tab", "z1")
    let closed = app.inspector.state.details[.state]?.rows.count ?? 0
    app.press("z3")
    #expect(app.inspector.state.details[.state]?.rows.count ?? 0 > closed)
  }

  @Test func `the colon lists what it knows, and Tab completes`() throws {
    var app = try app(":", "blam")
    #expect(app.line(with: " blame ")?.contains("which action last wrote each value") == true)
    app.press("tab")
    #expect(app.bottom.hasPrefix(":blame "))
  }

  @Test(
    arguments: [
      ("compare 2", nil), ("why 4", nil), ("runs t", nil), ("statistics t", nil), ("unwatch t", nil), ("next-value-change 2", nil),
      ("blame tot", "blame cart.total"), ("top tot", "top cart.total"), ("watch tot", "watch cart.total"), ("path tot", "path cart.total"),
    ] as [(String, String?)])
  func `paths are offered to commands that take one, and none for a number`(_ typed: String, _ completed: String?) throws {
    var app = try app("18g", ":", typed)
    app.press("tab")
    let prompt = try #require(app.inspector.state.prompt)
    #expect(prompt.line.text == completed ?? typed, "\(app.lines)")
    #expect(Candidates.of(prompt, in: app.inspector.state).isEmpty == (completed == nil), "\(app.lines)")
  }

  @Test func `:why and a step goes there and asks, and without that step says so`() throws {
    var app = try app("18g", ":why 9", "enter")
    let asked = if case .question(let question)? = app.inspector.state.answer?.subject { question.row } else { Int?.none }
    #expect(app.step == 9 && asked == app.inspector.state.cursor, "\(app.lines)")
    app.press("q", ":why 99", "enter")
    #expect(app.inspector.state.answer == nil && app.bottom == " the last step is 33", "\(app.bottom)")
    app.press(":why cart", "enter")
    #expect(app.inspector.state.answer == nil && app.bottom == " usage: :why STEP, as in :why 214", "\(app.bottom)")
  }
}
