import Foundation
import Testing

/// Files that `check` and `report` write.
struct ReportFileTests {
  private static let negative = "samples/logs/shop-negative-total.jsonl"
  private static let rule = ["--never", "cart.total < 0"]

  private static func golden(_ name: String, _ text: String) throws -> String {
    let file = BuiltTool.package.appendingPathComponent("Tests/FluxtapeToolTests/Goldens").appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" { try Data(text.utf8).write(to: file) }
    return try String(contentsOf: file, encoding: .utf8)
  }

  private static func contents(_ path: String) throws -> String { try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8) }

  @Test(arguments: [
    ("report-shop.md", [BuiltTool.shopName]), ("report.md", [negative] + rule),
    ("report-beside.md", [negative, "--beside", BuiltTool.shopName] + rule),
    ("report-two.md", [negative, BuiltTool.shopName]),
  ])
  func `a Markdown report is what its file says`(_ name: String, _ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let answer = try BuiltTool.run(["report"] + arguments + ["-o", folder.path("report.md")])
    #expect(answer.status == 0 && answer.output == "" && answer.errors == "", "\(answer.errors)")
    let text = try Self.contents(folder.path("report.md"))
    #expect(try text == Self.golden(name, text))
  }

  @Test func `a page is what its file says, script and style apart`() throws {
    let folder = try TemporaryFolder()
    let logs = ["Tests/FluxtapeToolTests/Goldens/bad.jsonl", "Tests/FluxtapeToolTests/Goldens/good.jsonl"]
    #expect(
      try BuiltTool.run(["report"] + logs + ["--never", "cart.total > 10", "--find", "cart.total > 10", "-o", folder.path("report.html")])
        .status == 0)
    var page = try Self.contents(folder.path("report.html"))
    page.replace(#/<style>.*?<\/style>/#.dotMatchesNewlines(), with: "<style></style>")
    page.replace(#/<script>.*?<\/script>/#.dotMatchesNewlines(), with: "<script></script>")
    page.replace(#/sha256-[^']*/#, with: "sha256-")
    #expect(try page == Self.golden("report.html", page))
  }

  @Test func `of a folder, an index and a page for each red test are written`() throws {
    let folder = try TemporaryFolder()
    let answer = try BuiltTool.run(
      "report", "Tests/FluxtapeToolTests/Goldens/runs", "--find", "is:error", "--find=-is:error", "-o", folder.path("pages"))
    let leftOut = "fluxtape: left out: Tests/FluxtapeToolTests/Goldens/runs/app/notes.jsonl: no record of a log"
    #expect(answer.status == 3 && answer.output == "" && answer.errors.hasPrefix(leftOut), "\(answer.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("pages")).sorted() == ["index.html", "report-2.html", "report.html"])
    let index = try Self.contents(folder.path("pages/index.html"))
    #expect(index.contains(#"<a href="./report.html">CartTests/crashes(count:) [count: 2]</a>"#))
    #expect(index.contains(#"<a href="./report-2.html">CouponTests/total()</a>"#))
    let page = try Self.contents(folder.path("pages/report-2.html"))
    #expect(page.contains("CouponTests.total.2-passed.jsonl"))
    #expect(page.contains(#""answers":[{"query":"is:error","#) && page.contains(#"{"query":"-is:error","#))
    let refused = try BuiltTool.run(
      "report", "Tests/FluxtapeToolTests/Goldens/runs", "-o", folder.path("p"), "--beside", BuiltTool.shopName)
    #expect(refused.status == 2 && refused.errors.contains("--beside is for one run"))
  }

  @Test func `an index links the pages that stand beside the logs, and calls an app's run by its app and time`() throws {
    let folder = try TemporaryFolder()
    let header =
      #"{"fluxtape":1,"run":"8C5F0E6A-6D5B-4F0B-8F63-3D8C6E6B9F11","time":"2026-11-21T09:00:00.250000Z","app":{"name":"shop","version":"1.2"}}"#
    let log = try folder.write(header + "\n" + #"{"seq":1,"t":1,"store":"a","type":"x","reduced":false}"# + "\n", to: "run.jsonl")
    #expect(try BuiltTool.run("report", log, "-o", folder.path("run.html")).status == 0)
    let answer = try BuiltTool.run("list", folder.url.path, "--index", folder.path("index.html"))
    #expect(answer.lines[1].contains("shop 1.2, 2026-11-21 09:00:00"), "\(answer.output)")
    #expect(try Self.contents(folder.path("index.html")).contains(#"<a href="./run.html">shop 1.2, 2026-11-21 09:00:00</a>"#))
  }

  @Test func `JUnit results are what their file says`() throws {
    let folder = try TemporaryFolder()
    let answer = try BuiltTool.run(["check", Self.negative, BuiltTool.shopName] + Self.rule + ["--junit", folder.path("junit.xml")])
    #expect(answer.status == 1)
    let text = try Self.contents(folder.path("junit.xml"))
    #expect(try text == Self.golden("junit.xml", text))
  }

  @Test func `a page that is too large for what was asked for is cut, and it is said`() throws {
    let folder = try TemporaryFolder()
    let lines = (1...400).map {
      #"{"seq":\#($0),"t":\#($0),"store":"a","type":"x","payload":"\#(String(repeating: "p", count: 3000))","reduced":false}"#
    }
    let log = try folder.write(lines.map { $0 + "\n" }.joined(), to: "long.jsonl")
    let answer = try BuiltTool.run("report", log, "-o", folder.path("report.html"), "--max-size", "1")
    #expect(answer.status == 0 && answer.errors.contains("shortened: steps 1 to "))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("report.html"))).count <= 1_000_000)
  }

  @Test func `a report replaces an earlier one, and never a log`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("old", to: "report.md")
    #expect(try BuiltTool.run("report", BuiltTool.shopName, "-o", folder.path("report.md")).status == 0)
    #expect(try Self.contents(folder.path("report.md")) != "old")
    let log = try folder.write("{}", to: "log.jsonl")
    let answer = try BuiltTool.run("report", BuiltTool.shopName, "-o", log)
    #expect(answer.status == 2 && answer.errors.contains("must end in .html, .md, .txt or .json"))
    #expect(try Self.contents(log) == "{}")
  }

  @Test(arguments: [
    (["report", BuiltTool.shopName], 2, "--output"), (["report", "no-such.jsonl", "-o", "x.html"], 3, "no such file"),
    (["report", BuiltTool.shopName, "-o", "no/such/folder/x.html"], 2, "cannot be written"),
    (["report", BuiltTool.shopName, "-o", "x.html", "--max-size", "0"], 2, "write megabytes"),
    (["report", BuiltTool.shopName, "-o", "x.html", "--never", "("], 2, "expected a condition"),
    (["report", BuiltTool.shopName, "-o", "x.html", "--find", "("], 2, "expected a condition"),
    (["report", BuiltTool.shopName, "-o", "x.html", "--find", "crat.total < 0"], 2, "did you mean 'cart'?"),
    (["report", BuiltTool.shopName, "-o", "x.md", "--find", "cart.total < 0"], 2, "--find is for pages"),
  ])
  func `a report that cannot be written ends with the status that the help promises`(_ arguments: [String], _ status: Int32, _ says: String)
    throws
  {
    let answer = try BuiltTool.run(arguments)
    #expect(answer.status == status && answer.errors.contains(says), "\(answer.errors)")
  }

  @Test func `a summary is added to the file that CI names, up to what CI takes`() throws {
    let folder = try TemporaryFolder()
    let summary = try folder.write("before\n", to: "summary.md")
    let answer = try BuiltTool.run(["check", Self.negative, "--github"] + Self.rule, environment: ["GITHUB_STEP_SUMMARY": summary])
    #expect(answer.status == 1 && answer.lines.count == 1)
    let text = try Self.contents(summary)
    #expect(text.hasPrefix("before\n## ❌ ") && text.contains("4860 → -300"))
    _ = try folder.write(String(repeating: "x", count: 1 << 20), to: "summary.md")
    _ = try BuiltTool.run(["check", Self.negative, "--github"] + Self.rule, environment: ["GITHUB_STEP_SUMMARY": summary])
    #expect(try Self.contents(summary).utf8.count == 1 << 20)
  }

  @Test func `a site that two files could be is left out of an annotation`() throws {
    let folder = try TemporaryFolder()
    for name in ["One", "Two", ".hidden"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("\(name)/ShopStores"), withIntermediateDirectories: true)
    }
    _ = try folder.write("", to: "One/ShopStores/ShopEffects.swift")
    // For example a copy of the checkout in a build folder.
    _ = try folder.write("", to: ".hidden/ShopStores/ShopEffects.swift")
    func line() throws -> String {
      let answer = try BuiltTool.run(["check", Self.negative, "--github"] + Self.rule, environment: ["GITHUB_WORKSPACE": folder.url.path])
      return answer.lines.first ?? ""
    }
    #expect(try line().hasPrefix("::error file=One/ShopStores/ShopEffects.swift,line=82,title="))
    _ = try folder.write("", to: "Two/ShopStores/ShopEffects.swift")
    #expect(try line().hasPrefix("::error title="))
  }

  @Test func `the logs of a folder are checked run by run`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(#"{"seq":1,"t":1,"store":"a","type":"x","error":{"type":"E","message":"no"}}"# + "\n", to: "red.jsonl")
    _ = try folder.write(#"{"seq":1,"t":1,"store":"b","type":"x","reduced":false}"# + "\n", to: "green.jsonl")
    let answer = try BuiltTool.run("check", folder.url.path, "--json", "--never", "b.n < 0")
    let summaries = answer.lines.filter { $0.hasPrefix(#"{"kind":"summary""#) }
    #expect(answer.status == 1 && summaries.count == 2)
    #expect(summaries.first?.contains(#"red.jsonl","steps":1,"missing":0,"problems":1"#) == true)
    #expect(summaries.last?.contains(#"green.jsonl","steps":1,"missing":0,"problems":0"#) == true)
    // The rule names a store that one of them has; this one names a store that none has.
    for command in [["check", folder.url.path], ["report", folder.url.path, "-o", folder.path("pages")]] {
      let answer = try BuiltTool.run(command + ["--never", "c.n < 0"])
      #expect(answer.status == 2 && answer.errors.contains("expected a store of this log ("), "\(answer.errors)")
    }
    let empty = try TemporaryFolder()
    #expect(try BuiltTool.run("check", empty.url.path).errors.contains("no log in this folder"))
  }

  @Test func `nobody has to read to the end`() throws {
    let folder = try TemporaryFolder()
    let lines = (1...800).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"x\#($0)","error":{"type":"E","message":"no"}}"# }
    let log = try folder.write(lines.map { $0 + "\n" }.joined(), to: "long.jsonl")
    let text = try BuiltTool.shell("\"$1\" check \"$2\" --json 2>&1 | head -n 1", BuiltTool.path, log).output
    #expect(text.split(separator: "\n").count == 1 && text.hasPrefix(#"{"kind":"finding""#), "\(text.prefix(300))")
  }
}
