import FluxtapeHistory
import FluxtapeLocking
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// Chains, marks, statistics, runs: the contents of the Answer pane besides values.
@Suite struct AnswerTests {
  private func app(_ keys: String..., columns: Int = 120, rows: Int = 40) throws -> InspectorDriver {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    for key in keys { app.press(key) }
    return app
  }

  @Test func `a chain is a waterfall, with a bar for when each step was`() throws {
    var app = try app("18g", "C")
    #expect(app.lines.contains { $0.contains("[Chain]") })
    #expect(app.lines.contains { $0.contains("cart.checkout ") && $0.contains("█") })
    #expect(app.inspector.state.details[.answer]?.selectedRow?.target == app.inspector.state.currentRow?.place)
    app.press("k", "enter")
    #expect(app.step == 17)
    app.press("esc")
    #expect(app.inspector.state.focus == .timeline)
  }

  @Test(arguments: [Typesetting.unicode, .ascii])
  func `a chain tells what caused the step, and what it caused, from the rest`(typesetting: Typesetting) throws {
    let causes = [0, 1, 2, 1, 3, 5]
    let lines = causes.enumerated().map { place, cause in
      #"{"seq":\#(place + 1),"t":\#(place),"store":"a","type":"x\#(place + 1)",\#(cause > 0 ? #""cause":\#(cause),"# : "")"patch":[]}"#
    }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40, typesetting: typesetting)
    app.press("3g", "C")
    #expect(app.line(with: "[Chain]")?.contains("2 causes, 2 effects") == true, "\(app.lines)")
    func signs() -> [String] {
      (app.inspector.state.details[.answer]?.rows ?? []).map { row in
        if case .text(let text) = row.content { String(text.runs.map(\.text).joined().prefix(1)) } else { "" }
      }
    }
    let glyphs = typesetting.glyphs
    #expect(signs() == [glyphs.cause, glyphs.cause, glyphs.cursor, " ", glyphs.effect, glyphs.effect])
    app.press(".")
    #expect(signs() == [glyphs.cause, " ", " ", glyphs.cursor, " ", " "])
    #expect(app.line(with: "Chain")?.contains("1 cause, 0 effects") == true, "\(app.lines)")
  }

  @Test func `the filters and the step of the last time are there again, and the place where the log opens is one jump back`() throws {
    let app = try app("&", "store:cart", "enter", "12g", "Q")
    let memory = try #require(app.requests.compactMap { if case .remember(let text) = $0 { text } else { nil } }.last)
    var later = try InspectorDriver(log: "checkout")
    let opening = later.step
    later.inspector.recall(memory)
    later.press("zz")
    #expect(later.step == 12)
    #expect(later.line(with: "[store:cart]") != nil)
    #expect(later.line(with: "session.retry") == nil)
    later.press("[[")
    #expect(later.step == opening)
    #expect(app.inspector.memory.contains(#""step": 12"#))
  }

  @Test func `what is said on opening leaves the keys in the bottom row, where a click presses them`() throws {
    let before = try app("12g")
    var later = try InspectorDriver(log: "checkout")
    later.inspector.recall(before.inspector.memory)
    #expect(later.bottom == " back at #12, where you left" && later.lines.last?.contains("? help") == true, "\(later.lines)")
    later.press(press(23, 1))
    #expect(later.step == 11 && later.line(with: "where you left") == nil)
  }

  @Test(arguments: [(40, 10), (60, 20), (80, 24)])
  func `however long it is, what is said on opening leaves the keys in the bottom row`(columns: Int, rows: Int) throws {
    let before = try app("&", "store:cart", "enter", "&", "a", "is:action", "enter", "q", "12g")
    let later = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    later.inspector.recall(before.inspector.memory)
    #expect(later.bottom.hasPrefix(" back at #12, where you left"), "\(later.lines)")
    let keys = try #require(later.lines.last)
    #expect(keys.contains(" q quit") && keys.contains(" ? help"), "\(later.lines)")
  }

  @Test func `a memory that is none does no harm`() throws {
    for text in ["", "null", "[]", #"{"bookmarks":[{"step":-1},{"step":"x"},7],"watches":["..",3],"search":{}}"#] {
      let app = try app()
      app.inspector.recall(text)
      #expect(app.inspector.state.notes.isEmpty && app.inspector.state.watching.values.isEmpty)
    }
  }

  @Test func `two values share a plot, on a scale that is straight or logarithmic`() throws {
    var app = try app("18g", ";", ".total", "enter", "x", ";", ".items[0].qty", "enter", "x")
    #expect(app.line(with: "cart.total, cart.items[0].qty") != nil)
    #expect(app.lines.count { $0.contains("●") && $0.contains("│") } > 0)
    let straight = app.lines
    app.press("t")
    #expect(app.line(with: "cart.items[0].qty  log") != nil)
    #expect(app.lines != straight)
    app.press("yc")
    #expect(app.copied?.hasSuffix("cart.total 'cart.items[0].qty' --spark") == true)
  }

  @Test func `the bottom row names what a plot can do`() throws {
    var app = try app("18g", ";", ".total", "enter", "x")
    #expect(app.bottom.hasPrefix(" t logarithmic  q back ") && !app.bottom.contains("go there"), "\(app.bottom)")
    app.press("t")
    #expect(app.bottom.hasPrefix(" t linear  q back "), "\(app.bottom)")
  }

  @Test(arguments: [false, true]) func `a plot has room for any two numbers`(isLogarithmic: Bool) {
    let scale = PlotRows.Scale(low: -1.7e308, high: 1.7e308, isLogarithmic: isLogarithmic)
    let numbers: [Double] = [-.infinity, -1.7e308, 0, 1.7e308, .infinity]
    #expect(numbers.map { scale.share(of: $0) } == [0, 0, 0.5, 1, 1])
  }

  @Test func `statistics of the log`() throws {
    let app = try app("S")
    #expect(app.line(with: "stores and types") != nil)
    #expect(app.line(with: "checkout.jsonl: ") != nil)
  }

  @Test func `statistics tell which asynchronous work took long`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#,
      #"{"seq":2,"t":1,"store":"a","type":"pay","effect":{"id":"pay#2","phase":"started"}}"#,
      #"{"seq":3,"t":2,"store":"a","type":"pay","effect":{"id":"pay#2","phase":"finished"},"dur":385000}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40)
    app.press("S")
    let texts = try #require(app.inspector.state.details[.answer]).rows.map { row in
      if case .text(let text) = row.content { text.plain } else { "" }
    }
    #expect(texts.contains("slowest effects") && texts.contains { $0.contains("385 ms") && $0.contains("pay#2 finished") })
  }

  @Test(arguments: [(36, 12), (40, 10), (60, 20), (80, 24), (120, 40), (200, 60)])
  func `statistics fit into their pane: no column without a number`(columns: Int, rows: Int) throws {
    let log = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../samples/logs/shop.jsonl")
    var app = try InspectorDriver(runs: History.open([log.standardizedFileURL.path]), columns: columns, rows: rows)
    app.press("S")
    let lines = try #require(app.inspector.state.details[.answer]).rows.map { row in
      if case .text(let text) = row.content { text.runs.map(\.text).joined() } else { "" }
    }
    let heading = try #require(lines.first { $0.hasPrefix("  store") && $0.contains("type") })
    #expect(heading.contains("actions") && lines.contains { $0.contains("cart") && $0.contains("205") })
    #expect(!app.lines.contains { $0.contains("actions") && $0.hasSuffix("…") }, "\(app.lines)")
  }

  @Test func `a page down scrolls a list by a page, and a page up back`() throws {
    let log = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../samples/logs/shop.jsonl")
    var app = try InspectorDriver(runs: History.open([log.standardizedFileURL.path]))
    app.press("S")
    let body = try #require(Layout(of: app.inspector.state).slots.first { $0.pane == .answer }).body
    let (top, last) = (body.origin.row, body.origin.row + body.rows - 1)
    let before = app.lines
    app.press("pagedown")
    #expect(app.lines[top] == before[last - 1] && app.lines[top + 1] == before[last], "\(app.lines)")
    app.press("pageup")
    #expect(app.lines[top...last] == before[top...last])
    app.press("q", "g")
    let timeline = try #require(Layout(of: app.inspector.state).slots.first { $0.pane == .timeline }).body
    app.press("pagedown", "pagedown")
    #expect(app.inspector.state.timeline.first == 2 * (timeline.rows - 1) - ListWindow.margin)
  }

  @Test func `statistics are drawn in ASCII too, units and columns`() throws {
    let lines = (1...3).map { #"{"seq":\#($0),"t":\#($0),"store":"製品","type":"x","dur":7,"state":\#($0)}"# }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 80, rows: 24, typesetting: .ascii)
    app.press("S")
    let heading = try #require(app.line(with: "type  "))
    #expect(heading.contains("max us"))
    let row = try #require(app.line(with: "\\u88fd\\u54c1  all"))
    #expect(heading.firstRange(of: "type")?.lowerBound == row.firstRange(of: "all")?.lowerBound)
    #expect(!app.lines.contains { $0.contains("00b5") })
  }

  @Test(arguments: [40, 60, 80, 120])
  func `in a deep chain there is room for names, whatever the depth`(columns: Int) throws {
    let lines = (1...30).map { step in
      #"{"seq":\#(step),"t":\#(step),"store":"a","type":"step\#(step)of30",\#(step > 1 ? #""cause":\#(step - 1),"# : "")"state":\#(step)}"#
    }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: columns, rows: 40)
    app.press("30g", "C")
    let row = try #require(app.inspector.state.details[.answer]?.rows.last)
    let text = if case .text(let text) = row.content { text.runs.map(\.text).joined() } else { "" }
    #expect(text.contains("step30of30"), "\(text)")
  }

  @Test func `a chain that is too long to list says how many steps are missing on either side`() throws {
    let lines = (1...1200).map { step in
      #"{"seq":\#(step),"t":\#(step),"store":"a","type":"x",\#(step > 1 ? #""cause":\#(step - 1),"# : "")"state":\#(step)}"#
    }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40)
    app.press("600g", "C", "home")
    #expect(app.line(with: "349 earlier steps: C on one of them lists them") != nil)
    app.press("end")
    #expect(app.line(with: "351 later steps: C on one of them lists them") != nil)
  }

  @Test func `a chain between the ends of time is drawn`() throws {
    let lines = [Int.min, .max, .min].enumerated().map { place, time in
      #"{"seq":\#(place + 1),"t":\#(time),"store":"a","type":"x","effect":{"id":\#(place),"phase":"finished"},"dur":\#(Int.min + place),"#
        + (place > 0 ? #""cause":\#(place),"# : "") + #""patch":[]}"#
    }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40)
    app.press("2g", "C")
    #expect(app.line(with: "[Chain]") != nil && app.lines.count { $0.contains("█") } >= 3, "\(app.lines)")
    // A time that goes back is no pause.
    app.press("esc", "1g", "]s")
    #expect(app.step == 2)
    app.press("]s")
    #expect(app.step == 2)
  }

  @Test func `a list of runs has room for what failed`() throws {
    var lines = [#"{"fluxtape":1,"run":"a-run-of-checkout","time":"2026-11-21T09:00:00.000000Z"}"#]
    lines.append(#"{"seq":1,"t":0,"store":"a","type":"checkoutFailed","error":{"type":"E","message":"no"}}"#)
    var app = try InspectorDriver(runs: [.holding(lines), .fixture("checkout")], columns: 120, rows: 24)
    app.press("L")
    #expect(app.line(with: "failed: checkoutFail")?.contains("1 step") == true, "\(app.lines)")
  }

  @Test(arguments: [["C"], [";", ".total", "enter", "x"]])
  func `the cursor leaves the blanks of a chart as they are`(_ keys: [String]) throws {
    var app = try app("18g", columns: 120, rows: 40)
    for key in keys { app.press(key) }
    for _ in 0..<3 {
      let pane = try #require(app.inspector.state.details[.answer])
      let slot = try #require(Layout(of: app.inspector.state).slots.first { $0.pane == .answer })
      let row = slot.body.origin.row + pane.selected - pane.window.visible(count: pane.rows.count, height: slot.body.rows).lowerBound
      let first = slot.body.origin.column
      let cells = (first..<first + slot.body.columns).compactMap { app.frame[Position(row: row, column: $0)] }
      let chart = try #require(pane.selectedRow?.chartColumn)
      #expect(cells.map(\.style.isSelected) == cells.indices.map { $0 < chart })
      app.press("k")
    }
  }

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
    ("unio-loop", "#33         a feedback loop: search languageChosen → languages found → … (4"),
    ("redux-thunk-double-submit", "#9          note: the same action twice within 90.0 ms: #7 and #9"),
  ])
  func `what only looks wrong is listed, too`(log: String, words: String) throws {
    let logs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../samples/logs")
    var app = try InspectorDriver(runs: History.open([logs.appendingPathComponent("\(log).jsonl").path]), columns: 200, rows: 40)
    app.press("!")
    #expect(app.line(with: words) != nil, "\(app.lines)")
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
    if case .problems? = app.inspector.state.answer?.content {} else { Issue.record("no answer") }
  }

  @Test func `of what a check finds the inspector records the numbers alone`() throws {
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
    let counts = try #require(recorded.withLock { $0["inspector.problemsFound"] })
    #expect(counts.keys.sorted() == ["findings", "problems", "run"] && counts.values.allSatisfy { Int($0) != nil })
    if let sought = recorded.withLock({ $0["inspector.sought"] }) { #expect(sought.keys.sorted() == ["found"]) }
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

  @Test func `a sound log has no problems`() throws {
    var app = try InspectorDriver(runs: [
      .holding([
        #"{"fluxtape":1,"run":"r"}"#, #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":1}"#, #"{"seq":2,"t":1,"end":"closed"}"#,
      ])
    ])
    app.press("!")
    #expect(app.line(with: "No problems: the log is whole, no action ended in an error, and") != nil, "\(app.lines)")
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
    #expect(app.line(with: "cart.reserved")?.contains("12:09:44") == true)
    app.press("T")
    #expect(app.line(with: "cart.reserved")?.contains("12:09:44") == false)
    app.press("T")
    #expect(app.line(with: "cart.checkout")?.contains("+0µs") == true)
    app.press("T", "T")
    #expect(app.line(with: "cart.reserved")?.contains("12:09:44") == true)
    #expect(app.bottom == " the time of day, and since the previous row")
    var narrow = try self.app("18g", "T", "T", "T", columns: 77, rows: 24)
    #expect(narrow.bottom == " the time since the previous row; a wider screen also shows the time of day")
    narrow = try self.app("18g", "T", columns: 44, rows: 24)
    #expect(narrow.lines.suffix(3).joined().contains("the time since the previous row; a wider"))
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

  private func press(_ row: Int, _ column: Int) -> [Key] {
    let position = Position(row: row, column: column)
    return [.mouse(Key.Mouse(.press, at: position)), .mouse(Key.Mouse(.release, at: position))]
  }

  @Test func `the mouse is on until F2, and chooses, scrolls and travels`() throws {
    var app = try app("f2")
    #expect(app.requests.contains(.reportMouse(false)))
    app.press("f2")
    app.press(press(8, 10))
    #expect(app.inspector.state.cursor == app.inspector.state.timeline.first + 5)
    app.press(press(1, 110))
    #expect(app.inspector.state.cursor > 20)
    app.press(press(30, 90))
    #expect(app.inspector.state.focus == .state)
    app.press([
      .mouse(Key.Mouse(.wheelDown, at: Position(row: 5, column: 10))), .mouse(Key.Mouse(.release, at: Position(row: 500, column: 900))),
    ])
    #expect(app.inspector.state.focus == .timeline)
  }

  @Test func `a click on a pane's name opens it, on a key of the bottom row presses it, on a selected row does what Enter does`() throws {
    var app = try app("18g", columns: 80, rows: 24)
    for (name, pane) in [("State", Pane.state), ("Action", .action), ("Diff", .diff), ("Timeline", .timeline)] {
      let row = try #require(app.lines.firstIndex { $0.hasPrefix("─") && $0.contains(name) })
      let header = app.lines[row]
      let column = header.distance(from: header.startIndex, to: try #require(header.firstRange(of: name)).lowerBound)
      app.press(press(row, column))
      #expect(app.inspector.state.focus == pane, "\(name)")
    }
    app.press(press(23, 1))
    #expect(app.step == 17)
    app.press(press(23, 3))
    #expect(app.step == 18)
    app.press(press(23, try #require(app.bottom.firstRange(of: "find")).lowerBound.utf16Offset(in: app.bottom)))
    #expect(app.bottom.hasPrefix("/"))
    app.press("esc", "shift-tab", "home")
    let row = try #require(app.lines.firstIndex { $0.contains("▾ items") })
    app.press(press(row, 10))
    #expect(app.line(with: "▸ items") != nil)
  }

  @Test func `a click on a message only removes it, one on a key below presses that, and a release removes no message`() throws {
    var app = try app("18g", "P", columns: 80, rows: 24)
    #expect(app.bottom.contains("pinned") && app.lines.last?.contains("? help") == true)
    app.press(press(22, 1))
    #expect(app.step == 18 && !app.bottom.contains("pinned"))
    let row = try #require(app.lines.firstIndex { $0.contains("▶P 18") })
    app.press("P")
    app.press([.mouse(Key.Mouse(.release, at: Position(row: row, column: 4)))])
    #expect(app.bottom.contains("unpinned"))
    app.press(press(23, 1))
    #expect(app.step == 17 && !app.bottom.contains("pinned"))
  }

  @Test func `the wheel scrolls help and whole values`() throws {
    var app = try app("?", columns: 60, rows: 10)
    let wheel = Key.mouse(Key.Mouse(.wheelDown, at: Position(row: 4, column: 4)))
    let first = app.lines
    app.press([wheel])
    #expect(app.lines[1] == first[4])
    app.press("q", "18g", ";", ".items", "enter", "p")
    let value = app.lines
    app.press([wheel])
    #expect(app.lines[1] == value[4])
  }

  @Test func `a tree is opened down to a level`() throws {
    var app = try app("18g", "tab", "tab", "tab", "z1")
    let closed = app.inspector.state.details[.state]?.rows.count ?? 0
    app.press("z3")
    #expect(app.inspector.state.details[.state]?.rows.count ?? 0 > closed)
  }

  @Test func `the colon lists what it knows, and Tab completes`() throws {
    var app = try app(":", "blam")
    #expect(app.line(with: " blame ")?.contains("which action last wrote this value") == true)
    app.press("tab")
    #expect(app.bottom.hasPrefix(":blame "))
  }
}
