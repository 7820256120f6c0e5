import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeLog
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// The causes and effects of a step in the Answer pane.
struct ChainTests: CheckoutSuite {
  @Test func `a chain is a waterfall, with a bar for when each step was`() throws {
    var app = try app("18g", "C")
    #expect(app.lines.contains { $0.contains("[Why]") })
    #expect(app.lines.contains { $0.contains("↑ #14 ") && $0.contains("cart.checkout ") && $0.contains("█") }, "\(app.lines)")
    #expect(app.inspector.state.details[.answer]?.selectedRow?.target == app.inspector.state.currentRow?.place)
    app.press("k", "enter")
    #expect(app.step == 17)
    app.press("esc")
    #expect(app.inspector.state.focus == .timeline)
  }

  @Test(arguments: [Typesetting.unicode, .ascii])
  func `a chain has what caused the step, and what it caused`(typesetting: Typesetting) throws {
    let causes = [0, 1, 2, 1, 3, 5]
    let lines = causes.enumerated().map { place, cause in
      #"{"seq":\#(place + 1),"t":\#(place),"store":"a","type":"x\#(place + 1)",\#(cause > 0 ? #""cause":\#(cause),"# : "")"patch":[]}"#
    }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40, typesetting: typesetting)
    app.press("3g", "C")
    #expect(app.line(with: "[Why]")?.contains(" 5 steps: 2 causes, 2 effects  of #3 ") == true, "\(app.lines)")
    func signs() -> [String] {
      (app.inspector.state.details[.answer]?.rows ?? []).map { row in
        if case .text(let text) = row.content { String(text.runs.map(\.text).joined().prefix(1)) } else { "" }
      }
    }
    let glyphs = typesetting.glyphs
    #expect(signs() == [glyphs.cause, glyphs.cause, glyphs.cursor, glyphs.effect, glyphs.effect])
    app.press(".")
    #expect(signs() == [glyphs.cause, glyphs.cause, " ", glyphs.effect, glyphs.effect])
    app.press("C")
    #expect(signs() == [glyphs.cause, glyphs.cursor])
    #expect(app.line(with: "[Why]")?.contains(" 2 steps: 1 cause, 0 effects  of #4 ") == true, "\(app.lines)")
  }

  @Test func `the header, the waterfall, the query and the command count the same steps of a chain`() throws {
    var app = try InspectorDriver(sample: "shop")
    app.press("49g", "C")
    let history = app.inspector.state.history
    let count = try history.rows(matching: Query(parsing: "chain:49")).count
    let row = try #require(history.row(of: StepNumber(49)))
    #expect(history.why(row).origins.count + 1 + history.why(row).consequences.count == count)
    #expect(app.line(with: "[Why]")?.contains(" \(count) steps: 8 causes, 18 effects ") == true, "\(app.lines)")
    #expect(app.line(with: "Timeline")?.contains(" chain of \(count) ") == true, "\(app.lines)")
    // It stays about that step.
    app.press("1g")
    #expect(app.line(with: "[Why]")?.contains(" \(count) steps: 8 causes, 18 effects  of #49 ") == true, "\(app.lines)")
  }

  @Test func `a step with two causes is in the chains of both`() throws {
    let lines = ["", "", #""cause":[1,2],"#, #""cause":3,"#].enumerated().map { place, cause in
      #"{"seq":\#(place + 1),"t":\#(place),"store":"a","type":"x\#(place + 1)",\#(cause)"patch":[]}"#
    }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40)
    for (step, count) in [(1, 3), (2, 3), (3, 4), (4, 4)] {
      app.press("\(step)g")
      let query = try app.inspector.state.history.rows(matching: Query(parsing: "chain:\(step)"))
      #expect(query.count == count && app.line(with: "chain of \(count) ") != nil, "\(step)\n\(app.lines)")
    }
  }

  @Test(arguments: [40, 60, 80, 120])
  func `in a deep chain there is room for names, whatever the depth`(columns: Int) throws {
    let lines = (1...30).map { step in
      #"{"seq":\#(step),"t":\#(step),"store":"a","type":"step\#(step)of30",\#(step > 1 ? #""cause":\#(step - 1),"# : "")"state":\#(step)}"#
    }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: columns, rows: 40)
    app.press("30g", "C")
    let row = try #require(app.inspector.state.details[.answer]?.rows.last)
    let text = if case .text(let text) = row.content { text.runs.map(\.text).joined() } else { "" }
    #expect(text.contains("step30of30"), "\(text)")
  }

  @Test func `a chain that is too long to list says how many steps are missing`() throws {
    let lines = (1...1200).map { step in
      #"{"seq":\#(step),"t":\#(step),"store":"a","type":"x",\#(step > 1 ? #""cause":\#(step - 1),"# : "")"state":\#(step)}"#
    }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40)
    app.press("600g", "C", "end")
    #expect(app.line(with: "200 more: yc copies the command that prints them all") != nil, "\(app.lines)")
  }

  @Test func `a chain between the ends of time is drawn`() throws {
    let lines = [Int.min, .max, .min].enumerated().map { place, time in
      #"{"seq":\#(place + 1),"t":\#(time),"store":"a","type":"x","effect":{"id":\#(place),"phase":"finished"},"dur":\#(Int.min + place),"#
        + (place > 0 ? #""cause":\#(place),"# : "") + #""patch":[]}"#
    }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40)
    app.press("2g", "C")
    #expect(app.line(with: "[Why]") != nil && app.lines.count { $0.contains("█") } >= 3, "\(app.lines)")
    // A time that goes back is no pause.
    app.press("esc", "1g", "]s")
    #expect(app.step == 2)
    app.press("]s")
    #expect(app.step == 2)
  }
}
