import FluxtapeHistory
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// The screens as text files, and what they must never show. Read the files: they document the views.
struct ScreenTests {
  @Test(arguments: [(80, 24), (120, 40), (40, 10), (20, 5), (200, 60), (19, 4)])
  func `a step with changes looks as its golden screen at every form of the layout`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    app.press("18g")
    try Screen.expect(app.frame, is: "checkout-\(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10), (20, 5), (200, 60)])
  func `the same without a character beyond ASCII`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows, typesetting: .ascii)
    app.press("18g")
    try Screen.expect(app.frame, is: "checkout-ascii-\(columns)x\(rows)")
    #expect(app.frame.text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 10), (20, 5), (200, 60)])
  func `without colours, what is what is told by bold, underlined and reverse`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    app.press("18g", ";", ".total", "enter", "w", "b")
    try Screen.expect(app.frame, is: "checkout-mono-\(columns)x\(rows)", attributesOn: 0)
  }

  @Test func `no word of the inspector itself needs more than ASCII`() throws {
    let elements = (0..<450).map(String.init).joined(separator: ",")
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"list":[\#(elements)],"text":"\#(String(repeating: "x", count: 2000))"}}"#,
      #"{"seq":2,"t":5,"store":"a","type":"x","cause":1,"dur":7,"payload":{"deep":{"er":{}}},"patch":[{"op":"replace","path":"/text","value":1}]}"#,
      #"{"seq":3,"t":5,"store":"a","type":"y","patch":[{"op":"move","from":"/list/0","path":"/list/-"}]}"#,
      #"{"seq":4,"t":5,"store":"a","type":"z"}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 110, rows: 40, typesetting: .ascii)
    for key in [
      "?", "q", "/", "zz", "enter", "n", "1g", "tab", "j", ".", "tab", "zu", "tab", "zR", "zO", "t", "t", "s", ".", "P", "d", "]", "e", "x",
      ":",
    ] {
      app.press(key)
      if let line = app.line(with: #"\u"#) { Issue.record("after \(key): \(line)") }
    }
  }

  @Test func `styles say what the signs say`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 26)
    app.press("18g", "/", "p3", "enter", "tab", "tab", "tab", "j")
    try Screen.expect(app.frame, is: "styles-120x26", withStyles: true)
  }

  @Test func `a log that broke off opens on the action in flight, with its payload`() throws {
    try Screen.expect(InspectorDriver(log: "crash", columns: 80, rows: 24).frame, is: "crash-80x24")
  }

  @Test func `a failed action, beside the state that it left`() throws {
    try Screen.expect(InspectorDriver(log: "checkout", columns: 120, rows: 40).frame, is: "failed-120x40")
  }

  @Test func `a bad line is shown with a caret below the byte that is wrong`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 60, rows: 20)
    app.press(":", "goto @21", "enter", "tab")
    try Screen.expect(app.frame, is: "bad-line-60x20")
  }

  @Test func `every store as it stood, at a row that belongs to none`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 30)
    app.press("25g")
    try Screen.expect(app.frame, is: "every-store-120x30")
  }

  @Test func `the prompt of a search, with the nearest hit in sight`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 80, rows: 24)
    app.press("g", "/", "製品")
    try Screen.expect(app.frame, is: "search-80x24")
    #expect(app.frame.cursor == Position(row: 23, column: 5))
  }

  @Test(arguments: [(80, 40), (30, 8)])
  func `help is made from the key table`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    app.press("?")
    try Screen.expect(app.frame, is: "help-\(columns)x\(rows)")
  }

  @Test func `the focused pane can have the whole screen`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 80, rows: 24)
    app.press("18g", "tab", "tab", "tab", "+", "+")
    try Screen.expect(app.frame, is: "zoomed-80x24")
  }

  @Test func `every size is filled exactly, whatever is on the screen`() throws {
    let scripts = [
      "18g", "tab", "tab", "tab", "w", "B", "q", "C", "x", "p", "q", "q", "?", "q", "/", "製", "esc", "+", "+", "G", "t", ":", "goto", "esc",
      "&", "is:error", "enter", ";", "t", "esc", "S", "M", "Z",
    ]
    var app = try InspectorDriver(log: "checkout")
    for (number, keys) in scripts.enumerated() {
      app.press(keys)
      // Every size once, and a part of them with each script; with more time, all sizes up to 250x80.
      for (columns, rows) in sizes.enumerated().filter({ $0.offset % scripts.count == number }).map(\.element) {
        app.size = Size(rows: rows, columns: columns)
        let frame = app.frame
        #expect(frame.lines.count == rows)
        for line in frame.lines where frame.typesetting.width(of: line) != columns {
          Issue.record("\(columns)x\(rows) after \(keys): '\(line)'")
        }
      }
    }
  }

  /// All with `FLUXTAPE_LONG`. Otherwise all small sizes, and larger ones in steps, with every layout and every column that is left out.
  private var sizes: [(columns: Int, rows: Int)] {
    guard ProcessInfo.processInfo.environment["FLUXTAPE_LONG"] == nil else {
      return (1...250).flatMap { columns in (1...80).map { (columns, $0) } }
    }
    let columns = [0, 1, 2, 3, 5, 8, 13, 19, 20, 21, 33, 49, 50, 51, 59, 60, 61, 73, 99, 100, 101, 130, 161]
    let rows = [0, 1, 2, 3, 4, 5, 6, 9, 19, 20, 24, 45]
    return columns.flatMap { columns in rows.map { (columns, $0) } }
  }
}
