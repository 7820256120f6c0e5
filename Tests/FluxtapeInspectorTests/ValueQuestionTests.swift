import FluxtapeLogReading
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// Questions about one value: which action wrote it, how it changed, and when.
struct ValueQuestionTests {
  @Test func `the story of the negative total: the step, its writer, its cause, and the command for all of it`() throws {
    var app = try InspectorDriver(sample: "shop-negative-total", columns: 80, rows: 24)
    app.press("&", "cart.total < 0", "enter")
    let history = app.inspector.state.history
    let expected = try #require(try history.firstRow(matching: Query(parsing: "cart.total < 0")))
    #expect(app.inspector.state.cursor == expected)
    app.press("b")
    let written = try #require(try history.blame(StatePath(parsing: "cart.total"), after: expected)?.first)
    let old = try #require(written.old?.text)
    let row = try #require(app.lines.first { $0.hasPrefix("▶ .total  ") }, "\(app.lines)")
    #expect(row.contains("\(old) → \(written.value.text)") && row.contains("#\(app.step)"), "\(row)")
    app.press("yc")
    let log = try #require(history.files.first?.path)
    #expect(app.copied == "fluxtape blame \(ShellWord.quoted("\(log):\(app.step)")) cart.total")
    app.press("u")
    #expect(history.cause(of: expected) == app.inspector.state.cursor)
  }

  @Test func `a blame names the step that it is about, also once the cursor is elsewhere`() throws {
    var app = try InspectorDriver(sample: "shop-negative-total")
    app.press("100g", ";", "cart.total", "enter", "b")
    #expect(app.line(with: "[Blame]")?.contains(" cart.total  after #100 ") == true && app.line(with: "3360 → 2860  (-500)") != nil)
    let rows = app.inspector.state.details[.answer]?.rows.count
    app.press("189g")
    #expect(app.line(with: "Blame")?.contains(" cart.total  after #100 ") == true && app.line(with: "3360 → 2860  (-500)") != nil)
    app.press("b")
    #expect(app.line(with: "Blame")?.contains(" cart.total  after #189 ") == true && app.line(with: "4860 → -300") != nil)
    #expect(app.inspector.state.coveredAnswers.isEmpty && app.inspector.state.details[.answer]?.rows.count == rows)
    app.press("yc")
    let log = try #require(app.inspector.state.history.files.first?.path)
    #expect(app.copied == "fluxtape blame \(ShellWord.quoted("\(log):189")) cart.total")
  }

