import FluxtapeDocuments
import Foundation
import FluxtapeJSON
import FluxtapeLogSchema
import Testing

/// Folders with unreadable files: the readable logs are still judged, and the others are reported.
struct UnreadableLogsTests {
  private static let good = #"{"seq":1,"t":1,"store":"a","type":"x","state":{"n":1}}"# + "\n" + #"{"seq":2,"t":2,"end":"closed"}"# + "\n"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(_ arguments: String...) throws -> BuiltTool.Answer { try BuiltTool.run(["check"] + arguments) }

  @Test func `a log without a byte beside others is a complaint`() throws {
    let (log, empty) = (try folder.write(Self.good, to: "good.jsonl"), try folder.write("", to: "empty.jsonl"))
    for arguments in [[log, empty], [empty, log], [folder.url.path]] {
      let answer = try BuiltTool.run(["check"] + arguments)
      #expect(answer.status == 3)
      #expect(answer.lines.contains { $0.hasSuffix("good.jsonl: no problem in 2 steps") })
      #expect(answer.lines.last?.hasSuffix("empty.jsonl: the file is empty; run the app that records into it") == true)
    }
  }

  @Test func `the other logs are checked, and results are written`() throws {
    _ = try folder.write(Self.good, to: "good.jsonl")
    _ = try folder.write("no log\n", to: "text.jsonl")
    _ = try folder.write("\u{1F}\u{8B}", to: "packed.jsonl.gz")
    let junit = folder.path("junit.xml")
    let answer = try check(folder.url.path, "--never", "a.n > 0", "--junit", junit)
    #expect(answer.status == 1 && answer.errors == "", "\(answer.errors)")
    #expect(answer.lines.contains { $0.hasSuffix("good.jsonl:1  never a.n > 0") })
    #expect(answer.lines.count { $0.hasPrefix("cannot be read: ") } == 2)
    let xml = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(xml.contains(#"failures="1" errors="2">"#) && xml.components(separatedBy: #"<error type="unreadable""#).count == 3)
    let schema = try AnswerSchemaTests.schema("check")
    let lines = try check(folder.url.path, "--json").lines
    for line in lines { #expect(try schema.fault(in: JSONValue(parsing: line)) == nil, "\(line)") }
    #expect(lines.count { $0.contains(#""kind":"unreadable""#) } == 2)
    #expect(try check(folder.url.path, "--github").lines.count { $0.hasPrefix("::error title=cannot be read::") } == 2)
  }

  @Test func `where no log can be read the results say so too`() throws {
    let log = try folder.write("", to: "empty.jsonl")
    let junit = folder.path("junit.xml")
    let answer = try check(log, "--junit", junit)
    #expect(answer.status == 3 && answer.output == "" && answer.errors.contains("the file is empty"))
    #expect(try String(contentsOfFile: junit, encoding: .utf8).contains(#"tests="1" failures="0" errors="1""#))
  }

  @Test func `runs of a folder are compared, and what cannot be read is named`() throws {
    _ = try folder.write(Self.good, to: "good.jsonl")
    _ = try folder.write("", to: "empty.jsonl")
    let answer = try BuiltTool.run("compare", folder.url.path)
    #expect(answer.status == 3)
    #expect(answer.lines.first == "no red run" && answer.lines.last?.contains("empty.jsonl: the file is empty") == true)
  }

  /// A finding takes precedence over an unreadable log.
  @Test func `every command ends with the same status for a folder in which a log cannot be read`() throws {
    _ = try folder.write("", to: "empty.jsonl")
    func statuses() throws -> [Int32] {
      let pages = folder.path("pages")
      return try [["list"], ["compare"], ["check"], ["report", "-o", pages]].map {
        try BuiltTool.run([$0[0], folder.url.path] + $0.dropFirst()).status
      }
    }
    _ = try folder.write(Self.good, to: "good.jsonl")
    #expect(try statuses() == [3, 3, 3, 3])
    let failed = #"{"seq":1,"t":1,"store":"a","type":"x","error":{"type":"E","message":"no"}}"#
    _ = try folder.write(failed + "\n" + #"{"seq":2,"t":2,"end":"closed"}"# + "\n", to: "bad.jsonl")
    #expect(try statuses() == [3, 1, 1, 3])
    #expect(try BuiltTool.run("list", folder.url.path, "--rerun").status == 1)
  }

  @Test func `a folder where a log is expected is a wrong command`() throws {
    for arguments in [["blame", folder.url.path, "a.n"], ["compare", BuiltTool.shopName, folder.url.path]] {
      let answer = try BuiltTool.run(arguments)
      #expect(answer.status == 2 && answer.errors.contains("this is a folder"), "\(answer.errors)")
    }
  }

  @Test func `a rule makes a run red in reports of a folder, as it does in a check`() throws {
    let log = try folder.write(Self.good, to: "good.jsonl")
    #expect(try check(log, "--never", "a.n > 0").status == 1)
    #expect(try BuiltTool.run("report", folder.url.path, "--never", "a.n > 0", "-o", folder.path("pages")).status == 0)
    let index = try String(contentsOfFile: folder.path("pages/index.html"), encoding: .utf8)
    #expect(index.contains("<h1>1 of 1 run red</h1>") && index.contains(#"<td data-label="Result" class="red">problem</td>"#))
    #expect(index.contains("broken: never a.n &gt; 0") && index.contains(#"<a href="./report.html">"#))
  }

  @Test func `work that was cancelled is red nowhere`() throws {
    let log = "samples/logs/view-stream.jsonl"
    _ = try folder.write(String(contentsOf: BuiltTool.package.appendingPathComponent(log), encoding: .utf8), to: "run.jsonl")
    #expect(try check(log).status == 0)
    // As logs of earlier versions have it.
    let effect = #""effect":{"id":"load#1","phase":"failed"},"error":{"type":"CancellationError","message":"cancelled"}"#
    let work = #"{"seq":2,"t":2,"store":"a","type":"loaded",\#(effect),"reduced":false}"#
    let old = try folder.write(Self.good.replacing(#"{"seq":2,"#, with: work + "\n" + #"{"seq":3,"#), to: "old.jsonl")
    #expect(try check(old).status == 0)
    #expect(try BuiltTool.run("list", folder.url.path).output.contains("CancellationError") == false)
    let answer = try BuiltTool.run("compare", folder.url.path)
    #expect(answer.status == 0 && answer.output == "no red run\n")
  }

  @Test func `who looked for secrets and found none is told so`() throws {
    let log = try folder.write(Self.good, to: "good.jsonl")
    #expect(try check(log, "--secrets").lines.last?.hasSuffix("no problem in 2 steps, nothing that looks like a secret") == true)
  }

  @Test func `a rule that speaks of what is nowhere is a note, and one of an unknown store names its line`() throws {
    let log = try folder.write(Self.good, to: "good.jsonl")
    let answer = try check(log, "--never", "a.m < 0")
    #expect(answer.status == 0)
    #expect(
      answer.lines.first?.hasSuffix(
        "good.jsonl  note: no step has a value at a.m, so this rule checked nothing; did you mean a.n?: never a.m < 0") == true)
    let shop = BuiltTool.shopName
    let wrong = [
      ("type:cart.nosuch", "no action has the type 'cart.nosuch'"),
      ("type:cart.chekout", "no action has the type 'cart.chekout'; did you mean 'type:cart.checkout'?"),
      ("type:retried", "no action has the type 'retried'; did you mean 'type:*.retried'?"),
      ("type:retryed", "no action has the type 'retryed'; did you mean 'type:*.retried'?"),
      ("type:carrt.*", "no action has the type 'carrt.*'; did you mean 'type:cart.*'?"),
      ("store:crat type:cart.checkout", "no step has the store 'crat'; did you mean 'store:cart'?"),
      ("store:warehouse type:cart.checkout", "no step has the store 'warehouse'"),
    ]
    let notes = try BuiltTool.run(["check", shop] + wrong.flatMap { ["--never", $0.0] })
    #expect(notes.status == 0)
    for (rule, note) in wrong { #expect(notes.lines.contains("\(shop)  note: \(note): never \(rule)"), "\(notes.output)") }
    let rules = try folder.write("# one\nr: never b.m < 0\n", to: "t.rules")
    let refused = try check(log, "--rules", rules)
    #expect(refused.status == 2 && refused.errors.hasPrefix("fluxtape: \(rules): line 2\n"), "\(refused.errors)")
  }
}
