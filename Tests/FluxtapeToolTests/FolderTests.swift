import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogSchema
import Foundation
import Testing

/// The logs of a CI job as a whole: a crash, a failure, a flaky test, green runs.
struct FolderTests {
  private let recorded: RecordedJob
  private var folder: TemporaryFolder { recorded.folder }

  init() throws { recorded = try RecordedJob() }

  /// A crash, other tests of its process, a failure, a test that failed and then passed, and one that passed and then failed.
  private func job() throws {
    for name in ["aInterrupted", "bInterrupted", "zInterrupted"] { try recorded.write(name, []) }
    try recorded.write("crashes", [RecordedJob.inFlight])
    try recorded.write("fails", process: 2, [RecordedJob.mark], end: "failed")
    try recorded.write("flaky", process: 2, [RecordedJob.mark], end: "failed")
    try recorded.write("flaky", attempt: 2, process: 3, [], end: "passed")
    try recorded.write("regressed", process: 2, [], end: "passed")
    try recorded.write("regressed", attempt: 2, process: 3, [RecordedJob.mark.replacing("-5", with: "-7")], end: "failed")
    try recorded.write("skipped", process: 2, [], end: "skipped")
  }

  private func run(_ arguments: String...) throws -> BuiltTool.Answer { try BuiltTool.run(arguments) }

  @Test func `a crash comes first, and what it interrupted says so`() throws {
    try job()
    let lines = try run("list", folder.url.path).lines
    #expect(lines[1].hasPrefix("unfinished") && lines[1].contains("Suite/crashes()"))
    #expect(lines[1].contains("in flight (crash, hang or kill): paid"))
    #expect(lines[2].hasPrefix("failed"))
    #expect(lines.count { $0.contains("interrupted by the crash of Suite/crashes()") } == 3)
    #expect(lines.last?.hasPrefix("10 runs of 8 tests: 7 red (3 of them interrupted), 2 green, 1 skipped; 2 of 8 tests are flaky") == true)
    #expect(lines.contains { $0.hasSuffix("✗✓       Suite/flaky()") })
    let headings = try run("compare", folder.url.path, "--format", "md").lines.filter { $0.hasPrefix("### ") }
    #expect(headings.first == "### Suite/crashes(): unfinished" && headings.count == 4, "\(headings)")
  }

