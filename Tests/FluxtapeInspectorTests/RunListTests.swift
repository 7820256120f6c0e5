import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// The runs of a folder, which come before their steps.
struct RunListTests {
  private static let red = [
    #"{"fluxtape":1,"run":"r1","meta":{"test":"CartTests/total()","id":"T.CartTests/total()","attempt":"2"}}"#,
    #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":1}"#,
    #"{"seq":2,"t":9000,"mark":"Expectation failed: total >= 0","level":"error"}"#, #"{"seq":3,"t":9000,"end":"failed"}"#,
  ]
  private static let green = [
    #"{"fluxtape":1,"run":"r2","meta":{"test":"CartTests/adds()","id":"T.CartTests/adds()"}}"#,
    #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":1}"#, #"{"seq":2,"t":2000,"end":"passed"}"#,
  ]

  private func app(columns: Int = 120, rows: Int = 40) throws -> InspectorDriver {
    let app = try InspectorDriver(runs: [.holding(Self.green), .holding(Self.red)], columns: columns, rows: rows)
    app.inspector.showRunsFirst()
    while app.inspector.isBusy { app.inspector.work() }
    return app
  }

  @Test func `a folder begins with its runs, the red ones first`() throws {
    let app = try app()
    let rows = app.listed.filter { $0.contains("CartTests/") }
    #expect(rows.count == 2)
    #expect(
      rows.first?.contains("failed") == true && rows.first?.contains("try 2") == true && rows.first?.contains("3 steps") == true
        && rows.first?.contains("9.00ms") == true && rows.first?.contains("Expectation failed: total >= 0") == true)
    #expect(rows.last?.contains("passed") == true && rows.last?.contains("CartTests/adds()") == true)
  }

  @Test func `the newest runs stand first on request, those without a time last, and the selected run stays selected`() throws {
    let runs = ["Beta", "alpha", "Gamma"].enumerated().map { number, name in
      let time = name == "alpha" ? "" : #","time":"2026-01-01T00:0\#(number):00.000000Z""#
      return [#"{"fluxtape":1,"run":"\#(name)"\#(time),"meta":{"test":"\#(name)()","id":"T.\#(name)()"}}"#] + Self.green.dropFirst()
    }
    var app = try InspectorDriver(runs: runs.map { try .holding($0) }, columns: 120, rows: 24)
    app.inspector.showRunsFirst()
    while app.inspector.isBusy { app.inspector.work() }
    func names() -> [String] { app.listed.compactMap { line in ["alpha", "Beta", "Gamma"].first { line.contains($0 + "()") } } }
    let asListed = names()
    app.press("home", "/", "beta", "enter", "s")
    #expect(names() == ["Gamma", "Beta", "alpha"] && app.selection?.contains("Beta()") == true, "\(app.lines)")
    #expect(app.line(with: "[Runs]")?.contains(" by time ") == true && app.bottom.contains("the newest first"), "\(app.lines)")
    app.press("enter", "L")
    #expect(names() == ["Gamma", "Beta", "alpha"])
    app.press("enter", ":sort", "enter")
    #expect(names() == asListed && app.bottom.contains("red runs first"), "\(app.lines)")
  }

  @Test func `the selected run is told below the list, and nothing of the run that was opened last`() throws {
    var app = try app(columns: 80, rows: 24)
    #expect(app.lines[0].contains("│ 2 runs │ 1 red") && !app.lines[0].contains("step"), "\(app.lines)")
    #expect(app.line(with: "─CartTests/total() ──") != nil && app.line(with: "failed  1 problem  3 steps in 9.00ms") != nil, "\(app.lines)")
    #expect(app.lines.contains(" Expectation failed: total >= 0") && app.lines.contains(" stores  a"), "\(app.lines)")
    app.press("j")
    #expect(app.line(with: "─CartTests/adds() ──") != nil && app.line(with: "passed  no problems") != nil, "\(app.lines)")
    #expect(app.line(with: " run 2 of 2 in the list") != nil && !app.lines.contains { $0.contains("#") }, "\(app.lines)")
  }

  @Test func `on a small screen, nothing is of the run that was opened last, either`() throws {
    var app = try app(columns: 40, rows: 10)
    #expect(
      app.lines[0].hasPrefix(" 2 runs  ") && app.lines[0].hasSuffix("run 1 of 2 in the list") && !app.lines.contains { $0.contains("#") },
      "\(app.lines)")
    app.press("&", "zzz", "enter")
    #expect(app.line(with: "in the list") == nil, "\(app.lines)")
  }

  @Test func `the open run is named, and only the cursor looks like one`() throws {
    var app = try app()
    app.press("enter", "L", "end")
    let rows = app.listed.filter { $0.contains("CartTests/") }
    #expect(rows.map { $0.contains(" open ") } == [true, false] && !rows.contains { $0.contains("▶") }, "\(rows)")
    #expect(app.selection == rows.last)
  }

  @Test(arguments: ["q", "esc"]) func `Enter goes into a run, and the way back leads to the runs`(_ key: String) throws {
    var app = try app()
    app.press("enter")
    #expect(app.inspector.state.run == 1 && app.inspector.state.focus == .timeline && app.line(with: "[Timeline]") != nil)
    app.press("tab", key, key)
    #expect(app.line(with: "[Runs]") != nil && !app.requests.contains(.quit))
    app.press("end", "enter")
    #expect(app.inspector.state.run == 0)
    app.press(key, key)
    #expect(app.requests.contains(.quit) == (key == "q"))
  }

  @Test(arguments: [40, 60, 80, 120, 200])
  func `a name is not cut where columns are free`(columns: Int) throws {
    let app = try app(columns: columns, rows: 24)
    guard columns >= 80 else { return #expect(app.line(with: "failed") != nil) }
    #expect(app.line(with: "CartTests/total()") != nil && app.line(with: "CartTests/adds()") != nil)
  }

  /// Programs often begin with the same words.
  @Test(arguments: [80, 120, 200])
  func `without a test, the file is the name of a run`(columns: Int) throws {
    let app = try InspectorDriver(opening: ["checkout", "crash"].map { TestFolder.path("Fixtures", $0 + ".jsonl") }, columns: columns)
    app.inspector.showRunsFirst()
    while app.inspector.isBusy { app.inspector.work() }
    #expect(app.line(with: "checkout.jsonl") != nil && app.line(with: "crash.jsonl") != nil, "\(app.lines)")
  }

  private static func sample(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../samples/logs/\(name)").standardizedFileURL
      .path
  }

  @Test(arguments: [80, 120]) func `the list counts what a check of each run finds, beside whole names`(columns: Int) throws {
    let names = ["redux-thunk-double-submit.jsonl", "flux-subjects-stuck-loading.jsonl", "shop.jsonl"]
    let app = try InspectorDriver(opening: names.map(Self.sample), columns: columns, rows: 24)
    app.inspector.showRunsFirst()
    while app.inspector.isBusy { app.inspector.work() }
    func row(_ name: String) -> String { app.listed.last { $0.contains(name) } ?? "" }
    #expect(row(names[0]).contains(" 1 note ") && (columns < 120 || row(names[0]).contains("note: the same action twice")), "\(app.lines)")
    #expect(row(names[1]).contains(" problem") && row(names[2]).contains(" no problems "), "\(app.lines)")
  }

  @Test(arguments: [66, 80, 120]) func `words are cut before steps and durations are left out`(columns: Int) throws {
    let names = ["redux-thunk-double-submit.jsonl", "flux-subjects-stuck-loading.jsonl", "shop.jsonl"]
    let app = try InspectorDriver(opening: names.map(Self.sample), columns: columns, rows: 24)
    app.inspector.showRunsFirst()
    while app.inspector.isBusy { app.inspector.work() }
    let row = try #require(app.lines.last { $0.contains("101 steps  12.6s") }, "\(app.lines)")
    #expect(row.contains(" 4 problems ") && row.contains(columns < 80 ? "ing.jsonl" : names[1]), "\(app.lines)")
    // Half a word of a reason tells nothing.
    #expect(columns >= 120 || !row.contains("12.6s  f"), "\(app.lines)")
  }

  @Test func `the list opens before the runs are checked`() throws {
    let app = try InspectorDriver(runs: [.holding(Self.green), .holding(Self.red)], columns: 120, rows: 40)
    app.inspector.showRunsFirst()
    while app.inspector.isBusy, app.line(with: "failed") == nil { app.inspector.work() }
    #expect(app.line(with: "failed")?.contains(" \u{2026} ") == true, "\(app.lines)")
    while app.inspector.isBusy { app.inspector.work() }
    #expect(app.line(with: "failed")?.contains(" 1 problem ") == true, "\(app.lines)")
    #expect(app.line(with: "passed")?.contains(" no problems ") == true, "\(app.lines)")
  }

  @Test func `findings of a run as it was before are not shown`() throws {
    var state = try app().inspector.state
    func isChecked() -> [Bool] {
      RunListRows(state: state, width: 118).rows(state.runList).map { $0.keywords?.contains("problem") == true }
    }
    #expect(isChecked() == [true, true])
    let runs = [state.runs[0], FixedRun(try History.holding(Self.red))]
    state.show(run: 1, of: runs, nil)
    #expect(isChecked() == [false, true])
  }

  @Test func `findings of a run as it was before replace no later ones`() throws {
    let earlier = try #require(RunFindings(of: FixedRun(.holding(Self.red))) { false })
    var state = try app().inspector.state
    state.receive([state.run: earlier])
    #expect(state.runFindings[state.run]?.run == state.shownRun)
  }

  @Test func `a check that failed gives the title no numbers`() throws {
    var state = try app().inspector.state
    #expect(state.shownFindings?.counts != nil)
    state.runFindings[state.run]?.found = nil
    #expect(state.shownFindings?.counts == nil)
  }

  @Test func `a run is checked once`() throws {
    let app = try app()
    #expect(Set(app.inspector.state.runFindings.keys) == [0, 1])
    var state = app.inspector.state
    let list = try #require(state.runList)
    state.requestRunFindings(for: list)
    #expect(state.effects.isEmpty)
    state.runFindings[1] = nil
    state.requestRunFindings(for: list)
    #expect(state.effects.contains { if case .work(let work) = $0 { work.lane == .runChecks } else { false } })
  }

  @Test func `a narrow list leaves out steps before the name`() throws {
    let app = try app(columns: 40, rows: 10)
    #expect(app.line(with: "failed") != nil && app.line(with: "step") == nil && app.line(with: "CartTest") != nil, "\(app.lines)")
  }

  @Test(arguments: ["q", "esc"]) func `from another pane the way back leads to the list, not out`(_ key: String) throws {
    var app = try app()
    app.press("tab", key)
    #expect(app.inspector.state.focus == .answer && app.requests.isEmpty)
  }

  @Test func `a run without steps hides no other`() throws {
    let app = try InspectorDriver(runs: [.holding([#"{"fluxtape":1,"run":"empty"}"#]), .holding(Self.red)], columns: 120, rows: 40)
    app.inspector.showRunsFirst()
    while app.inspector.isBusy { app.inspector.work() }
    #expect(app.line(with: "unfinished") != nil && app.line(with: "Expectation failed") != nil, "\(app.lines)")
  }

  @Test func `who has moved in the list stays on his run when it is sorted`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.green), .holding(Self.green), .holding(Self.red)], columns: 120, rows: 40)
    app.inspector.showRunsFirst()
    app.pressHastily("j")
    while app.inspector.isBusy { app.inspector.work() }
    app.press("enter")
    #expect(app.inspector.state.run == 1)
    // And later the list begins with the run that was left.
    app.press("q", "enter")
    #expect(app.inspector.state.run == 1)
  }

  @Test func `a number compares the selected run, whatever files there are`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.green), .holding(Self.red), .holding(Self.red)], columns: 120, rows: 40)
    app.press("L")
    let runs = try #require(app.inspector.state.details[.answer]?.rows)
    let third = try #require(runs.firstIndex { $0.item == 2 })
    app.press("g")
    for _ in 0..<third { app.press("j") }
    app.press(":compare 2", "tab", "enter")
    #expect(app.inspector.state.run == 2 && app.line(with: "from run 2 to this run") != nil, "\(app.lines)")
  }

  @Test func `the screen that the list took comes back`() throws {
    var app = try app()
    app.press("S")
    #expect(app.line(with: "[Statistics]") != nil && app.line(with: "Timeline") != nil)
    app.press("q", "L")
    #expect(app.line(with: "Timeline") == nil)
    app.press("enter")
    #expect(app.line(with: "[Timeline]") != nil && app.line(with: "State") != nil)
  }

  @Test func `an answer shown over the list gives it back, on the whole screen and on its run`() throws {
    var app = try app()
    app.press("end")
    let run = app.inspector.state.details[.answer]?.selectedRow?.item
    app.press("S", "q")
    #expect(app.line(with: "[Runs]") != nil && app.line(with: "Timeline") == nil, "\(app.lines)")
    #expect(run != nil && app.inspector.state.details[.answer]?.selectedRow?.item == run)
    app.press("S", ":run 2", "enter")
    #expect(app.inspector.state.run == 1 && app.inspector.state.answer == nil && app.line(with: "[Timeline]") != nil, "\(app.lines)")
  }

  @Test func `the list takes the screen only while it is in front`() throws {
    var app = try app()
    app.press("tab")
    #expect(app.line(with: "[Timeline]") != nil && app.line(with: "Runs") != nil)
    app.press("+", "+", "shift-tab")
    #expect(app.line(with: "[Runs]") != nil && app.line(with: "Timeline") == nil)
  }

  @Test func `each run has notes of its own`() throws {
    var app = try app()
    app.press("enter", "ma")
    #expect(app.inspector.state.shownLog == app.inspector.state.runs[1].history.files.first?.path && app.keptNotes.count == 1)
    app.press("q", "end", "enter", "M")
    #expect(app.line(with: "No marks or notes yet") != nil && app.requests.contains(.readNotes))
  }

  @Test func `a run opens at what went wrong, in logs that may still be written, too`() throws {
    var app = try InspectorDriver(opening: ["checkout", "crash"].map { TestFolder.path("Fixtures", $0 + ".jsonl") })
    app.press(":run 2", "enter")
    #expect(app.inspector.state.run == 1 && app.inspector.state.currentRow?.isInFlight == true)
  }

  @Test func `the footer says where q leads`() throws {
    var app = try app()
    #expect(app.bottom.contains("q quit"))
    app.press("enter")
    #expect(app.bottom.contains("q runs"))
    app.press("tab")
    #expect(app.bottom.contains("q back"))
  }

  @Test(arguments: [80, 120]) func `the footer of the list points to :compare`(columns: Int) throws {
    var app = try app(columns: columns, rows: 24)
    #expect(app.bottom.contains(" :compare two runs"))
    app.press(":comp")
    #expect(app.line(with: "what differs from another run: :compare 2, :compare FILE") != nil)
    app.press("tab", "enter")
    #expect(app.line(with: "[Comparison]")?.contains("from run 2 to this run") == true, "\(app.lines)")
  }

  private func list() throws -> InspectorDriver {
    let app = try InspectorDriver(runs: [.holding(Self.green), .holding(Self.green), .holding(Self.red)], columns: 120, rows: 40)
    app.inspector.showRunsFirst()
    while app.inspector.isBusy { app.inspector.work() }
    return app
  }

  @Test(arguments: ["total", "failed", "carttests tot", "expectation"])
  func `a search in the list selects a run, and leaves the timeline alone`(_ words: String) throws {
    var app = try list()
    app.press("end", "/", words)
    #expect(app.bottom.hasPrefix("/\(words)") && app.bottom.contains("1 run ") && app.selection?.contains("CartTests/total()") == true)
    app.press("esc")
    #expect(app.selection?.contains("CartTests/adds()") == true)
    app.press("/", words, "enter")
    #expect(app.selection?.contains("CartTests/total()") == true && app.inspector.state.search == nil)
    #expect(app.line(with: "/\(words): 1 run") != nil && app.bottom.hasPrefix(" n N hit"), "\(app.lines)")
  }

  @Test func `n and N go on among the runs, and around the ends`() throws {
    var app = try list()
    app.press("home", "n")
    #expect(app.bottom.contains("no search in this list yet"))
    app.press("/", "adds", "enter")
    let first = app.selection
    app.press("n")
    #expect(app.selection != first && app.selection?.contains("adds()") == true)
    app.press("n")
    #expect(app.selection == first && app.bottom.contains("wrapped around"))
    app.press("N", "N")
    #expect(app.selection == first)
    app.press("/", "total", "enter", "n")
    #expect(app.bottom.contains("this is the only run with 'total'"))
    app.press("/", "nothing", "enter")
    #expect(app.bottom.contains("no run has 'nothing'"))
  }

  @Test func `a filter lists only some runs, and Esc takes it back before it leads out`() throws {
    var app = try list()
    app.press("&", "adds")
    #expect(app.bottom.contains("2 of 3 runs") && app.line(with: "CartTests/total()") == nil)
    app.press("esc")
    #expect(app.line(with: "CartTests/total()") != nil)
    app.press("&", "adds", "enter")
    #expect(app.line(with: "[adds] 2 of 3 runs") != nil && app.bottom.contains("esc all runs"), "\(app.lines)")
    app.press("enter", "q")
    #expect(app.line(with: "[adds] 2 of 3 runs") != nil)
    app.press("&")
    #expect(app.bottom.hasPrefix("&adds "))
    app.press("x", "enter")
    #expect(app.line(with: "nothing here has 'addsx'") != nil)
    app.press("enter", "esc")
    #expect(app.bottom.contains("all runs are listed again") && app.line(with: "CartTests/total()") != nil)
    app.press("esc")
    #expect(app.bottom.contains("these are the runs"))
  }

  @Test func `the footer of the list names the keys that find runs`() throws {
    let app = try app(columns: 80, rows: 24)
    #expect(app.bottom.contains(" / find  & filter "), "\(app.bottom)")
  }

  @Test func `one run needs no list`() throws {
    let app = try InspectorDriver(runs: [.holding(Self.red)])
    app.inspector.showRunsFirst()
    #expect(app.inspector.state.answer == nil)
  }
}

extension InspectorDriver {
  /// The rows of the list, without the preview of the selected run below it.
  var listed: [String] {
    guard let body = Layout(of: inspector.state).slots.first(where: { $0.pane == .answer })?.body else { return [] }
    return Array(lines[body.origin.row..<body.origin.row + body.rows])
  }
}
