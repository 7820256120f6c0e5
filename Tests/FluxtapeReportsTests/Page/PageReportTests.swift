import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import Foundation
import Testing

@testable import FluxtapeReports

struct PageReportTests {
  static func page(_ run: CheckedRun, beside: ComparisonReport? = nil, upTo size: Int = 1 << 30) throws -> PageReport.Page {
    try PageReport(run, beside: beside, statistics: try run.history.statistics()).page(upTo: size)
  }

  /// The text between the tags of an element.
  static func content(_ html: String, from start: String, to end: String) throws -> String {
    let first = try #require(html.firstRange(of: start)).upperBound
    let last = try #require(html[first...].firstRange(of: end)).lowerBound
    return String(html[first..<last])
  }

  static func data(_ page: PageReport.Page) throws -> JSONValue {
    try JSONValue(parsing: try content(page.html, from: #"<script type="application/json" id="data">"#, to: "</script>"))
  }

  static func shop(_ name: String = "shop") throws -> CheckedRun {
    switch name {
    case "shop": try good.get()
    case "shop-negative-total": try bad.get()
    default: try opened(name)
    }
  }

  private static let good = Result { try opened("shop") }
  private static let bad = Result { try opened("shop-negative-total") }

  /// The whole page of the shop's log.
  private static let shopPage = Result { try page(shop()) }

  private static func opened(_ name: String) throws -> CheckedRun {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let history = try #require(History.open([package.appendingPathComponent("samples/logs/\(name).jsonl").path]).first)
    return CheckedRun(
      history, log: "\(name).jsonl", findings: try history.check(Checklist(rules: [.init(.never(Query(parsing: "cart.total < 0")))])))
  }

  // MARK: - Safety

  @Test func `a hostile log adds nothing to the document`() throws {
    let html = try Self.page(try CheckedRun.hostile()).html
    let plain = try Self.shopPage.get().html
    for mark in ["<script", "</script", "<style", "</style", "<img", "<!--"] {
      #expect(html.ranges(of: mark).count == plain.ranges(of: mark).count, "\(mark)")
    }
    #expect(!html.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{0}" || $0 == "\u{1B}" })
  }

  @Test func `the policy allows this script, this style and nothing else`() throws {
    let html = try Self.shopPage.get().html
    let policy = try Self.content(html, from: #"Content-Security-Policy" content=""#, to: "\"")
    let script = try Self.content(html, from: "<script>", to: "</script>")
    let style = try Self.content(html, from: "<style>", to: "</style>")
    func digest(_ text: String) -> String { "'\(PageReport.digest(text))'" }
    #expect(policy == "default-src 'none'; script-src \(digest(script)); style-src \(digest(style)); base-uri 'none'; form-action 'none'")
    // The policy would block style attributes and handlers in markup.
    #expect(html.firstRange(of: #/<[a-z][^>]* (style|on[a-z]+)=/#) == nil)
    #expect(html.firstRange(of: #/(src|href)="/#) == nil)
  }

  @Test func `a served page reaches its own server, and is told what it would show now`() throws {
    let run = try Self.shop()
    let report = PageReport(run, statistics: try run.history.statistics(), isServed: true)
    let page = try report.page()
    #expect(page.html.contains("; connect-src 'self'; base-uri") && page.html.contains("new EventSource('grown')"))
    #expect(try !Self.shopPage.get().html.contains("EventSource"))
    let update = try JSONValue(parsing: report.update())
    let data = try Self.data(page)
    #expect(update["data"] == data && data["start"]?.int == run.history.rows.count - 1)
    #expect(try update["facts"]?.string == Self.content(page.html, from: #"<p id="facts">"#, to: "</p>"))
  }

  @Test func `what a log says is all there`() throws {
    let run = try CheckedRun.hostile()
    let texts = try #require(try Self.data(try Self.page(run))["runs"]?.array?[0]["texts"]?.array).compactMap(\.string)
    for row in run.history.rows { #expect(texts.contains(row.type)) }
  }

  @Test func `names that differ only in their normalization stay apart`() throws {
    let lines = ["e\u{301}", "\u{E9}"].enumerated().map { #"{"seq":\#($0 + 1),"t":\#($0),"store":"a","type":"\#($1)","reduced":false}"# }
    let run = CheckedRun(try History.holding(lines), log: "run.jsonl", findings: [])
    let texts = try #require(try Self.data(try Self.page(run))["runs"]?.array?[0]["texts"]?.array)
    #expect(texts.count == 2, "\(texts)")
  }

  // MARK: - Answers

  @Test func `an answer has the steps that the page shows, and says what it lacks`() throws {
    let history = try History.holding(
      (1...40).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"x","state":{"n":\#($0)}}"# }
        + [#"{"seq":42,"t":42,"store":"b","type":"y"}"#])
    let query = try Query(parsing: "a.n > 2")
    var undecided = UndecidedRows()
    let rows = try history.rows(matching: query) { step in
      undecided = step.undecided
      return true
    }
    let found = (rows: rows, undecided: UndecidedReport(undecided, of: history, log: "log.jsonl"))
    let run = CheckedRun(history, log: "log.jsonl", findings: [Finding(.missing, row: 30)])
    let report = PageReport(run, statistics: try history.statistics(), answers: [.init(to: query, found: [found])])
    let whole = try Self.data(report.page())["answers"]?.array
    #expect(whole?.count == 1 && whole?.first?["query"] == "a.n > 2" && whole?.first?["count"] == 38)
    #expect(whole?.first?["rows"] == [.array((2..<40).map { .number(JSONNumber($0)) })])
    #expect(
      whole?.first?["remark"]?.string == "not known at 2 rows, the first log.jsonl:41, as the log is not whole at the missing step 41")
    let short = try report.page(upTo: 1)
    try #require(short.rows == 20..<36)
    let cut = try Self.data(short)["answers"]?.array?.first
    #expect(cut?["count"] == 38 && cut?["rows"] == [.array((0..<16).map { .number(JSONNumber($0)) })])
    #expect(cut?["remark"]?.string?.hasPrefix("not on this page: 22 of 38 steps; not known at 2 rows") == true)
  }

  // MARK: - Notes

  @Test func `marks and notes are on the page, as data`() throws {
    let run = try Self.shop("shop-negative-total")
    let notes = [
      PageReport.Note(step: 49, marks: ["a"], text: ""),
      PageReport.Note(step: 189, marks: ["b", "c"], text: "why </script><img src=x> \u{202E}twice? password=hunter2hunter2"),
      PageReport.Note(step: 9999, marks: [], text: "late"),
    ]
    let page = try PageReport(run, statistics: try run.history.statistics(), notes: notes).page()
    let entries = try #require(try Self.data(page)["notes"]?.array)
    #expect(entries.map { $0["row"]?.int } == [run.history.row(of: 49), run.history.row(of: 189), nil])
    #expect(entries.map { $0["address"]?.string } == [49, 189, 9999].map { "\(run.log):\($0)" })
    #expect(entries.map { $0["marks"]?.array?.compactMap(\.string) } == [["a"], ["b", "c"], []])
    #expect(entries[1]["type"]?.string == "cart.checkout" && entries[2]["text"]?.string == "late")
    let text = try #require(entries[1]["text"]?.string)
    #expect(text.hasPrefix("why </script><img src=x> \u{202E}twice? ") && text.contains("[redacted]") && !text.contains("hunter2"))
    #expect(page.html.ranges(of: "</script").count == 2 && !page.html.contains("<img") && !page.html.contains("\u{202E}"))
    #expect(page.html.contains(#"<ul id="notes" aria-label="Marks and notes"></ul>"#))
  }

  @Test func `the policy allows the script and the style of notes`() throws {
    let run = try Self.shop()
    let html = try PageReport(run, statistics: try run.history.statistics(), notes: [.init(step: 1, marks: ["a"], text: "")]).page().html
    let script = try Self.content(html, from: "<script>", to: "</script>")
    let style = try Self.content(html, from: "<style>", to: "</style>")
    #expect(script.contains("noteOfRow") && style.contains("#notes"))
    #expect(html.contains(PageReport.digest(script)) && html.contains(PageReport.digest(style)))
  }

  @Test func `a page without notes has nothing of them`() throws {
    let html = try Self.shopPage.get().html
    #expect(!html.contains("noteOfRow") && !html.contains("#notes") && !html.contains(#"id="notes""#) && !html.contains(#""notes":"#))
    #expect(!html.contains("{{"))
  }

  @Test func `a note about a step that a short page lacks is listed`() throws {
    let run = try Self.shop("shop-negative-total")
    let note = PageReport.Note(step: 1, marks: [], text: "the beginning")
    let page = try PageReport(run, statistics: try run.history.statistics(), notes: [note]).page(upTo: 1)
    try #require(!page.rows.contains(0))
    let entry = try #require(try Self.data(page)["notes"]?.array?.first)
    #expect(entry["row"]?.isNull == true && entry["address"]?.string == "\(run.log):1" && entry["type"]?.string != nil)
  }

  // MARK: - Test and source

  @Test func `the title is the test, and the source around its sites is in the page`() throws {
    let history = try History.holding([
      #"{"fluxtape":1,"run":"r","meta":{"test":"CartTests/adds(_:)","case":"count: 2","id":"Shop.CartTests/adds(_:)"}}"#,
      #"{"seq":1,"t":1,"store":"a","type":"x","site":"Shop/Cart.swift:3","reduced":false}"#,
      #"{"seq":2,"t":2,"mark":"Expectation failed","level":"error","site":"Shop/CartTests.swift:9"}"#,
    ])
    let run = CheckedRun(history, log: "log.jsonl", findings: try history.check())
    let page = try PageReport(run, statistics: try history.statistics()) { site in
      site == "Shop/CartTests.swift:9" ? (first: 8, line: 9, lines: ["before", "</script>", "after"]) : nil
    }.page()
    #expect(try Self.content(page.html, from: "<title>", to: "</title>") == "CartTests/adds(_:) [count: 2]")
    #expect(try Self.content(page.html, from: "<header>", to: "</p>").contains(#"<p id="facts">log.jsonl · "#))
    let sources = try #require(try Self.data(page)["sources"]?.object)
    #expect(sources.count == 1 && sources["Shop/CartTests.swift:9"] == [8, 9, ["before", "</script>", "after"]])
    #expect(page.html.ranges(of: "</script").count == 2)
  }

  // MARK: - States

  /// The states of all stores after each number of events, rebuilt as the page's script does.
  static func rebuilt(_ run: JSONValue) throws -> [[JSONValue?]] {
    var states = try #require(run["base"]?.array).map { $0.array?.first }
    var all = [states]
    for event in try #require(run["events"]?.array).compactMap(\.array) {
      let store = try #require(event[0].int)
      if let snapshot = event[3].array?.first {
        states[store] = snapshot
      } else if event[4].int != 0 {
        states[store] = nil
      } else if event[2].array != nil, let old = states[store] {
        states[store] = try JSONPatch(decoding: event[2]).applied(to: old)
      }
      all.append(states)
    }
    return all
  }

  static func expectStates(_ page: PageReport.Page, of run: CheckedRun, every step: Int) throws {
    let data = try #require(try Self.data(page)["runs"]?.array?.first)
    let rows = try #require(data["rows"]?.array)
    let states = try rebuilt(data)
    #expect(rows.count == page.rows.count)
    for place in stride(from: 0, to: rows.count, by: step) {
      let count = try #require(rows[place].array?[9].int)
      for (store, name) in run.history.stores.enumerated() {
        #expect(
          try states[count][store] == run.history.state(of: name, after: page.rows.lowerBound + place).value, "\(name) after \(place)")
      }
    }
  }

  @Test func `patches in the page rebuild every state`() throws {
    let run = try Self.shop()
    try Self.expectStates(try Self.shopPage.get(), of: run, every: 7)
  }

  @Test func `a log that asks for another reader has rows, no states, and says why`() throws {
    let history = try History.holding([
      #"{"fluxtape":1,"run":"r","needs":["time travel"]}"#, #"{"t":0,"store":"a","type":"@@STATE","state":{"n":1}}"#,
      #"{"seq":1,"t":1,"store":"a","type":"x","patch":[{"op":"replace","path":"/n","value":2}]}"#,
    ])
    let page = try Self.page(CheckedRun(history, log: "log.jsonl", findings: try history.check()))
    let data = try #require(try Self.data(page)["runs"]?.array?.first)
    #expect(data["rows"]?.array?.count == history.rows.count)
    #expect(data["events"]?.array?.isEmpty == true && data["base"]?.array == [1])
    #expect(page.html.contains("no states: the log needs a reader that supports time travel"))
  }

  @Test func `a page opens at what looks wrong where nothing failed`() throws {
    let run = try Self.shop("redux-effects-out-of-order")
    #expect(run.worst == nil)
    let start = try #require(try Self.data(try Self.page(run))["start"]?.int)
    #expect(run.history.rows[start].step == 22)
    #expect(try Self.data(Self.shopPage.get())["start"]?.int == 0)
  }

  @Test func `a page opens at the gravest finding that has a row, and lists it first`() throws {
    let history = try History.holding((1...6).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"x","state":\#($0)}"# })
    func page(_ findings: Finding...) throws -> (start: Int?, first: Int?) {
      let data = try Self.data(try Self.page(CheckedRun(history, log: "log.jsonl", findings: findings)))
      return (data["start"]?.int, data["findings"]?.array?.compactMap { $0["row"]?.int }.first)
    }
    func hint(_ suspicion: Suspicion, _ row: Int) -> Finding { Finding(.suspicion(suspicion), row: row, isNote: true) }
    let rule = CheckRule(.never(try Query(parsing: "type:x")))
    let hints = try page(hint(.glitch(count: 1), 1), hint(.keptError, 2), hint(.staleAnswer, 3), hint(.doubleSubmit, 4))
    #expect(hints.start == 3 && hints.first == 3)
    let problems = try page(
      hint(.staleAnswer, 0), Finding(.missing, row: 1), Finding(.failure(nil), row: 2), Finding(.broken(rule), row: 3),
      Finding(.broken(rule), row: 4))
    #expect(problems.start == 3 && problems.first == 3)
    // A problem of the whole run has no place to open at.
    let whole = try page(Finding(.errorMark, row: nil), hint(.staleAnswer, 1), Finding(.failure(nil), row: 5))
    #expect(whole.start == 5)
  }

  @Test func `of notes, the gravest about what looks wrong is the worst`() throws {
    let history = try History.holding((1...6).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"x","state":\#($0)}"# })
    func worstNote(_ findings: Finding...) -> Int? { CheckedRun(history, log: "log.jsonl", findings: findings).worstNote?.row }
    func hint(_ suspicion: Suspicion, _ row: Int) -> Finding { Finding(.suspicion(suspicion), row: row, isNote: true) }
    let other = Finding(.pending, row: 0, isNote: true)
    #expect(worstNote(other, hint(.glitch(count: 1), 1), hint(.staleAnswer, 3), hint(.doubleSubmit, 4), Finding(.missing, row: 5)) == 3)
    #expect(worstNote(Finding(.missing, row: 5), other) == 0)
    #expect(worstNote(Finding(.missing, row: 5)) == nil)
  }

  // MARK: - Size

  @Test func `a page that must be small holds what matters, and says what it lacks`() throws {
    let run = try Self.shop("shop-negative-total")
    let whole = try Self.page(run)
    #expect(whole.notice == nil && whole.rows == run.history.rows.indices)
    let cut = try Self.page(run, upTo: 139_000)
    #expect(cut.html.utf8.count <= 139_000)
    let guilty = try #require(run.worst?.row)
    #expect(cut.rows.contains(guilty) && cut.rows.count < whole.rows.count)
    #expect(cut.notice?.contains("shortened") == true)
    #expect(try Self.data(cut)["notice"]?.string == cut.notice)
    #expect(try Self.data(cut)["start"]?.int == guilty - cut.rows.lowerBound)
    try Self.expectStates(cut, of: run, every: 5)
  }

  @Test func `a page never has less than some rows`() throws {
    let run = try Self.shop()
    #expect(try Self.page(run, upTo: 1).rows.count == 16)
  }

  // MARK: - Two runs

  @Test(arguments: [1 << 30, 140_000])
  func `from where the runs part each row of both stands in one entry`(_ size: Int) throws {
    let (good, bad) = (try Self.shop(), try Self.shop("shop-negative-total"))
    let comparison = try RunComparison(good.history, bad.history)
    let page = try Self.page(bad, beside: ComparisonReport(comparison, (good.history, good.log), (bad.history, bad.log)), upTo: size)
    let data = try Self.data(page)
    let beside = try #require(data["beside"])
    let start = try #require(beside["start"]?.int)
    let pairs = try #require(beside["pairs"]?.array).map { ($0.array?[0].int ?? -2, $0.array?[1].int ?? -2) }
    #expect(pairs.map(\.0).filter { $0 >= 0 } == Array(start..<page.rows.count))
    let others = pairs.map(\.1).filter { $0 >= 0 }
    #expect(others == others.sorted() && Set(others).count == others.count)
    let count = try #require(data["runs"]?.array?[1]["rows"]?.array).count
    #expect(others.allSatisfy { $0 < count })
    if page.notice == nil {
      #expect(beside["second"]?.int.map { bad.history.rows[$0].step?.rawValue } == 56)
      #expect(beside["words"]?.string == "the same action led to different states")
      #expect(beside["differences"]?.array?.first?.array == [".total", [6600], [0]])
    }
  }

  @Test func `runs that are the same part nowhere`() throws {
    let run = try Self.shop()
    let page = try Self.page(run, beside: ComparisonReport(run, beside: run))
    let beside = try #require(try Self.data(page)["beside"])
    #expect(beside["pairs"]?.array?.isEmpty == true && beside["second"]?.isNull == true)
    #expect(beside["start"]?.int == run.history.rows.count)
  }
}
