import FluxtapeHistory
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// States that no recorded action caused, and states without a step: rows like others.
struct StateRowTests {
  private func app(_ keys: String..., columns: Int = 80, rows: Int = 24) throws -> InspectorDriver {
    var app = try InspectorDriver(log: "states", columns: columns, rows: rows)
    for key in keys { app.press(key) }
    return app
  }

  @Test(arguments: [(40, 10), (80, 24), (120, 40), (200, 60)])
  func `a change that no recorded action made looks as its golden screen`(columns: Int, rows: Int) throws {
    let app = try app("6g", columns: columns, rows: rows)
    try Screen.expect(app.frame, is: "states-\(columns)x\(rows)")
  }

  @Test(arguments: [("tab", "action"), ("tab tab", "diff"), ("tab tab tab", "state")])
  func `its panes on a small screen`(keys: String, name: String) throws {
    var app = try app("6g", columns: 40, rows: 10)
    for key in keys.split(separator: " ") { app.press(String(key)) }
    try Screen.expect(app.frame, is: "states-\(name)-40x10")
  }

  @Test func `where a store stands after a gap differs, and the diff says from what`() throws {
    var app = try app(":", "@12", "enter", "tab", "tab")
    try Screen.expect(app.frame, is: "states-restated-80x24")
    app.press("yc")
    #expect(app.copied?.hasSuffix("states.jsonl:@12'") == true || app.copied?.hasSuffix("states.jsonl:@12") == true, "\(app.copied ?? "")")
  }

  @Test func `in ASCII the lane of a state has a sign of its own, and help says which`() throws {
    var app = try InspectorDriver(log: "states", columns: 80, rows: 24, typesetting: .ascii)
    app.press("6g")
    #expect(app.line(with: ">   6 ")?.contains("| . | @@STATE session") == true)
    app.press("?", "G")
    #expect(app.lines.contains { $0.contains(".") && $0.contains("a state without a recorded action") })
  }

  @Test func `they are found, listed by a filter, and named as the writer of a value`() throws {
    var app = try app("/", "@@STATE", "enter")
    #expect(app.inspector.state.search?.hits.count == 8)
    app.press("esc", "&", "changed:cart.total", "enter")
    let listed = app.lines.dropFirst(3).prefix(7)
    #expect(listed.contains { $0.contains("@@STATE cart") && $0.contains("~1") }, "\(listed)")
    app.press("esc", "4g", ";", "cart.total", "enter", "b")
    let row = try #require(app.line(with: ".total  15 → 50"))
    #expect(row.contains("#3 ") && row.contains("@@STATE"), "\(row)")
    app.press("enter")
    #expect(app.step == 3)
  }

  @Test func `motions along a store, a type and a chain stop at them`() throws {
    var app = try app("2g", ">")
    #expect(app.step == 3)
    app.press("]a")
    #expect(app.step == 6)
    app.press("u")
    #expect(app.step == 5)
    app.press("i", "i")
    #expect(app.step == 7)
    app.press("<", "<", "<", "<")
    #expect(app.inspector.state.currentRow?.step == nil && app.line(with: "▶  @2") != nil)
  }

  private static let ended = [
    #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#, #"{"seq":2,"t":1,"store":"b","type":"@@INIT","state":{}}"#,
    #"{"seq":3,"t":2,"store":"a","type":"x","patch":[{"op":"replace","path":"/n","value":2}]}"#,
    #"{"seq":4,"t":3,"store":"a","type":"@@DEINIT","reduced":false}"#, #"{"seq":5,"t":4,"store":"b","type":"@@DEINIT","reduced":false}"#,
    #"{"seq":6,"t":5,"end":"closed"}"#,
  ]

