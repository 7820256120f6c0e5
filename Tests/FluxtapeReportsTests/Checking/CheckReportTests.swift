import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import Testing

@testable import FluxtapeReports

struct CheckReportTests {
  @Test func `nothing that a log says drives a terminal or a table`() throws {
    let report = try CheckReport([try CheckedRun.hostile()])
    for line in report.text + report.table.markdown + report.table.csv + report.json.map(\.printableText) {
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" || $0 == "\u{7F}" }, "\(line)")
    }
  }

  @Test func `values, and what errors and marks say, are left out where they are to be hidden`() throws {
    let lines = [
      #"{"t":0,"store":"a","type":"@@STATE","state":{"n":1}}"#,
      #"{"seq":1,"t":1,"store":"a","type":"x","patch":[{"op":"replace","path":"/n","value":4711}]}"#,
      #"{"seq":2,"t":2,"store":"a","type":"y","error":{"type":"E","message":"was 4711"}}"#,
      #"{"seq":3,"t":3,"mark":"4711 is wrong","level":"error"}"#,
      #"{"seq":4,"t":4,"store":"a","type":"z","payload":{"n":4711}}"#,
    ]
    let history = try History.holding(lines)
    let checklist = Checklist(rules: [CheckRule(.never(try Query(parsing: "a.n > 4000")))])
    let run = CheckedRun(history, log: "log.jsonl", findings: try history.check(checklist))
    func all(_ hides: Bool) throws -> String {
      let report = try CheckReport([run], hidesValues: hides)
      let forms = [report.text, report.json.map(\.text), report.table.csv, report.table.markdown]
      let others = [
        try JUnitReport([run], hidesValues: hides).lines, try AnnotationReport([run], hidesValues: hides) { _ in nil }.lines,
        MarkdownReport(run, hidesValues: hides).lines,
        [try FolderSummary([run], hidesValues: hides).markdown()],
      ]
      return (forms + others).joined().joined(separator: "\n")
    }
    #expect(try all(false).contains("4711"))
    #expect(try !all(true).contains("4711"))
  }

  @Test(arguments: [(2, "1 earlier step was not kept"), (41, "40 earlier steps were not kept")])
  func `steps of segments that a flight recorder dropped are a note with one figure`(_ first: Int, _ words: String) throws {
    let history = try History.holding([
      #"{"fluxtape":1,"run":"r","segment":8,"dropped":{"segments":5,"records":20}}"#, #"{"t":0,"store":"a","type":"@@STATE","state":1}"#,
      #"{"seq":\#(first),"t":1,"store":"a","type":"x","patch":[]}"#, #"{"seq":\#(first + 1),"t":2,"end":"closed"}"#,
    ])
    let text = try CheckReport([CheckedRun(history, log: "log.jsonl", findings: try history.check(Checklist()))]).text
    #expect(text == ["log.jsonl  note: \(words)", "", "log.jsonl: no problem and 1 note in 2 steps"])
  }

  @Test func `an answer that came after the end of time is late`() throws {
    let runs = try (0..<2).map { place in
      let history = try History.holding([
        #"{"fluxtape":1,"run":"r\#(place)"}"#, #"{"seq":1,"t":\#(Int.min),"store":"a","type":"ask","patch":[]}"#,
        #"{"seq":2,"t":\#(Int.max),"store":"a","type":"answer","patch":[]}"#, #"{"seq":3,"t":\#(Int.max),"end":"closed"}"#,
      ])
      let rules = try CheckRule.rules(parsing: "answered: after type:ask, type:answer within 1s")
      return CheckedRun(history, log: "\(place).jsonl", number: place, findings: try history.check(Checklist(rules: rules)))
    }
    #expect(try CheckReport(runs).text.contains { $0.hasSuffix(" h later") })
    // The sum of both runs' times is the highest one there is.
    let seconds = "\(Int.max / 1_000_000).\(Int.max % 1_000_000)"
    #expect(try JUnitReport(runs).lines.contains { $0.contains("<testsuites") && $0.contains(#"time="\#(seconds)""#) })
  }

