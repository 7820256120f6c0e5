import FluxtapeLogReading
import FluxtapeHistory
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// The State pane: what of a tree is open, and what its rows say.
struct TreeTests {
  @Test func `containers open and close, siblings and all below too`() throws {
    var app = try InspectorDriver.state(at: 17)
    app.press("zM")
    let closed = app.lines.count { $0.contains("▸") }
    #expect(closed == 2)  // products, flags
    app.press("home", "j", "l")
    #expect(app.lines.contains { $0.contains("▾ products (3)") })
    app.press("l", "zo")
    #expect(app.lines.count { $0.contains("stock") && $0.contains("▸") == false } == 3)
    app.press("zC")
    #expect(app.lines.count { $0.contains("▸ [") } == 3)
    app.press("H", "h", "J")
    #expect(app.selection?.contains("flags") == true)
    app.press("$", "K", "K", "enter")
    #expect(app.selection?.contains("loading") == true)
    app.press("zR")
    #expect(app.lines.contains { $0.contains("▾ flags (11)") })
  }

  @Test func `what the user closed stays closed when a step changes it`() throws {
    var app = try InspectorDriver.state(at: 9)
    app.press("home", "h")
    #expect(app.selection?.contains("▸ items") == true)
    app.press(">")
    #expect(app.selection?.hasPrefix("~ ▸ items") == true)
  }

