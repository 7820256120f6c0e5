import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// The detail panes: what they name, and which one is in front.
struct PaneTests {
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
    var app = try InspectorDriver.state(at: 18)
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
    var app = try InspectorDriver.state(at: 18)
    app.press("end", "k")
    #expect(app.line(with: " .note  cart after") != nil)
    app.press("<", "<")
    #expect(app.line(with: " .note (absent)  cart after") != nil)
  }

  @Test func `the header of the State pane names the value that keys are about`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("18g", ";", ".coupon", "enter")
    #expect(app.line(with: " .coupon  cart after #18 ") != nil, "\(app.lines)")
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
}
