import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// The detail panes: their contents, and how their cursor keeps its place.
struct PaneTests {
  private func state(at step: Int, columns: Int = 80) throws -> InspectorDriver {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: 40)
    app.press("\(step)g", "shift-tab")
    return app
  }

  @Test func `Tab goes through the panes and back`() throws {
    var app = try InspectorDriver(log: "checkout")
    var seen: [Pane] = []
    for _ in 0..<4 {
      seen.append(app.inspector.state.focus)
      app.press("tab")
    }
    #expect(seen == [.timeline, .action, .diff, .state])
    app.press("shift-tab")
    #expect(app.inspector.state.focus == .state)
  }

  @Test func `the path is kept from step to step, with a ghost where it is absent`() throws {
    var app = try state(at: 18)
    app.press("end", "k")
    #expect(app.selection?.hasPrefix("~   note") == true)
    app.press("<")
    #expect(app.selection?.hasPrefix("+   note") == true)
    app.press("<")
    #expect(app.selection?.trimmingPrefix { $0 == " " } == "note    (absent)")
    app.press(",", ",")
    #expect(app.step == 11)
    app.press(".", ".", ".")
    #expect(app.selection?.hasPrefix("+   note") == true)
    #expect(app.line(with: " .note  cart after") != nil)
  }

  @Test func `the header says where the kept path is absent`() throws {
    var app = try state(at: 18)
    app.press("end", "k")
    #expect(app.line(with: " .note  cart after") != nil)
    app.press("<", "<")
    #expect(app.line(with: " .note (absent)  cart after") != nil)
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
    #expect(app.line(with: "At least \(QuantityText.grouped(hidden)) more values") != nil)
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

  @Test func `a path that the form of the State pane does not list brings the tree back`() throws {
    var app = try state(at: 18)
    app.press("t", ";", ".coupon", "enter")
    #expect(app.selection?.contains("coupon") == true)
  }

  @Test func `a ghost of an element stands in its array, as far as that is there`() throws {
    var app = try state(at: 12)
    app.press("home", "5j")
    #expect(app.selection?.contains("price") == true)
    app.press("9g")
    #expect(app.selection?.contains("price 480") == true)
    app.press("1g")
    #expect(app.selection?.contains("[0].price (absent)") == true)
  }

  @Test func `changed nodes have their sign and what they were`() throws {
    let app = try state(at: 18)
    #expect(app.line(with: "qty   3")?.hasPrefix("~") == true)
    #expect(app.line(with: "qty   3")?.hasSuffix("was 4") == true)
    #expect(app.line(with: "coupon  ")?.hasPrefix(" ") == true)
    #expect(app.line(with: "▾ items")?.hasPrefix("~") == true)
  }

  @Test func `of what changed, an open container that was added shows its members`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"kept":{"x":1},"last":2}}"#,
      #"{"seq":2,"t":1,"store":"a","type":"add","patch":[{"op":"add","path":"/new","value":{"name":"n","deep":{"er":7}}},{"op":"replace","path":"/last","value":3}]}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 60, rows: 30)
    app.press("G", "shift-tab", "t", "zR")
    for text in ["▾ new", "name", "▾ deep", "er "] { #expect(app.line(with: text) != nil, "\(text)") }
    #expect(app.line(with: "kept") == nil)
    #expect(app.line(with: "  last ")?.hasPrefix("~") == true)
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

  @Test func `the header of the State pane names the value that keys are about`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("18g", ";", ".coupon", "enter")
    #expect(app.line(with: " .coupon  cart after #18 ") != nil, "\(app.lines)")
    // Only what changed is listed then, and the coupon did not.
    app.press("t", "yp")
    let path = try #require(app.copied)
    #expect(path != "cart.coupon" && app.line(with: " \(path.dropFirst(4))  cart after #18 ") != nil, "\(path)\n\(app.lines)")
  }

  @Test(arguments: [(40, 10), (80, 24), (120, 40), (200, 60)], [Pane.timeline, .action, .diff, .state])
  func `whatever is in front, the value that keys are about is named`(size: (Int, Int), pane: Pane) throws {
    var app = try InspectorDriver(log: "checkout", columns: size.0, rows: size.1)
    app.press("18g", ";", ".coupon", "enter")
    while app.inspector.state.focus != .action { app.press("tab") }
    while app.inspector.state.focus != pane { app.press("tab") }
    for zoom in pane == .timeline ? [[]] : [[], ["+", "+"]] {
      for key in zoom { app.press(key) }
      let (store, pointer) = try #require(app.inspector.state.chosenValue)
      let path = StatePath(pointer, in: app.inspector.state.document(of: store)).description
      #expect(app.lines.contains { $0.contains(" \(path) ") && !$0.hasPrefix("~") }, "\(pane) \(path)\n\(app.lines)")
    }
  }

  @Test(arguments: [(40, 10), (80, 24), (120, 40)])
  func `the selected part of a record is named`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    app.press("9g")
    while app.inspector.state.focus != .action { app.press("tab") }
    app.press("zR")
    func path() -> JSONPointer? { app.inspector.state.details[.action]?.selectedRow?.place?.path }
    for _ in 0..<20 where path()?.tokens.count ?? 0 < 2 { app.press("j") }
    let text = "." + (try #require(path())).text(in: .null)
    #expect(
      text.hasPrefix(".payload.") && app.lines.contains { $0.contains(" \(text)") && ($0.contains("Action") || rows == 10) }, "\(app.lines)"
    )
  }

  @Test func `containers open and close, siblings and all below too`() throws {
    var app = try state(at: 17)
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
    var app = try state(at: 9)
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

  @Test func `the diff of a step can be taken against a pin, or not at all`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("9g", "P", "12g", "d")
    #expect(app.line(with: "#9 → #12 of cart  3 changes") != nil)
    #expect(app.line(with: "480 → 2560")?.contains("(+2080)") == true)
    app.press("d")
    #expect(app.line(with: "No diff: d chooses one.") != nil)
    app.press("d", "10g", "P", "P")
    #expect(app.line(with: "#9 → #10") != nil)
    #expect(app.inspector.state.pin == nil)
  }

  @Test func `zu lists what did not change`() throws {
    var app = try InspectorDriver(log: "checkout", rows: 40)
    app.press("18g")
    #expect(app.lines.count { $0.contains("unchanged") } == 1)
    app.press("zu")
    #expect(!app.lines.dropLast().contains { $0.contains("unchanged") })
    #expect(app.line(with: "coupon") != nil)
  }

  @Test func `]c goes from change to change`() throws {
    var app = try state(at: 18)
    app.press("home", "]c")
    #expect(app.selection?.contains("qty") == true)
    // One item replaced another.
    app.press("]c", "]c", "]c")
    #expect(app.selection?.contains("total") == true)
    app.press("[c")
    #expect(app.selection?.contains("p3") == true)
  }

  @Test func `until the cursor has a place of its own, it is on the step's first change`() throws {
    var app = try state(at: 18)
    #expect(app.selection?.contains("qty   3") == true)
    app.press("<")
    #expect(app.selection?.contains("note") == true)
    app.press("12g", "home", ">", ">")
    #expect(app.selection?.contains("items") == true)
  }

  @Test func `Enter on a cause goes there`() throws {
    var app = try InspectorDriver(log: "checkout")
    app.press("18g", "tab", "2j", "enter")
    #expect(app.step == 17)
    app.press("[[")
    #expect(app.step == 18)
  }

  @Test func `the record names what it led to, and Enter goes there`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 80, rows: 40)
    app.press("4g", "tab")
    let rows = app.lines.filter { $0.contains("led to") }
    #expect(rows.count == 2)
    #expect(rows.first?.hasPrefix("    led to  #5 ") == true)
    #expect(rows.last?.hasPrefix("    led to  #6 ") == true)
    while app.selection != rows.last, app.inspector.state.details[.action]?.selected ?? 99 < 8 { app.press("j") }
    app.press("enter")
    #expect(app.step == 6)
    app.press("13g")
    #expect(app.line(with: "led to") == nil)
  }

  @Test func `of very many effects the first are named and the others counted`() throws {
    let effects = (2...31).map { #"{"seq":\#($0),"t":1,"store":"a","type":"x","cause":1,"patch":[]}"# }
    var app = try InspectorDriver(
      runs: [.holding([#"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":1}"#] + effects)], columns: 80, rows: 60)
    app.press("g", "tab")
    #expect(app.lines.count { $0.contains("led to") } == 9)
    #expect(app.line(with: "22 more steps") != nil)
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
    app.press("t", "t", "tab", "tab", "zR", "t", "/", "zzz", "enter")
    #expect(app.lines.count == 30)
  }

  @Test(arguments: [
    ("hello garbage line", "^"), (#"{"seq":1} x"#, "          ^"),
    (String(repeating: "x", count: 70), "^"), (#"["# + String(repeating: "1,", count: 35) + "x]", String(repeating: " ", count: 11) + "^"),
  ])
  func `the caret of a bad line stands below the byte that is wrong`(line: String, caret: String) throws {
    var app = try InspectorDriver(
      runs: [.holding([#"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":1}"#, line])], columns: 60, rows: 20)
    app.press("G", "tab")
    let lines = app.lines
    let place = try #require(lines.firstIndex { $0 == caret })
    let rowsAbove = caret.count > 10 && line.count > 60 ? 1 : 0
    #expect(lines[place - 1] == String(line.dropFirst(60 * rowsAbove).prefix(60)))
    // The text continues below, and no row is cut before it is full.
    #expect(lines[place + 1] == String(line.dropFirst(60 * (rowsAbove + 1)).prefix(60)))
  }

  @Test func `the State pane can be all about one value`() throws {
    var app = try state(at: 18)
    app.press(";", ".items", "enter", ":root", "enter")
    #expect(app.line(with: "cart after #18  from items") != nil)
    #expect(app.line(with: " coupon ") == nil && app.line(with: "[0]") != nil)
    app.press("home")
    #expect(app.line(with: " .items[0]  cart after #18 ") != nil)
    app.press("1g")
    #expect(app.line(with: "cart after #1  from items") != nil)
    app.press(":root", "enter", "18g")
    #expect(app.line(with: " coupon ") != nil)
  }

  @Test func `a step of another run can be what a diff is taken against`() throws {
    func run(_ total: Int) throws -> History {
      try .holding([
        #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"total":0}}"#,
        #"{"seq":2,"t":1,"store":"a","type":"set","patch":[{"op":"replace","path":"/total","value":\#(total)}]}"#,
      ])
    }
    var app = try InspectorDriver(runs: [run(7), run(9)], columns: 120)
    app.press("2g", "P", ":run 2", "enter", "2g", "d")
    #expect(app.line(with: "run 1 #2 → #2  1 change") != nil)
    #expect(app.line(with: "7 → 9") != nil)
    app.press("tab", "tab", "yc")
    #expect(app.copied?.hasPrefix("fluxtape diff ") == true && app.copied?.contains(":2 ") == true)
    app.press(":run 1", "enter")
    #expect(app.line(with: "P   2 ") != nil)
  }

  @Test func `the record can be read as it stands in the file`() throws {
    var app = try InspectorDriver(log: "checkout", rows: 40)
    app.press("13g", "tab", "t")
    #expect(app.line(with: #"{"seq":13,"t":3700000"#) != nil)
    #expect(app.lines.contains("─Timeline─ C cart  S session  A catalog  L login#2  " + String(repeating: "─", count: 28)))
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10)])
  func `a key that changes a pane shows that pane`(columns: Int, rows: Int) throws {
    func isShown(_ pane: Pane, in app: InspectorDriver) -> Bool { Layout(of: app.inspector.state).slots.contains { $0.pane == pane } }
    let ways: [[String]] = [[], ["tab"], ["tab", "tab", "tab"], ["C"], ["+", "+"]]
    for way in ways {
      for (key, pane) in [("d", Pane.diff), ("zu", Pane.diff), ("s", Pane.state)] {
        var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
        app.press("9g", "P", "18g")
        for word in way { app.press(word) }
        app.press(key)
        #expect(isShown(pane, in: app), "\(way) \(key)")
      }
    }
    var app = try InspectorDriver(log: "checkout", columns: 80, rows: 24)
    app.press("18g", "s")
    #expect(app.inspector.state.focus == .timeline && app.line(with: "[State]") != nil && app.line(with: "▾ cart (5)") != nil)
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60)])
  func `an answer is shown beside the timeline, whatever had the whole screen`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    app.press("18g", "+", "+")
    #expect(app.line(with: "State") == nil)
    app.press("C")
    #expect(app.line(with: "[Why]") != nil && app.line(with: "Timeline") != nil)
    app.press("tab")
    #expect(app.line(with: "Why") != nil && app.line(with: "[Timeline]") != nil)
  }

  @Test func `d brings the diff forward where an answer has its room`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 80, rows: 24)
    app.press("9g", "P", ".", "C", "tab")
    #expect(app.line(with: "[Why]") != nil)
    app.press("d")
    #expect(app.line(with: "[Diff pin]") != nil)
  }
}
