import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLogReading
import FluxtapeReplay
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// Actions whose contents are edited, that are moved, and that are repeated; the list of edits; and the saved run.
struct WhatIfEditorTests {
  private func driver(columns: Int = 120, rows: Int = 40) throws -> InspectorDriver {
    try InspectorDriver(runs: [.fixture("counter")], columns: columns, rows: rows, replayer: CounterReplayer.replayer)
  }

  private func edits(_ app: InspectorDriver) -> [WhatIf.Edit] { app.inspector.state.whatIf.edits }

  @Test func `a value in an action is set, and the states behind it change`() throws {
    var app = try driver()
    app.press("2g", ":set payload = 5", "enter")
    #expect(app.bottom == " 5 later states change: ]d goes there, d compares")
    #expect(app.line(with: "▶✎") != nil && app.line(with: "WHAT IF 1 edit ") != nil)
    #expect(app.line(with: "counter.added 5") != nil)
    app.press("yc")
    #expect(app.copied?.hasSuffix(" --host 'counter host' --edit '2=5'") == true)
    app.press("tab")
    #expect(app.line(with: "What if: other contents than recorded.") != nil && app.bottom.contains("c what if"))
    app.press("tab", "tab", "8g")
    #expect(app.line(with: "~   n")?.contains(" 4 ") == true)
  }

  @Test func `contents go to an editor and come back, and a text that is not JSON is not lost`() throws {
    var app = try driver()
    app.press("2g", "c")
    #expect(app.requests.last == .editContents("1\n", of: 2))
    app.accept(contents: "{\"a\":\n 5", of: 2)
    #expect(app.bottom.hasPrefix(" not JSON at line 2, column 3: ") && app.bottom.hasSuffix("; c opens the text again"), "\(app.bottom)")
    #expect(edits(app).isEmpty)
    app.press("c")
    #expect(app.requests.last == .editContents("{\"a\":\n 5\n", of: 2))
    app.accept(contents: "7\n", of: 2)
    #expect(edits(app) == [.contents(2, 7)])
    app.press("c")
    #expect(app.requests.last == .editContents("7\n", of: 2))
    app.accept(contents: " 7", of: 2)
    #expect(app.bottom == " the contents are the same")
    app.accept(contents: "\n", of: 2)
    #expect(app.bottom == " the text is empty; nothing was edited")
    #expect(edits(app) == [.contents(2, 7)])
  }

