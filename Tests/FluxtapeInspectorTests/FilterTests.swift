import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeScreen
import Foundation
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

  @Test func `the step that was found stays when the filter goes, and the way back leads to the one before`() throws {
    var app = try app("26g", "&", "type:session.retry", "enter", "F", "a", "is:action", "enter", "q")
    #expect(app.step == 16)
    app.press("esc", "esc")
    #expect(app.step == 16 && app.inspector.state.filtering.filters.isEmpty)
    app.press("[[")
    #expect(app.step == 26)
  }

  @Test func `a filter that is turned off and on, edited or removed keeps the step that passes`() throws {
    var app = try app("18g", "&", "store:cart", "enter", "F")
    for keys in [["enter"], ["enter"], ["e", "ctrl-u", "type:cart.*", "enter"], ["d"]] {
      for key in keys { app.press(key) }
      #expect(app.step == 18, "\(keys)")
    }
    app.press("q", "20g", "&", "type:session.retry", "enter", "F", "enter")
    #expect(app.step == 16)
    app.press("d")
    #expect(app.step == 16)
  }

  @Test func `a sign before a part of a type hides what has it, unless a type begins with that sign`() throws {
    var app = try app("g", "&", "-cart.quantityChanged", "enter")
    #expect(app.line(with: "cart.quantityChanged ") == nil && app.line(with: "session.signIn") != nil, "\(app.lines)")
    app.press("esc", "&", "!cart.quantityChanged", "enter")
    #expect(app.line(with: "cart.quantityChanged ") == nil && app.line(with: "session.signIn") != nil, "\(app.lines)")
    let lines = ["-[Cart add]", "[Cart add]"].map { #"{"seq":1,"t":1,"store":"s","type":"\#($0)","patch":[]}"# }
    var other = try InspectorDriver(runs: [.holding([lines[0], lines[1].replacingOccurrences(of: ":1,", with: ":2,")])])
    other.press("&", "-[Cart add]", "enter")
    #expect(other.line(with: "1 of 2 steps") != nil && other.line(with: "-[Cart add]  ") != nil, "\(other.lines)")
  }

  @Test func `a step that passes stays under the cursor`() throws {
    let app = try app("31g", "&", "type:session.retry", "enter")
    #expect(app.step == 31)
  }

  @Test func `the cursor is on the screen, with a filter and without`() throws {
    var app = try app("26g", "&", "type:session.retry", "enter", columns: 80, rows: 24)
    #expect(app.step == 16 && app.lines.contains { $0.hasPrefix("▶") })
    app.press("esc")
    #expect(app.step == 16 && app.lines.contains { $0.hasPrefix("▶") })
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

  @Test(arguments: [(40, 10, "2 filters  @24"), (100, 30, "[store:cart][-is:unchanged]")])
  func `where the Timeline has no header, the title counts the filters, or another pane names them`(
    _ columns: Int, _ rows: Int, _ words: String
  ) throws {
    var app = try app("&", "store:cart", "enter", "F", "a", "-is:unchanged", "enter", "q", columns: columns, rows: rows)
    app.press("tab", "+", "+")
    #expect(app.line(with: "Timeline") == nil && app.line(with: words) != nil, "\(app.lines)")
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

  @Test func `beside a hidden row, the clock stands instead of an interval to it`() throws {
    var app = try app("18g", columns: 120)
    #expect(app.line(with: "cart.reserved")?.contains("     +385ms") == true, "\(app.lines)")
    app.press("&", "store:cart", "enter")
    #expect(app.line(with: "cart.reserved")?.contains(" 12:09:44.650 ") == true, "\(app.lines)")
  }

  @Test func `without a header, the title counts the filters, and those that are off`() throws {
    var app = try app("&", "store:cart", "enter", "&", "is:action", "enter", columns: 59, rows: 12)
    #expect(app.lines[0].contains("  2 filters  "), "\(app.lines)")
    app.press("F", "home", "enter", "q")
    #expect(app.lines[0].contains("  2 filters, 1 off  "), "\(app.lines)")
  }

  @Test(arguments: ["/", "&"]) func `an empty prompt lists what can be typed, and Tab completes its beginning`(_ sign: String) throws {
    var app = try app("18g", sign)
    #expect(app.line(with: " type: ")?.contains(" types, such as ") == true && app.line(with: " store: ")?.contains("cart") == true)
    #expect(app.line(with: "traits, such as is:error") != nil && app.line(with: "as in changed:cart.total") != nil)
    #expect(app.line(with: "a value in the state") != nil && app.line(with: "as in dur > 10ms") == nil)
    app.press("tab")
    #expect(app.line(with: "as in dur > 10ms") != nil)
    // The message is below all of them.
    for candidate in QueryForm.candidates(in: app.inspector.state).prefix(25) {
      #expect(app.line(with: " \(candidate.text) ") != nil, "\(candidate)")
    }
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
