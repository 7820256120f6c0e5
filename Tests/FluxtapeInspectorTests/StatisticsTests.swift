import FluxtapeHistory
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// The statistics of a log in the Answer pane.
struct StatisticsTests: CheckoutSuite {
  @Test func `statistics of the log`() throws {
    let app = try app("S")
    #expect(app.line(with: "stores and types") != nil)
    #expect(app.line(with: " actions of ") != nil)
  }

  @Test func `Enter on a type lists its steps, and U lists all again`() throws {
    var app = try app("S", "/", "quantityChanged", "enter", "enter")
    #expect(app.inspector.state.filtering.filters.map(\.text) == ["store:cart type:cart.quantityChanged"], "\(app.lines)")
    #expect(app.inspector.state.focus == .timeline && app.bottom.contains("is on; U undoes it"))
    #expect(app.inspector.state.listed.passing < app.inspector.state.rows.count)
    app.press("U")
    #expect(app.inspector.state.filtering.filters.isEmpty)
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
    #expect(texts.contains(" slowest effects") && texts.contains { $0.contains("385 ms") && $0.contains("pay#2 finished") })
  }

  @Test(
    arguments: [(36, 12), (40, 10), (60, 20), (80, 24), (120, 40), (200, 60)], [Typesetting.unicode, .ascii])
  func `statistics fit into their pane: no column without a number`(_ size: (columns: Int, rows: Int), typesetting: Typesetting) throws {
    let (columns, rows) = size
    let log = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../samples/logs/shop.jsonl")
    var app = try InspectorDriver(
      runs: History.open([log.standardizedFileURL.path]), columns: columns, rows: rows, typesetting: typesetting)
    app.press("S")
    let lines = try #require(app.inspector.state.details[.answer]).rows.map { row in
      if case .text(let text) = row.content { text.runs.map(\.text).joined() } else { "" }
    }
    let heading = try #require(lines.first { $0.hasPrefix("  store") && $0.contains("type") })
    #expect(heading.contains("actions") && lines.contains { $0.contains("cart") && $0.contains("205") })
    #expect(columns < 80 || heading.contains("% steps"), "\(heading)")
    #expect(columns != 80 || heading.hasSuffix("  % time"), "\(heading)")
    #expect(!app.lines.contains { $0.contains("actions") && $0.hasSuffix(typesetting.glyphs.ellipsis) }, "\(app.lines)")
    #expect(columns < 200 || app.line(with: typesetting.isASCII ? "max us" : "max µs") != nil, "\(app.lines)")
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
}
