import Testing

@testable import FluxtapeInspector

/// The list of filters: one line for each, which adds, edits, switches and removes them.
struct FilterListTests {
  private func app(_ keys: String..., columns: Int = 120, rows: Int = 30) throws -> InspectorDriver {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    for key in keys { app.press(key) }
    return app
  }

  @Test func `a list has a line for each filter, and one that adds another`() throws {
    var app = try app("&", "store:cart", "enter", "F")
    #expect(app.line(with: "[Filters]") != nil && app.selection?.contains("on   store:cart") == true)
    #expect(app.bottom.contains("enter on/off") && app.bottom.contains("d remove"))
    app.press("end")
    #expect(app.selection?.contains("add a filter…") == true)
    app.press("enter", "-is:unchanged", "enter")
    #expect(app.line(with: "[store:cart][-is:unchanged]") != nil && app.selection?.contains("on   -is:unchanged") == true)
    app.press("q")
    #expect(app.line(with: "Filters") == nil && app.inspector.state.focus == .timeline)
  }

  @Test(arguments: [[], ["F"], ["F", "tab"]])
  func `& begins a query wherever it is pressed, and typed words are no keys of the list`(_ keys: [String]) throws {
    for text in ["changed:cart.total", "payload.qty > 5", "-is:unchanged"] {
      var app = try app("&", "store:cart", "enter")
      for key in keys + ["&", text] { app.press(key) }
      #expect(app.lines.last?.hasPrefix("&\(text) ") == true, "\(app.lines)")
      app.press("enter")
      #expect(app.inspector.state.filtering.active.map(\.text) == ["store:cart", text])
      #expect((app.line(with: "on   " + text) != nil) == !keys.isEmpty, "\(app.lines)")
    }
  }

  @Test func `while a filter is typed it is said what Enter will list, among the filters that are on`() throws {
    var app = try app("&", "store:cart", "enter", "&", "-is:unchanged")
    let promised = try #require(app.bottom.split(separator: "   ").first { $0.contains(" of 27 steps") }).drop { $0 == " " }
    app.press("enter")
    #expect(app.line(with: "[store:cart][-is:unchanged] \(promised)") != nil, "\(promised)\n\(app.lines)")
    // A filter that is edited no longer counts.
    app.press("F", "home", "e", "ctrl-u", "store:session")
    let edited = try #require(app.bottom.split(separator: "   ").first { $0.contains(" of 27 steps") }).drop { $0 == " " }
    app.press("enter")
    #expect(app.line(with: "[store:session][-is:unchanged] \(edited)") != nil, "\(edited)\n\(app.lines)")
  }

  @Test func `F lists no filters too, and the bottom row names the key once there are some`() throws {
    var app = try app("F")
    #expect(app.line(with: "[Filters]") != nil && app.selection?.contains("add a filter…") == true)
    app.press("q", "&", "store:cart", "enter")
    #expect(app.bottom.contains("F filters"), "\(app.bottom)")
  }

  @Test func `a list of filters that another pane hides is shown again`() throws {
    var app = try app("&", "store:cart", "enter", "F", "shift-tab", columns: 80)
    #expect(app.line(with: "[State]") != nil && app.line(with: "on   store:cart") == nil, "\(app.lines)")
    app.press("F")
    #expect(app.line(with: "[Filters]") != nil && app.selection?.contains("on   store:cart") == true, "\(app.lines)")
  }

  @Test func `Enter turns one filter off and on, and the label above the timeline says so`() throws {
    var app = try app("&", "store:cart", "enter", "F", "a", "-is:unchanged", "enter")
    let both = app.inspector.state.listed.passing
    app.press("enter")
    #expect(app.selection?.contains("off  -is:unchanged") == true && app.line(with: "[store:cart][-is:unchanged off]") != nil)
    let one = app.inspector.state.listed.passing
    let counted = app.inspector.state.listed.counted
    #expect(one > both && counted.steps + counted.others == one && app.line(with: "\(counted.steps) of 27 ") != nil)
    app.press("k", "enter")
    #expect(app.inspector.state.listed.isEverything && app.line(with: "[store:cart off][-is:unchanged off]") != nil)
    app.press("j", "enter", "k", "enter")
    #expect(app.inspector.state.listed.passing == both && app.line(with: " off") == nil)
  }