  @Test(arguments: [(80, 24), (40, 10)]) func `a long path leaves room for the step of a blame`(columns: Int, rows: Int) throws {
    let path = "aLongNameOfAMember.anotherLongNameOfAMember.theLastOne"
    let tokens = path.split(separator: ".")
    let state = tokens.reversed().reduce("1") { "{\"\($1)\":\($0)}" }
    let lines = [#"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":\#(state)}"#]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: columns, rows: rows)
    app.press(";", "." + path, "enter", "b")
    #expect(app.line(with: "after #1") != nil, "\(app.lines)")
  }

  @Test func `a blame before the store begins gives the reason that the command gives`() throws {
    var app = try InspectorDriver(sample: "shop-negative-total", columns: 80, rows: 24)
    app.press("g", ":blame cart.total", "enter")
    #expect(app.line(with: "the state of cart is not known: the store has not begun there") != nil, "\(app.lines)")
  }

  @Test func `a blame spells paths as the state that it is about has them`() throws {
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"items":[{"n":1},{"n":2}]}}"#,
      #"{"seq":2,"t":1,"store":"a","type":"drop","state":{"items":{"0":"gone"}}}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40)
    app.press("1g", ";", ".items", "enter", "b")
    #expect(app.line(with: ".items[1].n") != nil, "\(app.lines)")
    app.press("2g")
    #expect(app.line(with: ".items[1].n") != nil, "\(app.lines)")
  }

  @Test func `every change of a value, with the one that made it what it is under the cursor`() throws {
    var app = try InspectorDriver(sample: "shop")
    app.press("/", "checkoutFailed", "enter", ";", "cart.total", "enter", "B")
    let changes = try app.inspector.state.history.changes(of: [StatePath(parsing: "cart.total")])
    #expect(app.inspector.state.details[.answer]?.rows.count == changes.count)
    let last = try #require(changes.last { $0.row <= app.inspector.state.cursor })
    #expect(app.inspector.state.details[.answer]?.selectedRow?.target == app.inspector.state.rows.place(of: last.row))
    app.press("enter")
    #expect(app.inspector.state.cursor == last.row)
    app.press("q")
    #expect(app.inspector.state.answer == nil)
  }

  @Test func `from change to change of one value, back to its first, and to where it became what it is`() throws {
    var app = try InspectorDriver(sample: "shop")
    let changes = try app.inspector.state.history.changes(of: [StatePath(parsing: "cart.total")]).map(\.row)
    app.press("g", ";", "cart.total", "enter", "*")
    #expect(app.inspector.state.cursor == changes.first { $0 > 0 })
    app.press("2", "*")
    let third = app.inspector.state.cursor
    #expect(changes.filter { $0 > 0 }.prefix(3).last == third)
    app.press("#", "#")
    #expect(app.inspector.state.cursor == changes.first { $0 > 0 })
    app.press("G", "f")
    #expect(app.inspector.state.cursor == changes.last)
    app.press("f")
    #expect(app.bottom.contains("was set at this step"))
    app.press("*")
    #expect(app.bottom.contains("does not change later"))
  }

  @Test func `a watched value shows its course, where it stands and how it came there`() throws {
    var app = try InspectorDriver(sample: "shop")
    app.press("17g", ";", "cart.total", "enter", "w", ";", "catalog.isLoading", "enter", "w")
    #expect(app.lines.contains { $0.hasPrefix(" cart.total ") && $0.contains("4800 (+4800)") && $0.contains("█") })
    #expect(app.lines.contains { $0.hasPrefix(" catalog.isLoading ") && $0.contains("false") })
    app.press("W")
    #expect(app.inspector.state.watching.values.isEmpty)
  }

  @Test(arguments: [(100, 24), (80, 24), (72, 20), (120, 40)])
  func `watched values are shown as far as there is room, and of more it is said how many are not`(columns: Int, rows: Int) throws {
    var app = try InspectorDriver(sample: "shop", columns: columns, rows: rows)
    app.press("17g", ";", "cart.total", "enter", "w", ";", "catalog.isLoading", "enter", "w")
    #expect(
      app.lines.contains { $0.hasPrefix(" cart.total ") } && app.lines.contains { $0.hasPrefix(" catalog.isLoading ") }, "\(app.lines)")
    for path in ["cart.note", "cart.orders", "session.retries", "session.notices"] { app.press(";", path, "enter", "w") }
    let shown = rows / 8
    #expect(app.lines.contains { $0.hasSuffix("+\(6 - shown) more watched") }, "\(app.lines)")
  }

  @Test(arguments: [(40, 10, true), (80, 24, false)])
  func `where there is no room for watched values it is said what shows them`(columns: Int, rows: Int, isTold: Bool) throws {
    var app = try InspectorDriver(sample: "shop", columns: columns, rows: rows)
    app.press("17g", ";", "cart.total", "enter", "w")
    #expect(app.bottom.contains("watching cart.total"))
    #expect(app.bottom.contains("60x20") == isTold)
  }

  @Test func `a plot has the scale of its numbers`() throws {
    var app = try InspectorDriver(sample: "shop")
    app.press(";", "cart.total", "enter", "x")
    let numbers = try app.inspector.state.history.changes(of: [StatePath(parsing: "cart.total")]).compactMap { $0.new?.number?.text }
    let highest = numbers.compactMap { Int($0) }.max() ?? 0
    #expect(app.line(with: highest.grouped) != nil)
    #expect(app.lines.contains { $0.contains("[Plot]") })
    app.press("esc", ";", "cart.note", "enter", "x")
    // Each text has a level.
    let notes = Set(try app.inspector.state.history.changes(of: [StatePath(parsing: "cart.note")]).compactMap { $0.new?.text })
    #expect(app.lines.contains { line in notes.contains { line.contains("\($0.prefix(6))") } && line.contains("│") })
  }

  /// A value that is a number except for a moment in the middle of a log of 900 rows.
  private static func interrupted(by text: String) throws -> [String] {
    (1...900).map { step in
      let value = step == 450 ? text : "\(step < 450 ? 10 : 20)"
      return #"{"seq":\#(step),"t":\#(step),"store":"a","type":"x","state":{"n":\#(value)}}"#
    }
  }

  @Test(arguments: ["null", "\"none\"", "true", "[1]"])
  func `a plot and a sparkline show where a value is no number, however short`(text: String) throws {
    var app = try InspectorDriver(runs: [.holding(Self.interrupted(by: text))], columns: 120, rows: 40)
    app.press(";", "a.n", "enter", "x", "w")
    let bottom = try #require(app.line(with: "10│"))
    // One column, with bars on both sides above it.
    #expect(bottom.contains("▁·█") && bottom.count { $0 == "·" } == 1, "\(bottom)")
    #expect(app.line(with: " · no number") != nil)
    let watch = try #require(app.lines.last { $0.hasPrefix(" a.n ") })
    #expect(watch.contains("▁·█"), "\(watch)")
  }

  @Test(arguments: 10..<22)
  func `a peak is seen in a plot wherever it stands in its column`(peak: Int) throws {
    let lines = (1...72).map { step in
      #"{"seq":\#(step),"t":\#(step),"store":"a","type":"set","state":{"n":\#(step == peak ? 900 : step % 7)}}"#
    }
    let run = FixedRun(try History.holding(lines))
    let series = Series(try run.history.changes(of: [StatePath(parsing: "a.n")]), in: run.rows)
    #expect(series.columns(12, of: run.rows).contains(.number(900)))
  }

  @Test func `the column of the step in a plot moves with it, and bars keep their height`() throws {
    let lines = (1...40).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"x","state":{"n":\#($0)}}"# }
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 120, rows: 40)
    app.press("g", ";", "a.n", "enter", "x")
    var seen: [Int] = []
    var bars: [Int] = []
    for _ in 0..<4 {
      let top = try #require(app.line(with: "40│")?.split(separator: "40│", maxSplits: 1).last)
      seen.append(top.distance(from: top.startIndex, to: try #require(top.firstIndex(of: "│"))))
      bars.append(app.lines.joined().count { "▁▂▃▄▅▆▇█".contains($0) })
      app.press(".")
    }
    #expect(seen == seen.sorted() && Set(seen).count == 4 && Set(bars).count == 1, "\(seen) \(bars)")
  }

  @Test func `a plot without a gap speaks of none`() throws {
    var app = try InspectorDriver(runs: [.holding(Self.interrupted(by: "15"))], columns: 120, rows: 40)
    app.press(";", "a.n", "enter", "x")
    #expect(app.line(with: "no number") == nil)
    #expect(app.line(with: "10│")?.contains("·") == false)
  }

  @Test func `where there is little room, values stand without their difference, and whole`() throws {
    var app = try InspectorDriver(sample: "shop-negative-total", columns: 40, rows: 10)
    app.press("&", "cart.total < 0", "enter", "b")
    #expect(app.line(with: "▶ .total  4860 → -300  #189  cart.…ckout") != nil, "\(app.lines)")
    app.press("q", "B")
    #expect(app.line(with: "▶ #189 ")?.hasSuffix("4860 → -300") == true)
  }

  @Test func `a value that was there when recording began was not absent before`() throws {
    var app = try InspectorDriver(sample: "shop", columns: 80, rows: 24)
    app.press("39g", ";", "cart.checkout", "enter", "B")
    let first = try #require(app.line(with: "recording began"))
    #expect(first.hasPrefix("  @20   there when recording began") && first.hasSuffix("{\"idle\":{}}") && !first.contains("absent"))
  }

  @Test func `a path may lead into any store, and completes there`() throws {
    var app = try InspectorDriver(sample: "shop")
    app.press("41g")
    #expect(app.line(with: "session after #41") != nil)
    app.press(";", "cart.to")
    #expect(app.line(with: "cart.total ") != nil)
    // The panes stay the same until it is accepted.
    #expect(app.line(with: "session after #41") != nil && app.line(with: "▾ items") == nil)
    app.press("tab")
    #expect(app.bottom.hasPrefix(";cart.total"))
    app.press("esc")
    #expect(app.line(with: "session after #41") != nil)
    app.press(";", "cart.to", "tab", "enter")
    #expect(app.line(with: "every store") != nil && app.inspector.state.valueCursor.paths["cart"]?.description == "/total")
  }

  @Test func `without a value it is said how to choose one`() throws {
    var app = try InspectorDriver(runs: [.holding([#"{"seq":1,"t":0,"store":"a","type":"x"}"#])])
    for key in ["b", "B", "*", "#", "f", "w", "x"] {
      app.press(key)
      #expect(app.bottom.contains("no value is chosen"), "\(key)")
    }
  }

  @Test func `the prompt for paths completes, and refuses what is not there`() throws {
    var app = try InspectorDriver(sample: "shop")
    app.press("17g", ";", "tot")
    #expect(app.line(with: "cart.total ")?.contains("4800") == true)
    app.press("tab")
    #expect(app.bottom.hasPrefix(";cart.total"))
    app.press("enter")
    #expect(app.inspector.state.valueCursor.paths["cart"]?.tokens == ["total"])
    app.press(";", "zzz", "enter")
    #expect(app.bottom.contains("no step has a value at zzz"), "\(app.bottom)")
  }

  @Test func `at a step without the state, the prompt for paths knows the values of later ones`() throws {
    var app = try InspectorDriver(sample: "shop")
    app.press("g", ";", "cart.t")
    #expect(app.line(with: "cart.total ")?.contains("in another state") == true, "\(app.lines)")
    app.press("enter")
    #expect(app.inspector.state.valueCursor.paths["cart"]?.tokens == ["total"])
    var other = try InspectorDriver(sample: "shop")
    other.press("g", ";", "total", "enter")
    #expect(other.inspector.state.valueCursor.paths["cart"]?.tokens == ["total"], "\(other.bottom)")
  }

  @Test func `a path at which no step has a value is named with the nearest one`() throws {
    var app = try InspectorDriver(sample: "shop")
    app.press("g", ";", "cart.totl", "enter")
    #expect(app.bottom.contains("no step has a value at cart.totl; did you mean cart.total?"), "\(app.bottom)")
    let history = app.inspector.state.history
    #expect(try history.sentence(ifUnseen: "totl") == "no step has a value at totl; did you mean cart.total?")
    #expect(try history.sentence(ifUnseen: "cart.total") == nil)
  }

  @Test func `a path that is typed leads into what was closed`() throws {
    var app = try InspectorDriver(sample: "shop")
    app.press("21g", "shift-tab", "zM", ";", ".items[0].qty", "enter")
    #expect(app.selection?.contains("qty") == true)
    #expect(app.line(with: " .items[0].qty  cart after #21 ") != nil, "\(app.lines)")
    app.press("H", "h")
    #expect(app.selection?.contains("▸ [0]") == true)
  }

  @Test func `what the state of every store was is one key away`() throws {
    var app = try InspectorDriver(sample: "shop")
    app.press("113g", "s")
    for store in app.inspector.state.history.stores {
      #expect(app.lines.contains { $0.contains("▸ \(store)") || $0.contains("▾ \(store)") })
    }
  }

  @Test func `a question about a whole store is not answered about the value under the cursor`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("18g", ";", ".total", "enter", ":top cart", "enter")
    #expect(app.line(with: "[Top]") != nil && app.line(with: "[Top]")?.contains("total") == false, "\(app.lines)")
    #expect(app.line(with: "cart.couponEntered") != nil, "\(app.lines)")
    app.press("q", ":watch cart", "enter")
    #expect(app.bottom.contains("cart is a whole state; name a value in it"), "\(app.bottom)")
  }
}
