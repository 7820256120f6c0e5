import FluxtapeHistory
import Testing

@testable import FluxtapeInspector

/// The Diff pane: what a diff is taken against, and the way from change to change.
struct DiffBaseTests {
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

  @Test func `d brings the diff forward where an answer has its room`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 80, rows: 24)
    app.press("9g", "P", ".", "C", "tab")
    #expect(app.line(with: "[Why]") != nil)
    app.press("d")
    #expect(app.line(with: "[Diff pin]") != nil)
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
    var app = try InspectorDriver.state(at: 18)
    app.press("home", "]c")
    #expect(app.selection?.contains("qty") == true)
    // One item replaced another.
    app.press("]c", "]c", "]c")
    #expect(app.selection?.contains("total") == true)
    app.press("[c")
    #expect(app.selection?.contains("p3") == true)
  }

  @Test func `until the cursor has a place of its own, it is on the step's first change`() throws {
    var app = try InspectorDriver.state(at: 18)
    #expect(app.selection?.contains("qty   3") == true)
    app.press("<")
    #expect(app.selection?.contains("note") == true)
    app.press("12g", "home", ">", ">")
    #expect(app.selection?.contains("items") == true)
  }

  @Test func `that a base of another run is uncertain is told by that run's steps`() throws {
    let first = #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#
    let ticks = (2...29).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"tick","patch":[]}"# }
    let long = [first] + ticks + [#"{"seq":30,"t":30,"store":"a","type":"x","omitted":"limit"}"#]
    var app = try InspectorDriver(runs: [.holding(long), .holding([first, ticks[0]])], columns: 160, rows: 40)
    app.press("30g", "P", ":run 2", "enter", "2g", "d")
    #expect(app.line(with: "run 1 #30 → #2") != nil)
    #expect(app.line(with: "As it was before step 30, which recorded no state.") != nil, "\(app.lines)")
  }
}
