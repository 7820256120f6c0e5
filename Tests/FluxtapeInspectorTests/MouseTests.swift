import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// Clicks and the wheel.
struct MouseTests: CheckoutSuite {
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

  @Test func `a click on a message only removes it, and a release removes none`() throws {
    var app = try app("18g", "P", columns: 80, rows: 24)
    #expect(app.bottom.contains("pinned") && !app.bottom.contains("? help"))
    app.press(press(23, 1))
    #expect(app.step == 18 && app.bottom.contains("? help"))
    let row = try #require(app.lines.firstIndex { $0.contains("▶P 18") })
    app.press("P")
    app.press([.mouse(Key.Mouse(.release, at: Position(row: row, column: 4)))])
    #expect(app.bottom.contains("unpinned"))
  }

  @Test func `a click on any row of a long message only removes it, and a click above it does not`() throws {
    for isOnMessage in [true, false] {
      var app = try app("18g", columns: 40, rows: 12)
      app.inspector.show(message: String(repeating: "a few words ", count: 9))
      let first = try #require(app.lines.firstIndex { $0.hasPrefix(" a few words") })
      #expect(first < 10)
      app.press(press(isOnMessage ? first : 2, 3))
      #expect((app.step == 18) == isOnMessage && app.inspector.state.message == nil, "\(app.lines)")
    }
  }

  @Test(arguments: [(20, 5), (40, 10)]) func `a message longer than the screen leaves the title, and says that it goes on`(
    columns: Int, rows: Int
  ) throws {
    let app = try app("18g", columns: columns, rows: rows)
    let title = app.lines[0]
    app.inspector.show(message: String(repeating: "many words ", count: 80))
    #expect(app.lines[0] == title && app.lines[rows - 1].hasSuffix("…"), "\(app.lines)")
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
}