  @Test func `contents that the reducer does not take change nothing, and it is said why`() throws {
    var app = try driver()
    app.press("2g", #":set payload = "x""#, "enter")
    #expect(app.bottom.hasPrefix(" contents of #2 changed nothing: "), "\(app.bottom)")
    #expect(app.line(with: "▶?") != nil)
    app.press(":edits", "enter")
    #expect(app.line(with: #"contents of #2  counter.added  "x"  changed"#) != nil)
  }

  @Test func `contents are not lost with a host that fails`() throws {
    var app = try InspectorDriver(runs: [.fixture("counter")], replayer: CounterReplayer.replayer { throw CancellationError() })
    app.press("2g", ":set payload = 5", "enter")
    #expect(edits(app).isEmpty)
    app.press("c")
    #expect(app.requests.last == .editContents("5\n", of: 2))
  }

  @Test func `an action comes before another one`() throws {
    var app = try driver(columns: 80, rows: 24)
    app.press("7g", ":move 3", "enter")
    #expect(app.bottom == " 3 later states change: ]d goes there, d compares")
    #expect(app.line(with: "▶⇅")?.contains("moved") == true)
    #expect(app.line(with: " ✚  3") != nil)
    app.press("yc")
    #expect(app.copied?.hasSuffix(" --move 7=3") == true)
    app.press("tab", "tab")
    #expect(app.line(with: "What if: this step comes before #3, and these are the states there.") != nil)
    #expect(app.line(with: "~ n")?.contains("1 → 5") == true)
    app.press("3g")
    #expect(app.line(with: "What if: 1 edit. Before this step: #7.") != nil)
    #expect(app.line(with: "~ n")?.contains("5 → 6") == true)
    app.press("4g", "2g")
    #expect(app.line(with: "~ n")?.contains("0 → 1") == true, "as before")
  }

  @Test func `an action comes again before another one, with the contents that it was given`() throws {
    var app = try driver()
    app.press("2g", ":insert 8", "enter")
    #expect(app.bottom == " 1 later state changes: ]d goes there, d compares")
    #expect(app.line(with: " ✚  8") != nil)
    app.press("yc")
    #expect(app.copied?.hasSuffix(" --copy '2=8'") == true)
    app.press("zx", ":set payload = 10", "enter", ":insert 9", "enter", ":edits", "enter", "X")
    #expect(edits(app) == [.copy(2, before: 9, contents: 10)])
    app.press("8g", "tab", "tab")
    let end = try #require(app.inspector.state.whatIf.shown?.replayed.history)
    #expect(try end.action(at: end.rows.count - 1)?.payload == 10)
  }

  @Test func `edits are listed, gone to and taken back one by one`() throws {
    var app = try driver()
    app.press("2g", "X", "3g", ":set payload = 3", "enter", "7g", ":move 8", "enter", ":edits", "enter")
    #expect(app.line(with: "[Edits]") != nil && app.line(with: "as recorded") == nil && app.bottom.contains("X take back"))
    for words in ["skip #2 ", "contents of #3 ", "move #7 before #8 "] { #expect(app.line(with: words) != nil, "\(words)") }
    app.press("j", "enter")
    #expect(app.step == 3)
    app.press("X")
    #expect(edits(app) == [.skip(2), .move(7, before: 8)])
    app.press("k", "zx")
    #expect(edits(app) == [.move(7, before: 8)])
    app.press("esc", "2g", ":undo-edit", "enter")
    #expect(edits(app).isEmpty && app.line(with: "WHAT IF") == nil)
    #expect(app.bottom == " taken back: move #7 before #8")
    app.press("2g", "X", "3g", "X", "zX")
    #expect(edits(app).isEmpty && app.bottom == " restored: as recorded")
    app.press(":edits", "enter")
    #expect(app.line(with: "Everything is as recorded.") != nil)
  }

  @Test func `the run is saved under a name that says as what`() throws {
    var app = try driver()
    app.press(":save-what-if x.jsonl", "enter")
    #expect(app.bottom == " nothing is edited, so there is no what-if run to save")
    app.press("2g", "X", ":save-what-if x", "enter")
    #expect(app.bottom == " usage: :save-what-if FILE.jsonl, or FILE.swift for a test")
    app.press(":save-what-if x.jsonl", "enter")
    let run = try #require(app.inspector.state.whatIf.shown?.replayed)
    #expect(app.requests.last == .save(run, to: "x.jsonl"))
  }

  @Test(arguments: [
    ("1g", ":move 3", "the beginning and the end of a store cannot be moved"), ("6g", ":insert 3", "not an action; nothing to copy"),
    ("2g", ":move 2", "the action is there already"), ("2g", ":move 77", "step 77 is not in the log; the last is 8"),
    ("2g", ":move x", "usage: :move STEP, as in :move 9"), ("2g", ":insert 0", "usage: :insert STEP, as in :insert 9"),
    ("2g", ":set payload.x = 1", "payload.x: the value above is neither an array nor an object"),
    ("2g", ":set payload = {", "not JSON at byte 1: "), ("2g", ":set payload", "usage: :set PATH = JSON, as in :set payload.qty = 3"),
    ("2g", ":set cart.x = 1", "there is no cart.x in this action"),
  ])
  func `what cannot be edited is refused with the reason`(key: String, command: String, says: String) throws {
    var app = try driver()
    app.press(key, command, "enter")
    #expect(app.bottom.hasPrefix(" " + says), "\(app.bottom)")
    #expect(edits(app).isEmpty)
  }

  @Test func `without a host nothing can be edited`() throws {
    var app = try InspectorDriver(runs: [.fixture("counter")], columns: 120)
    for keys in [["c"], [":move 3", "enter"], [":insert 3", "enter"], [":set payload = 1", "enter"]] {
      app.press("2g")
      for key in keys { app.press(key) }
      #expect(app.bottom == " an edit needs a host with your reducers: fluxtape LOG --host PROGRAM")
    }
    #expect(app.requests.isEmpty)
  }
}

/// Paths into the contents of an action.
struct SetCommandTests {
  private static let log = [
    #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":0}"#,
    #"{"seq":2,"t":1,"store":"a","type":"add","payload":{"payload":1,"items":[{"id":"p7","qty":1}]},"state":1}"#,
  ]

  @Test(arguments: [
    ("payload.items[0].qty", #"{"payload":1,"items":[{"id":"p7","qty":9}]}"#),
    (".payload.payload", #"{"payload":9,"items":[{"id":"p7","qty":1}]}"#),
    (#".items[id="p7"].qty"#, #"{"payload":1,"items":[{"id":"p7","qty":9}]}"#),
    (".more", #"{"payload":1,"items":[{"id":"p7","qty":1}],"more":9}"#),
    ("payload", "9"), ("/payload/items/0", #"{"payload":1,"items":[9]}"#),
  ])
  func `a path leads into the contents as queries and copied paths have it`(path: String, contents: String) throws {
    var app = try InspectorDriver(runs: [.holding(Self.log)], replayer: CounterReplayer.replayer { throw CancellationError() })
    app.press("2g", ":set \(path) = 9", "enter")
    #expect(app.inspector.state.whatIf.drafts.mapValues { $0.filter { !$0.isWhitespace } } == [2: contents])
  }
}