  @Test func `pairs of tests that use one store are listed`() throws {
    func mark(_ test: String) -> String {
      #"{"seq":2,"t":20,"mark":"a store of Suite/\#(test)() was changed: add","level":"warning","#
        + #""problem":{"kind":"sharedStore","test":"Suite/\#(test)()"}}"#
    }
    try recorded.write("first", [mark("second")], end: "failed")
    try recorded.write("second", [mark("first")], end: "passed")
    try recorded.write("third", [mark("first")], end: "passed")
    let pairs = try run("list", folder.url.path).lines.filter { $0.contains(" and Suite/") }
    #expect(pairs.map { String($0.split(separator: " ", maxSplits: 2)[0]) } == ["2", "1"], "\(pairs)")
    #expect(pairs.first?.hasSuffix("Suite.first.1-failed.jsonl:2  Suite/first() and Suite/second()") == true, "\(pairs)")
    let json = try run("list", folder.url.path, "--json").lines.filter { $0.contains(#""kind":"sharedStore""#) }
    #expect(json.count == 2 && json[0].contains(#""tests":["Suite/first()","Suite/second()"],"runs":2"#), "\(json)")
    for name in ["s.txt", "s.md"] {
      #expect(try run("report", folder.url.path, "-o", folder.path(name)).status == 0)
      let text = try String(contentsOfFile: folder.path(name), encoding: .utf8)
      #expect(text.components(separatedBy: " use one store: ").count == 3, "\(text)")
    }
    let check = try run("check", folder.path("Suite.second.1-passed.jsonl"))
    #expect(check.status == 0 && check.output.contains("a store of Suite/first() was changed: add"), "\(check.output)")
    for command in ["check", "list"] {
      let lines = try run(command, folder.path("Suite.second.1-passed.jsonl"), "--json").lines.map { try JSONValue(parsing: $0) }
      #expect(lines.contains { $0["problem"]?["test"] == "Suite/first()" }, "\(lines.map(\.text))")
      for line in lines { #expect(try AnswerSchemaTests.schema(command).fault(in: line) == nil, "\(line.text)") }
    }
    for line in try run("list", folder.url.path, "--json").lines {
      #expect(try AnswerSchemaTests.schema("list-runs").fault(in: JSONValue(parsing: line)) == nil, "\(line)")
    }
  }

  @Test func `a search in a folder says how many of the runs are hypothetical`() throws {
    for meta in [#"{"hypothetical":{"log":"shop.jsonl","step":1}}"#, "{}"] {
      let text = """
        {"fluxtape":1,"run":"r\(meta.utf8.count)","meta":\(meta)}
        {"seq":1,"t":0,"store":"s","type":"add","state":1}
        {"seq":2,"t":1,"end":"closed"}

        """
      _ = try folder.write(text, to: "\(meta.utf8.count).jsonl")
    }
    let answer = try run("find", folder.url.path, "type:add")
    #expect(answer.lines.last == "2 steps in 2 of 2 runs (0 red, 2 other), 1 of them hypothetical", "\(answer.output)")
  }

  // File systems of other platforms take the two names for one.
  #if os(Linux)
  @Test func `a search in a folder tells logs apart whose names have composed and decomposed letters`() throws {
    for (name, type) in [("caf\u{E9}", "one"), ("cafe\u{301}", "two")] {
      let text = """
        {"fluxtape":1,"run":"\(type)"}
        {"seq":1,"t":0,"store":"s","type":"\(type)","patch":[]}
        {"seq":2,"t":1,"end":"closed"}

        """
      _ = try folder.write(text, to: name + ".jsonl")
    }
    let answer = try run("find", folder.url.path, "type:one or type:two")
    #expect(answer.lines.count { $0.hasSuffix("  one") } == 1 && answer.lines.count { $0.hasSuffix("  two") } == 1, "\(answer.output)")
  }

  @Test func `the history of a value in a folder tells such logs apart`() throws {
    for (name, value) in [("caf\u{E9}", "first"), ("cafe\u{301}", "second")] {
      let text = """
        {"fluxtape":1}
        {"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"v":"none"}}
        {"seq":2,"t":1,"store":"s","type":"set","patch":[{"op":"replace","path":"/v","value":"\(value)"}]}
        {"seq":3,"t":2,"end":"closed"}

        """
      _ = try folder.write(text, to: name + ".jsonl")
    }
    let answer = try run("history", folder.url.path, ".v")
    for value in ["first", "second"] { #expect(answer.lines.count { $0.contains("\"\(value)\"") } == 1, "\(answer.output)") }
  }
  #endif

  @Test func `a value that differs from run to run is not called the bad step`() throws {
    func viewed(_ page: Int) -> String {
      #"{"seq":2,"t":20,"store":"cart","type":"viewed","patch":[{"op":"add","path":"/page","value":"page \#(page)"}]}"#
    }
    func action(_ type: String, seq: Int) -> String { #"{"seq":\#(seq),"t":3\#(seq),"store":"cart","type":"\#(type)","patch":[]}"# }
    try recorded.write("order", [viewed(447), action("paid", seq: 3), action("reserved", seq: 4)], end: "failed")
    try recorded.write("order", attempt: 2, [viewed(950), action("reserved", seq: 3), action("paid", seq: 4)], end: "passed")
    let lines = try run("compare", folder.url.path, "--format", "md").lines
    #expect(lines.contains { $0.hasPrefix("1. **cart paid comes before cart reserved**") }, "\(lines)")
    #expect(!lines.contains { $0.contains("First different result") })
    // Without facts, as between two logs, the first difference is all there is to say.
    let logs = ["1-failed", "2-passed"].map { folder.path("Suite.order.\($0).jsonl") }
    let compared = try run("compare", logs[1], logs[0], "--format", "md").lines
    #expect(compared.contains { $0.hasPrefix("First different result from equal inputs: **viewed**") }, "\(compared)")
  }

  @Test func `of many runs of one test the red one stands first`() throws {
    for attempt in 1...6 {
      try recorded.write("often", attempt: attempt, attempt == 5 ? [RecordedJob.mark] : [], end: attempt == 5 ? "failed" : "passed")
    }
    let lines = try run("list", folder.url.path).lines
    #expect(lines[1].hasPrefix("failed") && lines[2].hasPrefix("passed") && lines.contains { $0.hasSuffix("✓✓✓✓✗✓   Suite/often()") })
  }

  @Test func `what is run again runs apart from what crashed, and the last attempt decides`() throws {
    try job()
    let lines = try run("list", folder.url.path, "--rerun").lines
    #expect(lines.count == 2)
    #expect(lines.last == #"^(M\.Suite/crashes\(\))(/|$)"#)
    for name in ["fails", "regressed", "aInterrupted", "zInterrupted"] { #expect(lines[0].contains("Suite/\(name)\\(")) }
    #expect(!lines[0].contains("flaky") && !lines[0].contains("crashes"))
  }

  @Test func `pages are written of each failure first, and what gets none is named`() throws {
    try job()
    let pages = folder.path("pages")
    let answer = try run("report", folder.url.path, "-o", pages, "--max-pages", "2")
    #expect(answer.errors.contains("pages for 2 of 4 runs; --max-pages 4 adds Suite/flaky(), Suite/regressed()"), "\(answer.errors)")
    let index = try String(contentsOfFile: pages + "/index.html", encoding: .utf8)
    #expect(index.contains("<p>pages for 2 of 4 runs") && index.contains("interrupted by the crash of Suite/crashes()"))
    #expect(try String(contentsOfFile: pages + "/report.html", encoding: .utf8).contains("crashes"))
    #expect(try String(contentsOfFile: pages + "/report-2.html", encoding: .utf8).contains("Suite/fails()"))
    #expect(try run("report", folder.url.path, "-o", pages).errors == "")
  }

  @Test func `the summary has totals and the red runs, and ends with what it leaves out`() throws {
    try job()
    let summary = folder.path("summary.md")
    for number in 0..<30 {
      _ = try folder.write(
        recorded.header("green\(number)", 1, process: 9) + "\n" + #"{"seq":1,"t":1,"end":"passed"}"# + "\n", to: "a\(number).jsonl")
    }
    _ = try BuiltTool.run(["check", folder.url.path, "--github"], environment: ["GITHUB_STEP_SUMMARY": summary])
    let text = try String(contentsOfFile: summary, encoding: .utf8)
    // Each test once: 'fails' and 'flaky' were red once each, 'regressed' at last, and 'crashes' ended three others.
    #expect(text.hasPrefix("## ❌ 3 tests fail, 1 flaky, 3 interrupted\n"), "\(text.prefix(200))")
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("### ") }
    #expect(headings.first?.contains("in flight") == true && headings.count == 2, "\(headings)")
    #expect(text.contains("1 run of 1 test, and 3 runs that were interrupted"))
    #expect(text.split(separator: "\n").last == "Left out: 32 green runs; 1 skipped run")
  }

  @Test func `a flaky test whose last attempt was interrupted is counted once`() throws {
    try recorded.write("often", [RecordedJob.mark], end: "failed")
    try recorded.write("often", attempt: 2, process: 3, [], end: "passed")
    try recorded.write("often", attempt: 3, process: 5, [])
    try recorded.write("crashes", attempt: 3, process: 5, [RecordedJob.inFlight])
    try recorded.write("crashes", attempt: 4, process: 6, [], end: "passed")
    let file = folder.path("summary.md")
    #expect(try run("report", folder.url.path, "-o", file).status == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("## ❌ 2 tests are flaky\n"), "\(text.prefix(200))")
  }

  @Test func `each red run without a test has a page, also where nothing separates them from green ones`() throws {
    for place in 0..<5 {
      let mark = place < 3 ? RecordedJob.mark : RecordedJob.mark.replacing("error", with: "info")
      let text = """
        {"fluxtape":1,"run":"r\(place)"}
        {"seq":1,"t":10,"store":"cart","type":"added","state":{"total":5}}
        \(mark)
        {"seq":3,"t":30,"end":"closed"}

        """
      _ = try folder.write(text, to: "\(place).jsonl")
    }
    let pages = folder.path("pages")
    #expect(try run("report", folder.url.path, "-o", pages).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: pages).sorted()
    #expect(names == ["index.html", "report-2.html", "report-3.html", "report.html"])
  }

  @Test func `of many runs the only red one stands first, though its log comes last`() throws {
    for number in 0..<100 {
      let text = recorded.header("green\(number)", 1, process: 9) + "\n" + #"{"seq":1,"t":1,"end":"passed"}"# + "\n"
      _ = try folder.write(text, to: "a\(number).jsonl")
    }
    try recorded.write("zLast", [RecordedJob.mark], end: "failed")
    let file = folder.path("summary.md")
    #expect(try run("report", folder.url.path, "-o", file).status == 0)
    let summary = folder.path("job.md")
    _ = try BuiltTool.run(["check", folder.url.path, "--github"], environment: ["GITHUB_STEP_SUMMARY": summary])
    for file in [file, summary] {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.utf8.count < 5_000 && text.hasPrefix("## ❌ 1 test fails\n"), "\(text.prefix(300))")
      let headings = text.split(separator: "\n").filter { $0.hasPrefix("### ") }
      #expect(headings.count == 1 && headings.first?.contains("Expectation failed") == true, "\(headings)")
      #expect(text.contains("Suite.zLast.1-failed.jsonl") && text.hasSuffix("Left out: 100 green runs\n"))
    }
  }

  @Test func `what annotations say stands below stands there, and nothing in it is a command`() throws {
    for number in 0..<12 { try recorded.write("t\(number)", process: 2, [RecordedJob.mark], end: "failed") }
    let lines = try run("check", folder.url.path, "--github").lines
    #expect(lines[9] == "::error title=fluxtape::3 more problems stand below, in the log of this step")
    let token = try #require(lines[10].split(separator: "::").last)
    #expect(lines[10] == "::stop-commands::\(token)" && lines.last == "::\(token)::")
    #expect(lines.dropFirst(11).count { $0.hasSuffix("  Expectation failed: (total → -5) >= 0") } == 12)
  }

  @Test func `a summary keeps within the size that GitHub allows`() throws {
    for number in 0..<26 {
      // Different failures, each with a long text.
      let text = String(UnicodeScalar(UInt8(97 + number))) + String(repeating: "x", count: 50_000)
      let mark = #"{"seq":2,"t":20,"mark":"\#(text)","level":"error"}"#
      try recorded.write("t\(number)", process: 2, [mark], end: "failed")
    }
    let file = folder.path("summary.md")
    #expect(try run("report", folder.url.path, "-o", file, "--max-pages", "1").status == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.utf8.count <= 1 << 20 && text.utf8.count > 1 << 19)
    #expect(text.split(separator: "\n").last?.contains("red runs, for lack of room") == true)
  }

  @Test func `test results have a case for each test, with its attempts, and counts that agree`() throws {
    try job()
    let file = folder.path("junit.xml")
    _ = try run("check", folder.url.path, "--junit", file)
    let xml = try String(contentsOfFile: file, encoding: .utf8)
    func count(_ text: String) -> Int { xml.components(separatedBy: text).count - 1 }
    #expect(count("<testcase ") == 8 && count("<failure ") == 3 && count("<error ") == 3 && count("<skipped/>") == 1)
    #expect(count("<flakyFailure ") == 1 && count("<system-out>") >= 8)
    #expect(xml.contains(#"tests="8" failures="3" errors="3">"#) && xml.contains(#"errors="3" skipped="1" time="0.036060""#))
    #expect(xml.contains(#"<testcase name="flaky()" classname="M.Suite" time="0.009000">"#))
    let names = xml.components(separatedBy: "<testcase name=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(Set(names).count == 8)
  }

  @Test func `of more than twenty causes each beyond is named, and the crash has the first page`() throws {
    for number in 10..<33 { try recorded.write("aInterrupted\(number)", []) }
    try recorded.write("zCrashes", [RecordedJob.inFlight])
    for number in 10..<34 {
      let name = String(UnicodeScalar(UInt8(97 + number % 24)))
      let mark = #"{"seq":2,"t":20,"mark":"failure \#(name)\#(name)","level":"error"}"#
      try recorded.write("t\(number)", process: 2, [mark], end: "failed")
    }
    let pages = folder.path("pages")
    let answer = try run("report", folder.url.path, "-o", pages)
    #expect(answer.errors.contains("pages for 20 of 25 runs; --max-pages 25 adds "), "\(answer.errors)")
    #expect(try String(contentsOfFile: pages + "/report.html", encoding: .utf8).contains("Suite.zCrashes.1-unfinished.jsonl"))
    let index = try String(contentsOfFile: pages + "/index.html", encoding: .utf8)
    #expect(index.contains("<p>pages for 20 of 25 runs; --max-pages 25 adds Suite/t"))
    #expect(index.components(separatedBy: "interrupted by the crash of Suite/zCrashes()").count > 23)
    let more = try run("report", folder.url.path, "-o", pages, "--max-pages", "25")
    #expect(more.errors == "" && FileManager.default.fileExists(atPath: pages + "/report-25.html"))
  }

  @Test func `the index has totals, failures, the history of each test, and what sorts and filters it`() throws {
    try job()
    let index = folder.path("index.html")
    _ = try run("list", folder.url.path, "--index", index)
    let text = try String(contentsOfFile: index, encoding: .utf8)
    #expect(text.contains("2 of 8 tests are flaky (25 %)") && text.contains("<h2>Failures</h2>"))
    #expect(text.contains(#"<td data-label="History">✗✓</td>"#) && text.contains(#"<td data-label="History">✓✗</td>"#))
    #expect(text.components(separatedBy: "<th scope=\"col\"><button>").count == 8 && text.contains(#"<input type="search""#))
    // The heads of columns stand before the cells where a phone has no room for columns.
    #expect(text.contains(#"name="viewport""#) && text.contains("@media(max-width:700px)"))
    let results = text.matches(of: #/<td data-label="Result"[^>]*>(\w+)</#).map { $0.output.1 }
    #expect(results.first == "unfinished" && results.last == "skipped" && results.count == 10, "\(results)")
  }

  @Test func `a question over a folder is answered run by run, red ones first`() throws {
    try job()
    for arguments in [["find", folder.url.path, "type:added"], ["list", folder.url.path, "--where", "type:added"]] {
      let lines = try BuiltTool.run(arguments).lines
      #expect(lines.first?.contains("crashes.1-unfinished.jsonl:1") == true)
      #expect(lines.last == "10 steps in 10 of 10 runs (7 red, 3 other)")
    }
    #expect(try run("find", folder.url.path, "type:paid", "--count").lines.first?.hasPrefix("1  ") == true)
    #expect(try run("find", folder.url.path, "type:nothing").status == 1)
    #expect(try run("find", folder.url.path, "type:addded").errors.contains("no step has the type 'addded'; did you mean 'added'?"))
    #expect(try run("find", folder.url.path, "type:paid", "--format", "csv").lines.first == "log,step,time,store,type,changes,notes")
    let history = try run("history", folder.url.path, "cart.total").lines
    #expect(history.first?.hasPrefix("unfinished  Suite/crashes()") == true && history.last == "10 of 10 runs")
    let stats = try run("stats", folder.url.path).lines
    #expect(stats.first?.hasPrefix("10 runs of 8 tests") == true)
    #expect(stats.contains { $0.split(separator: " ").prefix(5) == ["cart", "added", "10", "7", "10"] })
    let check = try run("check", folder.url.path).lines
    #expect(check.first?.contains("Expectation failed") == true && check.last?.hasPrefix("4 of 10 runs have problems") == true, "\(check)")
  }

  @Test func `the name of a log drives no terminal where steps are counted`() throws {
    try recorded.write("fails", [RecordedJob.mark], end: "failed")
    try FileManager.default.moveItem(atPath: folder.path("Suite.fails.1-failed.jsonl"), toPath: folder.path("a\u{1B}[2J.jsonl"))
    let lines = try run("find", folder.url.path, "type:added", "--count").lines
    #expect(lines.first?.hasSuffix("a␛[2J.jsonl") == true, "\(lines)")
  }

  @Test func `a folder's report as text and for GitLab`() throws {
    try job()
    #expect(try run("report", folder.url.path, "-o", folder.path("s.txt")).status == 0)
    let text = try String(contentsOfFile: folder.path("s.txt"), encoding: .utf8)
    #expect(text.hasPrefix("10 runs of 8 tests") && text.contains("in flight (crash, hang or kill): paid"))
    #expect(try run("report", folder.url.path, "-o", folder.path("q.json")).status == 0)
    let issues = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: folder.path("q.json")))) as? [[String: Any]])
    #expect(issues.count == 4 && Set(issues.compactMap { $0["fingerprint"] as? String }).count == 4)
    for issue in issues { #expect(Set(issue.keys) == ["description", "check_name", "fingerprint", "severity", "location"]) }
    #expect(issues.first?["severity"] as? String == "blocker")
  }
}