  @Test func `what is not in the log is told with counts and reasons`() throws {
    let omitted = (2...6).map { #"{"seq":\#($0),"t":\#($0),"store":"timeline","type":"x","omitted":"sampled"}"# }
    let history = try History.holding(
      [
        #"{"t":0,"store":"timeline","type":"@@STATE","state":{"bag":{"$opaque":"DisposeBag"}}}"#,
        #"{"seq":1,"t":1,"store":"timeline","type":"x","patch":[]}"#,
      ] + omitted + [
        #"{"seq":7,"t":7,"store":"timeline","type":"x"}"#, #"{"completes":7,"t":8,"store":"timeline","omitted":"limit"}"#,
        #"{"seq":8,"t":8,"end":"closed"}"#,
      ])
    let report = try CheckReport([CheckedRun(history, log: "log.jsonl", findings: try history.check(Checklist()))])
    #expect(
      report.text.filter { $0.contains("note: ") } == [
        """
        log.jsonl:2  note: 5 of 8 states of 'timeline' were not recorded: sampled by the options 'states' or 'stateTimePerAction'. The next \
        recorded state has the changes since
        """,
        """
        log.jsonl:7  note: 1 of 8 states of 'timeline' was not recorded: larger than the option 'limits' allows. The next recorded state has \
        the changes since
        """,
        "log.jsonl  note: 1 value is opaque: the log has the type, and not what the value holds",
      ])
    #expect(report.text.contains(#"  value   timeline.bag  {"$opaque":"DisposeBag"}"#))
  }