  @Test func `a long array is shown in pages, and only what is open costs anything`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"lines":["# + (0..<450).map(String.init).joined(separator: ",") + "]}}",
      #"{"seq":2,"t":1,"store":"a","type":"edit","patch":[{"op":"replace","path":"/lines/420","value":-1}]}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 60, rows: 24)
    app.press("g", "shift-tab")
    #expect(app.selection?.contains("▸ lines [450 items]") == true)
    app.press("l")
    let parts: [String] = app.lines.filter { $0.contains("▸ [") }.map { String($0.trimmingPrefix { $0 == " " }) }
    #expect(parts == ["▸ [0–199]", "▸ [200–399]", "▸ [400–449]"])
    app.press(".", "]c", "]c", "]c", "]c")
    #expect(app.line(with: " [420] ")?.hasPrefix("~") == true)
    #expect(app.inspector.state.details[.state]?.rows.count == 1 + 3 + 50)
  }

  @Test func `the parents of what is scrolled to stay at the top, and a click leads to them`() throws {
    let items = (0..<50).map { #"{"id":\#($0),"tags":{"deep":{"deeper":\#($0)}}}"# }.joined(separator: ",")
    var app = try InspectorDriver(
      runs: [.holding([#"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"items":[\#(items)],"last":1}}"#])], columns: 80, rows: 40)
    app.press("shift-tab", "zR", ";", ".items[20].tags.deep.deeper", "enter")
    let slot = try #require(Layout(of: app.inspector.state).slots.first { $0.pane == .state })
    func top() -> [String] { app.lines[slot.body.origin.row...].prefix(4).map { $0.trimmingPrefix { "+▾ ".contains($0) }.description } }
    for _ in 0..<40 {
      app.press("j")
      #expect(top()[0].hasPrefix("items (50)"), "\(app.lines)")
      // What is selected is never covered.
      #expect(app.frame.selectedLine != nil)
    }
    app.press([.mouse(Key.Mouse(.press, at: Position(row: slot.body.origin.row, column: 10)))])
    #expect(app.selection?.contains("items (50)") == true && app.inspector.state.details[.state]?.selected == 0)
    #expect(top()[1].hasPrefix("[0]"))
  }

  @Test func `a tree of too many rows says how many values are missing, and Enter or a path leads to them`() throws {
    let items = (0..<5000).map { #"{"id":\#($0),"qty":\#($0 + 70000),"tags":["a","b"]}"# }.joined(separator: ",")
    var app = try InspectorDriver(
      runs: [.holding([#"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"items":[\#(items)]}}"#])], columns: 120, rows: 40)
    app.press("shift-tab", "zR")
    #expect(app.bottom.contains("20,000 rows"))
    app.press("end")
    // 8 pages of 200 items, and what is in the items and tags that are closed above them.
    let rows = try #require(app.inspector.state.details[.state]).rows
    let hidden = rows.reduce(0) { $0 + $1.hiddenByLimit }
    #expect(hidden > 1600 && rows.count { $0.hiddenByLimit == 200 } == 8)
    #expect(app.line(with: "At least \(hidden.grouped) more values") != nil)
    for _ in 0..<9 where app.selection?.contains("[4200–4399]") != true { app.press("k") }
    #expect(app.selection?.contains("[4200–4399] (limit of rows; Enter opens)") == true)
    app.press("enter")
    #expect(app.selection?.contains("▾ [4200–4399]") == true)
    app.press("j", "enter", "j")
    #expect(app.selection?.contains("4200") == true)
    app.press(";", "a.items[4999].qty", "enter")
    #expect(app.selection?.contains("74999") == true)
  }

  @Test func `the cursor stays on a page that is opened or closed`() throws {
    let items = (0..<500).map { #"{"id":\#($0)}"# }.joined(separator: ",")
    var app = try InspectorDriver(
      runs: [.holding([#"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"items":[\#(items)]}}"#])], columns: 120, rows: 40)
    app.press("shift-tab", "home", "enter", "end", "enter")
    #expect(app.selection?.contains("▾ [400–499]") == true)
    app.press("enter")
    #expect(app.selection?.contains("▸ [400–499]") == true)
  }

  @Test func `everything is opened in a state of more containers than a tree has rows`() throws {
    let items = (0..<30_000).map { _ in #"{"tags":["a"]}"# }.joined(separator: ",")
    var app = try InspectorDriver(
      runs: [.holding([#"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"items":[\#(items)]}}"#])], columns: 120, rows: 40)
    app.press("shift-tab", "zR", "home")
    #expect(app.line(with: "▸") == nil && app.line(with: "▾ tags (1)") != nil)
    app.press("zM")
    #expect(app.line(with: "▾") == nil)
  }

  @Test func `values of any depth are shown, the deepest as the line that holds them`() throws {
    let deep = String(repeating: #"{"a":["#, count: 230) + "1" + String(repeating: "]}", count: 230)
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":\#(deep)}"#,
      #"{"seq":2,"t":1,"store":"a","type":"x","payload":\#(deep),"patch":[{"op":"replace","path":"\#(String(repeating: "/a/0", count: 230))","value":2}]}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 100, rows: 30)
    app.press("G")
    #expect(app.line(with: "1 → 2") != nil)
    app.press("shift-tab", "zR", "end")
    #expect(app.line(with: "(deep)") != nil)
    app.press("tab", "tab", "zR", "t", "/", "zzz", "enter")
    #expect(app.lines.count == 30)
  }

  @Test func `a ghost of an element stands in its array, as far as that is there`() throws {
    var app = try InspectorDriver.state(at: 12)
    app.press("home", "5j")
    #expect(app.selection?.contains("price") == true)
    app.press("9g")
    #expect(app.selection?.contains("price 480") == true)
    app.press("1g")
    #expect(app.selection?.contains("[0].price (absent)") == true)
  }

  @Test func `changed nodes have their sign and what they were`() throws {
    let app = try InspectorDriver.state(at: 18)
    #expect(app.line(with: "qty   3")?.hasPrefix("~") == true)
    #expect(app.line(with: "qty   3")?.hasSuffix("was 4") == true)
    #expect(app.line(with: "coupon  ")?.hasPrefix(" ") == true)
    #expect(app.line(with: "▾ items")?.hasPrefix("~") == true)
  }

  @Test func `what was removed stands in the tree as long as the step lasts`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"list":[1,2,3],"gone":{"x":1},"kept":0}}"#,
      #"{"seq":2,"t":1,"store":"a","type":"drop","patch":[{"op":"remove","path":"/list/1"},{"op":"remove","path":"/gone"}]}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 60, rows: 30)
    app.press("G", "shift-tab")
    #expect(app.line(with: "[1]   was 2")?.hasPrefix("-") == true)
    #expect(app.line(with: "gone    was {x: 1}")?.hasPrefix("-") == true)
    let list = app.lines.filter { $0.contains("      [") || $0.contains("     [1]") }
    #expect(list == ["      [0]   1", "-     [1]   was 2", "      [1]   3"])
  }
}
