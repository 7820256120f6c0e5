import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

struct FilterTests {
  private func app(_ keys: String..., columns: Int = 120, rows: Int = 30) throws -> InspectorDriver {
    var app = try InspectorDriver(log: "checkout", columns: columns, rows: rows)
    for key in keys { app.press(key) }
    return app
  }

  @Test func `a filter lists what passes, and the cursor goes to the nearest of it before its step`() throws {
    var app = try app("20g", "&", "type:session.retry", "enter")
    #expect(app.step == 16)
    #expect(app.line(with: "[type:session.retry] 2 of 27 steps") != nil)
    #expect(app.line(with: "cart.checkout") == nil)
    app.press("esc")
    #expect(app.line(with: "cart.checkout") != nil)
  }

  @Test func `without a step before that passes, the cursor goes to the one after`() throws {
    #expect(try app("9g", "&", "type:session.retry", "enter").step == 16)
  }

  @Test func `the step before the filter comes back when the filter goes, unless the user has moved`() throws {
    var app = try app("26g", "&", "type:session.retry", "enter", "F", "a", "is:action", "enter", "q")
    #expect(app.step == 16)
    app.press("esc", "esc")
    #expect(app.step == 26 && app.inspector.state.filtering.filters.isEmpty)
    app.press("&", "type:session.retry", "enter", "/", "nowhere", "esc", "esc")
    #expect(app.step == 26, "a search that was given up is no move")
    app.press("&", "type:session.retry", "enter", ".", ",", "esc")
    #expect(app.step == 16)
  }

  @Test func `a filter that is turned off and on, edited or removed keeps the step that passes`() throws {
    var app = try app("18g", "&", "store:cart", "enter", "F")
    for keys in [["enter"], ["enter"], ["e", "ctrl-u", "type:cart.*", "enter"], ["d"]] {
      for key in keys { app.press(key) }
      #expect(app.step == 18, "\(keys)")
    }
    app.press("q", "20g", "&", "type:session.retry", "enter", "F", "enter")
    #expect(app.step == 20)
    app.press("enter")
    #expect(app.step == 16)
    app.press("d")
    #expect(app.step == 20)
  }

  @Test func `a step that passes stays under the cursor`() throws {
    let app = try app("31g", "&", "type:session.retry", "enter")
    #expect(app.step == 31)
  }

  @Test func `the cursor is on the screen, with a filter and without`() throws {
    var app = try app("26g", "&", "type:session.retry", "enter", columns: 80, rows: 24)
    #expect(app.step == 16 && app.lines.contains { $0.hasPrefix("▶") })
    app.press("esc")
    #expect(app.step == 26 && app.lines.contains { $0.hasPrefix("▶") })
  }

  @Test func `while it is typed the rows that would go are dimmed, and it is said how many stay`() throws {
    var app = try app("G", "&", "store:cart")
    #expect(app.bottom.contains("of 27 steps"))
    #expect(app.bottom.hasPrefix("&store:cart"))
    app.press("esc")
    #expect(app.inspector.state.filtering.filters.isEmpty)
    #expect(app.inspector.state.cursor == 30)
  }

  @Test func `rows that are no steps are counted apart, where some are listed`() throws {
    var app = try app("&", "is:action", "enter")
    #expect(app.line(with: " of 27 steps") != nil && app.line(with: "other row") == nil)
    app.press("esc", "&", "is:state", "enter")
    #expect(app.line(with: "[is:state] 0 of 27 steps, 1 other row") != nil)
    app.press("Z")
    #expect(app.line(with: "[is:state] 0 of 27 steps, 1 other row") != nil)
  }

  @Test func `a word that is excluded says how many rows it hides only for their contents`() throws {
    #expect(
      try app("&", "-loading").bottom.contains("23 of 27 steps, 4 other rows, hides 3 by type, 1 by contents   Enter adds the filter"))
    #expect(try app("&", "-note").bottom.contains("25 of 27 steps, 3 other rows, hides 0 by type, 3 by contents"))
    #expect(try app("&", "-retry").bottom.contains("25 of 27 steps, 4 other rows   Enter adds"))
    #expect(try app("&", "-type:*loading*").bottom.contains("24 of 27 steps, 4 other rows   Enter adds"))
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

  @Test func `steps go from one listed row to the next`() throws {
    var app = try app("g", "&", "store:cart", "enter")
    let all = try History.fixture("checkout").rows
    let steps = all.filter { row in row.store.map { _ in row.type.hasPrefix("cart.") } == true }.compactMap(\.step?.rawValue)
    let first = app.step
    app.press(".", ".")
    let third = app.step
    app.press(",", ",")
    #expect(app.step == first)
    app.press("j", "j")
    #expect(app.step == third)
    #expect(steps.contains(third))
  }