  @Test func `a report of secrets gives none away, whatever else it tells`() throws {
    let secret = "pl4nted0secret0"
    let lines = [
      #"{"t":0,"store":"a","type":"@@STATE","state":{"n":1,"session":{"token":"\#(secret)"}}}"#,
      #"{"seq":1,"t":1,"store":"a","type":"x","patch":[{"op":"replace","path":"/session/token","value":"\#(secret)2"}]}"#,
      #"{"seq":2,"t":2,"store":"a","type":"y","error":{"type":"E","message":"failed: token=\#(secret)"}}"#,
      #"{"seq":3,"t":3,"mark":"password=\#(secret) is wrong","level":"error"}"#,
      #"{"seq":4,"t":4,"store":"a","type":"z","payload":{"url":"/?token=\#(secret)","k":"AKIAABCDEFGHIJKLMNOP"}}"#,
    ]
    let history = try History.holding(lines)
    let rule = CheckRule(.never(try Query(parsing: #"a.session.token != "" and store:a"#)))
    let checklist = Checklist(rules: [rule], looksForSecrets: true)
    let run = CheckedRun(history, log: "log.jsonl", findings: try history.check(checklist))
    let report = try CheckReport([run])
    let all = [
      report.text, report.json.map(\.text), report.table.csv, report.table.markdown, try JUnitReport([run]).lines,
      try AnnotationReport([run]) { _ in nil }.lines, MarkdownReport(run).lines,
      [try FolderSummary([run], hidesValues: false).markdown()],
    ].joined().joined(separator: "\n")
    #expect(all.contains("password=[redacted] is wrong") && all.contains("failed: token=[redacted]") && all.contains("a.session.token"))
    #expect(!all.contains(secret) && !all.contains("AKIA"), "\(all)")
  }

  @Test func `a feedback loop names the actions of both stores, and the value that changes`() throws {
    var lines = [
      #"{"t":0,"store":"cart","type":"@@STATE","state":{"total":0}}"#, #"{"seq":1,"t":1,"store":"cart","type":"changed","reduced":false}"#,
    ]
    for step in 2...7 {
      let isCart = !step.isMultiple(of: 2)
      let names = isCart ? #""store":"cart","type":"changed""# : #""store":"totals","type":"added""#
      let outcome = isCart ? #""patch":[{"op":"replace","path":"/total","value":\#(step)}]"# : #""reduced":false"#
      lines.append(#"{"seq":\#(step),"t":\#(step),\#(names),"cause":\#(step - 1),\#(outcome)}"#)
    }
    let history = try History.holding(lines + [#"{"seq":8,"t":8,"end":"closed"}"#])
    let report = try CheckReport([CheckedRun(history, log: "log.jsonl", findings: try history.check())])
    #expect(report.text.first == "log.jsonl:7  a feedback loop: cart changed → totals added → … (3 times)")
    #expect(report.text.contains("  value   cart.total  5 → 7"))
    #expect(report.text.contains("  proof   5 changed, 6 added"))
  }

  @Test func `of a very long chain the nearest causes are told`() throws {
    let lines = (1...300).map { step in
      let cause = step > 1 ? #""cause":\#(step - 1),"# : ""
      let tail = step == 300 ? #""error":{"type":"E","message":""}"# : #""reduced":false"#
      return #"{"seq":\#(step),"t":\#(step),"store":"a","type":"x",\#(cause)\#(tail)}"#
    }
    let history = try History.holding(lines)
    let report = try CheckReport([CheckedRun(history, log: "log.jsonl", findings: try history.check())])
    #expect(report.json.first?["causes"]?.array?.count == 100)
    #expect(
      report.text.contains { $0.hasPrefix("  causes  200 x → 201 x → … 89 more … → 291 x → ") && $0.hasSuffix("→ 299 x") }, "\(report.text)"
    )
  }

  @Test func `of many findings of a kind text shows the first`() throws {
    let lines = (1...30).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"x","error":{"type":"E","message":""}}"# }
    let history = try History.holding(lines)
    let report = try CheckReport([CheckedRun(history, log: "log.jsonl", findings: try history.check())])
    #expect(report.text.count { $0.hasPrefix("log.jsonl:") && $0.contains("failed") } == 20)
    #expect(report.text.contains("… and 10 more of this kind; --json has them all"))
    #expect(report.text.last == "log.jsonl: 30 problems and 1 note in 30 steps")
    #expect(report.json.count == 32)
  }
}

struct AnnotationReportTests {
  @Test func `special characters are escaped as the runner decodes them`() {
    #expect(AnnotationReport.data("50% a\r\nb: c, d") == "50%25 a%0D%0Ab: c, d")
    #expect(AnnotationReport.property("50%: a, b") == "50%25%3A a%2C b")
  }

  @Test func `a log cannot make commands of its own`() throws {
    let report = try AnnotationReport([try CheckedRun.hostile()]) { site in
      site.hasSuffix(":3") ? (file: "Sources/a,b:c.swift", line: 3) : nil
    }
    #expect(report.lines.prefix(10).allSatisfy { $0.hasPrefix("::error ") && !$0.contains("\n") && !$0.contains("\r") })
    #expect(report.lines.first?.hasPrefix("::error file=Sources/a%2Cb%3Ac.swift,line=3,title=") == true)
    #expect(report.lines[9] == "::error title=fluxtape::3 more problems stand below, in the log of this step")
    #expect(report.lines[10] == "::stop-commands::fluxtape" && report.lines.last == "::fluxtape::")
    // The text between `title=` and the second `::` contains neither commas nor colons.
    for line in report.lines.prefix(10) {
      let properties = line.dropFirst("::error ".count).split(separator: "::", maxSplits: 1)[0]
      #expect(!properties.contains(":"))
    }
  }

  @Test func `ten are all shown`() throws {
    let lines = (1...10).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"x","error":{"type":"E","message":""}}"# }
    let history = try History.holding(lines)
    let run = CheckedRun(history, log: "log.jsonl", findings: try history.check())
    #expect(try AnnotationReport([run]) { _ in nil }.lines.count == 10)
  }
}

struct MarkdownReportTests {
  @Test func `nothing that a log says is markup`() throws {
    let run = try CheckedRun.hostile()
    let summary = try FolderSummary([run], hidesValues: false).markdown()
    for line in MarkdownReport(run).lines + summary.split(separator: "\n").map(String.init) {
      #expect(!line.contains("<"), "\(line)")
      #expect(line.firstRange(of: #/(^|[^\\])(`|\||!\[|\]\()/#) == nil, "\(line)")
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
    }
  }

  @Test func `a summary without room for its totals is empty`() throws {
    let summary = try FolderSummary([CheckedRun.hostile()], hidesValues: false)
    let text = summary.markdown(upTo: 700)
    #expect(text.utf8.count <= 700 && text.contains("Left out: 1 failure of 1 red run, for lack of room"), "\(text)")
    #expect(summary.markdown(upTo: 10) == "")
  }

  @Test func `tests with endless titles leave room for the summary`() throws {
    let title = String(repeating: "long ", count: 1 << 19)
    let history = try History.holding([
      #"{"fluxtape":1,"run":"r","meta":{"test":"\#(title)"}}"#,
      #"{"seq":1,"t":0,"mark":"m","level":"warning","problem":{"kind":"sharedStore","test":"other \#(title)"}}"#,
      #"{"seq":2,"t":1,"end":"passed"}"#,
    ])
    let listing = RunListing(entries: [RunListing.Entry(paths: ["log.jsonl"], number: nil, summary: try history.summary())])
    let text = try FolderSummary(listing, causes: FolderCauses([])).markdown()
    #expect(text.contains("use one store: log") && text.utf8.count < 4000, "\(text.prefix(4000))")
  }

  @Test func `logs whose names are equal as strings have an issue each`() throws {
    let lines = [#"{"seq":1,"t":0,"store":"a","type":"x","error":{"type":"E","message":"no"}}"#, #"{"seq":2,"t":1,"end":"failed"}"#]
    let summary = try History.holding(lines).summary()
    let entries = ["caf\u{E9}", "cafe\u{301}"].map { RunListing.Entry(paths: [$0 + ".jsonl"], number: nil, summary: summary) }
    let issues = try FolderSummary(RunListing(entries: entries), causes: FolderCauses([])).codeQuality { _ in nil }
    #expect(issues.array?.count == 2)
  }
}

extension FolderSummary {
  fileprivate init(_ runs: [CheckedRun], hidesValues: Bool) throws {
    try self.init(runs, RunListing(runs, unreadable: []), causes: FolderCauses([]), hidesValues: hidesValues)
  }
}
