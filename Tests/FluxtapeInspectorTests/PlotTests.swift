import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// Plots of values, and the cursor on charts.
struct PlotTests: CheckoutSuite {
  @Test func `a plot has a scale that is straight or logarithmic`() throws {
    var app = try app("18g", ";", ".total", "enter", "x")
    #expect(app.line(with: "[Plot]")?.contains(" cart.total ") == true)
    let straight = app.lines
    app.press("t")
    #expect(app.line(with: "cart.total  log") != nil)
    #expect(app.lines != straight)
    app.press("yc")
    #expect(app.copied?.hasSuffix("cart.total --spark") == true)
  }

  /// 9 rows of a chart: from 30 down to -10.
  @Test func `numbers below zero hang from a line at zero, and times stand below the chart`() throws {
    let lines = [30, 0, -10, 20].enumerated().map { place, number in
      #"{"seq":\#(place + 1),"t":\#(place * 60_000_000),"store":"a","type":"x","state":{"n":\#(number)}}"#
    }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 80, rows: 24)
    app.press("3g", ";", ".n", "enter", "x")
    let slot = try #require(Layout(of: app.inspector.state).slots.first { $0.pane == .answer })
    let chart = Array(app.lines[slot.body.origin.row..<slot.body.origin.row + slot.body.rows])
    let zero = try #require(chart.firstIndex { $0.hasPrefix("   0│") }, "\(app.lines)")
    #expect(chart[0].hasPrefix("  30│█") && chart[0].count { $0 == "█" } == 19, "\(chart)")
    #expect(chart[zero].contains("██──") && chart[zero].hasSuffix("─██████████████████"), "\(chart)")
    let low = try #require(chart.firstIndex { $0.hasPrefix(" -10│") })
    #expect(low > zero && chart[low].count { $0 == "█" } == 19 && !chart[low].hasPrefix(" -10│█"), "\(chart)")
    #expect(chart[low + 1].contains("    00:00:00") && chart[low + 1].contains(" -10 ") && chart[low + 1].hasSuffix("00:03:00"), "\(chart)")
    let cells = app.frame.cells[(slot.body.origin.row + low) * 80..<(slot.body.origin.row + low + 1) * 80]
    #expect(cells.filter { $0.text == "█" }.allSatisfy { $0.style == .removed })
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60)]) func `a plot is as high as its pane`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(sample: "shop", columns: columns, rows: rows)
    app.press("150g", ";", "cart.total", "enter", "x")
    let height = Layout(of: app.inspector.state).height(of: .answer)
    #expect(height >= 9 && app.inspector.state.details[.answer]?.rows.count == height, "\(app.lines)")
  }

  @Test func `all numbers below zero hang from the top, and are never cut`() throws {
    let lines = [-1_700_000_000_000, -1_700_000_000_500].enumerated().map { place, number in
      #"{"seq":\#(place + 1),"t":\#(place * 60_000_000),"store":"a","type":"x","state":{"n":\#(number)}}"#
    }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 80, rows: 24)
    app.press("1g", ";", ".n", "enter", "x")
    #expect(app.line(with: "  0│") != nil && app.line(with: "-1,700,000,000,500│") != nil, "\(app.lines)")
  }

  @Test func `truth is drawn as steps`() throws {
    let app = try app("18g", ";", "catalog.loading", "enter", "x")
    #expect(app.line(with: " true│") != nil && app.line(with: "false│") != nil, "\(app.lines)")
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

  @Test(arguments: [["C"], [";", ".total", "enter", "x"]])
  func `the cursor leaves the blanks of a chart as they are`(_ keys: [String]) throws {
    var app = try app("18g", columns: 120, rows: 40)
    for key in keys { app.press(key) }
    for _ in 0..<3 {
      let pane = try #require(app.inspector.state.details[.answer])
      let slot = try #require(Layout(of: app.inspector.state).slots.first { $0.pane == .answer })
      let row = slot.body.origin.row + pane.selected - pane.window.visible(count: pane.rows.count, height: slot.body.rows).lowerBound
      let first = slot.body.origin.column
      let frame = app.frame
      let cells = (first..<first + slot.body.columns).compactMap { frame[Position(row: row, column: $0)] }
      let chart = try #require(pane.selectedRow?.chartColumn)
      #expect(cells.map { $0.style.selection != .none } == cells.indices.map { $0 < chart })
      app.press("k")
    }
  }
}