  @Test func `filters without room are counted, and the last one is cut at its end`() throws {
    var app = try app("&", "store:cart or store:session or store:catalog", "enter", columns: 72)
    #expect(app.line(with: "[store:cart or store:session")?.contains(" of 27 ") == true, "\(app.lines)")
    app.press("F", "a", "-type:cart.checkout", "enter", "q")
    #expect(app.line(with: " 2 filters [-type:cart.checkou")?.contains(" of 27 ") == true, "\(app.lines)")
  }

  @Test(arguments: ["d", "delete"]) func `the first of two filters can be removed`(_ key: String) throws {
    var app = try app("&", "store:cart", "enter", "F", "a", "is:error", "enter", "home", key)
    #expect(app.bottom.contains("[store:cart] removed; 1 filter left"))
    #expect(app.inspector.state.filtering.filters.map(\.text) == ["is:error"] && app.selection?.contains("is:error") == true)
    app.press("end", key)
    #expect(app.bottom.contains("this row adds a filter") && app.inspector.state.filtering.filters.count == 1)
    app.press("home", key)
    #expect(app.bottom.contains("all steps are listed again") && app.inspector.state.listed.isEverything)
  }

  @Test func `a filter is edited in its place`() throws {
    var app = try app("&", "store:cart", "enter", "F", "a", "is:error", "enter", "home", "e")
    #expect(app.bottom.hasPrefix("&store:cart ") && app.bottom.contains("Enter changes the filter"))
    app.press("esc")
    #expect(app.inspector.state.filtering.filters.map(\.text) == ["store:cart", "is:error"] && app.line(with: "[Filters]") != nil)
    app.press("e", "ctrl-u", "is:action", "enter")
    #expect(app.inspector.state.filtering.filters.map(\.text) == ["is:action", "is:error"])
    #expect(app.line(with: "[is:action][is:error]") != nil && app.selection?.contains("is:action") == true)
    app.press("e", "ctrl-u", "enter")
    #expect(app.bottom.contains("nothing was typed, so the filter stays") && app.inspector.state.filtering.filters.count == 2)
  }

  @Test func `the same filter is not there twice`() throws {
    var app = try app("&", "store:cart", "enter", "F", "a", "store:cart ", "enter")
    #expect(app.bottom.contains("is a filter already") && app.inspector.state.filtering.filters.count == 1)
    app.press("enter", "a", "store:cart", "enter")
    #expect(app.bottom.contains("[store:cart] is on again") && app.line(with: "[store:cart] ") != nil)
  }

  @Test func `which filters are off is remembered, and a memory without that can be read`() throws {
    let first = try app("&", "store:cart", "enter", "F", "a", "is:error", "enter", "home", "enter", "Q")
    let later = try InspectorDriver(log: "checkout", columns: 120, rows: 30)
    later.inspector.recall(first.inspector.memory)
    #expect(later.line(with: "[store:cart off][is:error]") != nil)
    let older = try InspectorDriver(log: "checkout", columns: 120, rows: 30)
    older.inspector.recall(#"{"filters":["store:cart","is:error","store:cart"]}"#)
    #expect(older.line(with: "[store:cart][is:error]") != nil && older.inspector.state.filtering.filters.count == 2)
  }

  @Test func `a remembered text that is no query comes back switched off, as it might hide every row`() throws {
    let later = try InspectorDriver(log: "checkout", columns: 120, rows: 30)
    later.inspector.recall(#"{"filters":["store:cart","\"p1\", 4 <"]}"#)
    #expect(later.inspector.state.filtering.filters.map(\.isOn) == [true, false], "\(later.lines)")
  }

  @Test func `Esc drops the last filter, whether it is on or off`() throws {
    var app = try app("&", "store:cart", "enter", "F", "a", "is:error", "enter", "enter", "esc", "esc")
    #expect(app.inspector.state.filtering.filters.map(\.text) == ["store:cart"])
    #expect(app.bottom.contains("[is:error] removed; it was off"))
    app.press("F", "enter", "esc")
    #expect(app.line(with: "[store:cart off]") != nil && app.bottom.contains("esc unfilter"))
    app.press("esc")
    #expect(app.inspector.state.filtering.filters.isEmpty && app.bottom.contains("[store:cart] removed; it was off"))
    app.press("esc")
    #expect(app.bottom.contains("this is the timeline"))
  }
}