  @Test func `a cause that does not pass is listed while the cursor is on it`() throws {
    var app = try app("&", "type:cart.reserved", "enter", "u")
    #expect(app.step == 17)
    #expect(app.line(with: "catalog.reserve […]") != nil)
    app.press("[[")
    #expect(app.line(with: "catalog.reserve […]") == nil)
  }

  @Test func `nothing passes: that is said, and Esc brings all back`() throws {
    var app = try app("&", "type:cart.checkout store:session", "enter")
    #expect(app.line(with: "no step passes the filter") != nil)
    #expect(app.line(with: "0 of") != nil)
    app.press("j", ".", "G", "esc")
    #expect(app.line(with: "cart.checkout") != nil)
  }

  @Test(arguments: [("store:crat", 6), (".total <", 8), ("is:slw", 3), ("nosuch.total < 0", 0)])
  func `a typo is refused with the place, and the view and the other filters stay`(_ text: String, _ place: Int) throws {
    var app = try app("&", "store:cart", "enter")
    let listed = app.inspector.state.listed
    app.press("F", "a", text, "enter")
    #expect(app.bottom.hasPrefix("&" + text))
    #expect(app.line(with: "not a query at character \(place + 1): ") != nil)
    #expect(app.frame.cursor?.column == place + 1)
    #expect(app.bottom.hasSuffix("Enter tries again, Esc closes"))
    #expect(app.line(with: "[store:cart]") != nil)
    app.press("esc")
    #expect(app.inspector.state.filtering.filters.map(\.text) == ["store:cart"] && app.inspector.state.listed == listed)
  }

  @Test func `Esc drops the filter that came last, and labels stay as far as they fit`() throws {
    var app = try app("&", "store:cart", "enter", "F", "a", "-is:unchanged", "enter", "a", "type:cart.*", "enter", columns: 60)
    #expect(app.inspector.state.filtering.filters.count == 3)
    #expect(app.line(with: "[type:cart.*] ")?.contains(" of 27 ") == true)
    app.press("q", "esc")
    #expect(app.inspector.state.filtering.filters.map(\.text) == ["store:cart", "-is:unchanged"])
    #expect(app.bottom.contains("[type:cart.*] removed; 2 filters left"))
  }

  @Test(arguments: [".total <", "nosuch.total < 0", "cart.total"])
  func `a search that is no query is refused with the place, and the search before it stays`(_ text: String) throws {
    var app = try app("g", "/", "retry", "enter", "/", text)
    #expect(app.bottom.contains("not a query at character"))
    app.press("enter")
    #expect(app.bottom.hasPrefix("/" + text) && app.line(with: "not a query at character") != nil)
    app.press("esc")
    #expect(app.inspector.state.search?.text == "retry")
  }

  @Test func `a part of a type needs no quotes, though it has a dot`() throws {
    var app = try app("g", "/", "cart.reserved", "enter")
    #expect(app.step == 18)
    app.press("esc", "&", "cart.reserved", "enter")
    #expect(app.line(with: "[cart.reserved] ") != nil && app.step == 18)
  }

  @Test(arguments: [(40, 10, ""), (100, 30, "tab + +")])
  func `where no header names the filters, the status counts them`(_ columns: Int, _ rows: Int, _ keys: String) throws {
    var app = try app("&", "store:cart", "enter", "F", "a", "-is:unchanged", "enter", "q", columns: columns, rows: rows)
    for key in keys.split(separator: " ") { app.press(String(key)) }
    #expect(app.line(with: "[store:cart]") == nil && app.line(with: "2 filters ") != nil)
  }

  @Test func `Tab completes stores, types, traits and paths of the last term`() throws {
    var app = try app("18g")
    let cases = [
      ("store:ca", "store:cart"), ("cart", "store:cart"), ("is:err", "is:error"), ("(type:ret", "(type:session.retry"),
      ("is:error changed:cart.to", "is:error changed:cart.total"), ("cart.total > 0 .tot", "cart.total > 0 cart.total"),
    ]
    for (typed, completed) in cases {
      app.press("&", typed, "tab")
      #expect(app.bottom.hasPrefix("&" + completed + " "), "\(typed): \(app.bottom)")
      app.press("esc")
    }
    app.press("/", "type:cart.")
    #expect(app.line(with: " type:cart.reserved ") != nil)
  }