  @Test func `at the end of a log the stores show their last states, and questions about them are answered`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.ended)], columns: 100, rows: 30)
    app.press("G", "tab", "tab", "tab")
    #expect(app.line(with: "a (ended at #4) {n: 2}") != nil && app.line(with: "(ended at #5)") != nil, "\(app.lines)")
    #expect(app.line(with: "(no state)") == nil)
    app.press(";", "a.n", "enter", "yc")
    #expect(app.copied?.contains(":3 ") == true && app.copied?.contains("a.n") == true, "\(app.copied ?? "")")
    app.press("yy")
    #expect(app.copied?.contains("2") == true)
    app.press("b")
    #expect(app.line(with: "[Blame]") != nil && app.line(with: "1 → 2")?.contains("#3") == true, "\(app.lines)")
    app.press("q", "#")
    #expect(app.step == 4)
    app.press("#")
    #expect(app.step == 3)
  }

  @Test func `on a row without a store, keys for its steps choose the store whose state is open`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.ended)], columns: 120, rows: 40)
    app.press("G", ">")
    #expect(app.bottom == " the state of a" && app.line(with: "a (1) (ended at #4)") != nil, "\(app.lines)")
    app.press(">")
    #expect(app.bottom == " the state of b" && app.line(with: "a (ended at #4) {n: 2}") != nil, "\(app.lines)")
    app.press(">")
    #expect(app.bottom == " the state of a")
    app.press("<", "<")
    #expect(app.bottom == " the state of a" && app.step == 6)
  }

  @Test func `on a small screen the store that a key chooses comes forward`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.ended)])
    app.press("G", "tab", "shift-tab", ">")
    #expect(app.bottom == " the state of a" && app.line(with: "a (1) (ended at #4)") != nil, "\(app.lines)")
  }

  @Test func `many in a row take one row`() throws {
    let lines =
      [#"{"t":0,"store":"a","type":"@@STATE","state":{"n":0}}"#]
      + (1...6).map {
        #"{"seq":\#($0),"t":\#($0),"store":"a","type":"@@STATE","patch":[{"op":"replace","path":"/n","value":\#($0)}]}"#
      }
    var app = try InspectorDriver(runs: [.holding(lines)])
    app.press("Z")
    #expect(app.line(with: "@@STATE a ×7") != nil, "\(app.lines)")
  }

  @Test func `a recorder in trouble is a problem, with all that it says`() throws {
    var app = try app("g", "]e", "]e")
    #expect(app.step == 13)
    app.press("tab")
    let fields = app.lines.map { $0.split(separator: " ").joined(separator: " ") }
    for field in ["problem recorder", "store cart", "type Shop.Cart", "built with Swift 6.3.1"] {
      #expect(fields.contains(field), "\(fields)")
    }
  }

  private static let nested = [
    #"{"seq":1,"t":1,"store":"s","type":"@@INIT","state":{"busy":2}}"#, #"{"seq":2,"t":10,"store":"s","type":"outer"}"#,
    #"{"seq":3,"t":11,"store":"s","type":"inner","cause":2,"patch":[{"op":"replace","path":"/busy","value":1}]}"#,
    #"{"completes":2,"t":12,"store":"s","dur":2,"patch":[{"op":"replace","path":"/busy","value":0}]}"#,
  ]

  @Test func `a diff is named by the state that it starts from`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.nested)], columns: 150, rows: 40)
    app.press("3g")
    let inner = app.lines.joined(separator: "\n")
    #expect(inner.contains("#1 → #3  1 change") && inner.contains("busy    2 → 1"), "\(inner)")
    app.press("2g")
    let outer = app.lines.joined(separator: "\n")
    #expect(outer.contains("#3 → #2 (completed at line 4)  1 change") && outer.contains("busy    1 → 0"), "\(outer)")
  }

  @Test func `on the last row a state that is not the last one says whose is`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.nested)], columns: 150, rows: 40)
    let words = "The log ends in the state after #2, which completed at line 4."
    app.press("G")
    #expect(app.lines.joined(separator: "\n").contains(words))
    app.press("2g")
    #expect(!app.lines.joined(separator: "\n").contains(words))
  }

  @Test func `asynchronous work is told apart in the timeline`() throws {
    let lines = [
      #"{"seq":1,"t":1,"store":"s","type":"@@INIT","state":{}}"#,
      #"{"seq":2,"t":10,"store":"s","type":"search","effect":{"id":"search#1","phase":"started"}}"#,
      #"{"seq":3,"t":11,"store":"s","type":"fetch","effect":{"id":7,"phase":"started"}}"#,
      #"{"seq":4,"t":5010,"store":"s","type":"search","cause":2,"effect":{"id":"search#1","phase":"finished"},"dur":5000,"patch":[]}"#,
    ]
    let app = try InspectorDriver(runs: [.holding(lines)], columns: 150, rows: 40)
    let screen = app.lines.joined(separator: "\n")
    for words in ["search#1 started", "fetch 7 started", "search#1 finished 5"] { #expect(screen.contains(words), "\(screen)") }
  }

  @Test func `a row without a step says in its record whether it is a change`() throws {
    var app = try app(":", "@12", "enter", "tab")
    #expect(app.lines.contains { $0.contains("A change without an action:") })
    app.press("1g")
    #expect(!app.lines.contains { $0.contains("A change without an action:") })
  }
}