  @Test(arguments: ["/", "&"]) func `an empty prompt lists what can be typed, and Tab completes its beginning`(_ sign: String) throws {
    var app = try app("18g", sign)
    #expect(app.line(with: " type: ")?.contains(" types, such as ") == true && app.line(with: " store: ")?.contains("cart") == true)
    #expect(app.line(with: "traits, such as is:error") != nil && app.line(with: "as in changed:cart.total") != nil)
    #expect(app.line(with: "a value in the state") != nil && app.line(with: "as in dur > 10ms") != nil)
    app.press("tab")
    #expect(app.bottom.hasPrefix(sign + " ") && app.line(with: "Tab then completes it") != nil)
    app.press("ch", "tab")
    #expect(app.bottom.hasPrefix(sign + "changed: ") && app.line(with: "Tab then completes it") == nil)
    app.press("ctrl-u", "store:")
    #expect(app.line(with: " store:cart ")?.contains(" rows") == true)
  }

  @Test func `Tab completes every beginning that help lists`() throws {
    let cases = [
      ("le", "len("), ("su", "sum("), ("delt", "delta("), ("prev", "prev."), ("pay", "payload."), ("is:error desc", "is:error descents("),
      ("cha", "changed:"), ("tr", "trace:"), ("in", "in:state "), ("du", "dur > "),
    ]
    let start = try app("18g", "&")
    for (typed, completed) in cases {
      var app = InspectorDriver(continuing: start)
      app.press([.paste(typed), .tab])
      guard let prompt = app.inspector.state.prompt else {
        Issue.record("no prompt after \(typed)")
        continue
      }
      #expect(prompt.line.text == completed, "\(typed)")
    }
    // Whatever help lists as a beginning is completed from all but its last character.
    for form in QueryForm.all {
      guard let beginning = form.beginning else { continue }
      let typed = String(beginning.prefix { $0 != " " }.dropLast(beginning.contains(" ") ? 0 : 1))
      var app = InspectorDriver(continuing: start)
      app.press([.paste(typed)])
      #expect(app.line(with: " " + beginning) != nil, "\(typed)")
    }
  }

  @Test(arguments: ["took > 10ms", "10ms < duration", "took > 10"])
  func `a word for the duration that queries do not have is answered with theirs`(_ text: String) throws {
    let app = try app("&", text)
    #expect(app.bottom.contains("did you mean 'dur'?"), "\(app.bottom)")
  }

  @Test(arguments: [
    (".cart.totl > 3", ".cart.totl; did you mean cart.total?"), ("cart.totl > 3", "cart.totl; did you mean cart.total?"),
    ("is:action changed:cart.totl", "cart.totl; did you mean cart.total?"), (".zebra == 1", ".zebra"),
  ])
  func `a path that no state has is told, with the one that is meant`(_ text: String, _ words: String) throws {
    for sign in ["/", "&"] {
      let app = try app(sign, text, "enter")
      #expect(app.bottom.hasSuffix("no step has a value at " + words), "\(sign): \(app.bottom)")
    }
  }

  @Test(arguments: [
    ("type:cart.chekout", "'cart.chekout'; did you mean 'cart.checkout'?"), ("type:carrt.*", "'carrt.*'; did you mean 'cart.*'?"),
    ("is:error type:zebra", "'zebra'"),
  ])
  func `a type that no step has is told, with the one that is meant`(_ text: String, _ words: String) throws {
    for sign in ["/", "&"] {
      let app = try app(sign, text, "enter")
      #expect(app.bottom.hasSuffix("no step has the type " + words), "\(sign): \(app.bottom)")
    }
  }

  @Test func `a path that exists is no reason for a missing hit`() throws {
    var app = try app("&", "cart.total > 99999999", "enter")
    #expect(app.bottom.contains("no step passes the filter"))
    app.press("esc", "/", "cart.total > 99999999", "enter")
    #expect(app.bottom.contains("no step contains"))
  }

  @Test func `a query searches states, and the path it looks at is kept`() throws {
    let app = try app("g", "/", "cart.total > 20", "enter")
    #expect(app.step > 1)
    #expect(app.inspector.state.valueCursor.paths["cart"]?.tokens == ["total"])
  }

  @Test func `many equal actions in a row take one row`() throws {
    var lines = [#"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":0}}"#]
    for step in 2...500 {
      lines.append(#"{"seq":\#(step),"t":\#(step),"store":"a","type":"\#(step == 300 ? "stop" : "tick")","patch":[]}"#)
    }
    var app = try InspectorDriver(runs: [.holding(lines)])
    app.press("Z")
    #expect(app.line(with: "×298")?.contains("tick") == true)
    #expect(app.line(with: "×200") != nil)
    #expect(app.line(with: "stop") != nil)
    app.press("g", ".", ".")
    #expect(app.step == 300)
    app.press("Z")
    #expect(app.line(with: "×") == nil)
  }
}
