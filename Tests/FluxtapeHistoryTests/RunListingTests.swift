import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading
import Foundation
import Testing

struct RunListingTests {
  private static func header(_ test: String? = nil, attempt: Int = 1, run: String = "r", segment: Int? = nil) -> String {
    let meta = test.map { #","meta":{"test":"\#($0)","id":"M.\#($0)","attempt":"\#(attempt)"}"# } ?? ""
    return #"{"fluxtape":1,"run":"\#(run)","time":"2026-11-21T09:00:00.000000Z""# + meta + (segment.map { ",\"segment\":\($0)" } ?? "")
      + "}"
  }
  private static let action = #"{"seq":1,"t":5,"store":"s","type":"a","patch":[]}"#
  private static func mark(_ level: String, _ seq: Int = 2) -> String {
    #"{"seq":\#(seq),"t":7,"mark":"m \#(level)","level":"\#(level)","site":"M/F.swift:3"}"#
  }
  private static func end(_ reason: String) -> String { #"{"seq":9,"t":90,"end":"\#(reason)"}"# }

  private static let closed = #"{"seq":2,"t":9,"end":"closed"}"#

  struct Example: CustomTestStringConvertible {
    let name: String
    let lines: [String]
    let result: RunSummary.Result
    let problem: RunProblem.Kind?
    let isRed: Bool
    var testDescription: String { name }
  }

  static let examples = [
    Example(name: "a test that passed", lines: [header("t"), action, end("passed")], result: .passed, problem: .gap, isRed: false),
    Example(
      name: "a test that failed", lines: [header("t"), action, mark("error"), end("failed")], result: .failed, problem: .failure,
      isRed: true),
    Example(
      name: "a test that took too long", lines: [header("t"), action, mark("warning"), end("cancelled")], result: .cancelled, problem: .gap,
      isRed: true),
    Example(
      name: "a test that died", lines: [header("t"), action, #"{"seq":2,"t":7,"store":"s","type":"b""#], result: .unfinished,
      problem: .inFlight, isRed: true),
    Example(name: "a skipped test", lines: [header("t"), end("skipped")], result: .skipped, problem: .gap, isRed: false),
    Example(
      name: "an app that was closed", lines: [header(), action, closed], result: .ended, problem: nil, isRed: false),
    Example(
      name: "an app whose log has a gap", lines: [header(), action, mark("info"), end("closed")], result: .ended, problem: .gap, isRed: true
    ),
    Example(
      name: "work that was cancelled",
      lines: [
        header(), #"{"seq":1,"t":5,"store":"s","type":"a","effect":{"id":"e","phase":"started"}}"#,
        #"{"completes":1,"t":6,"store":"s","error":{"type":"CancellationError","message":""}}"#, closed,
      ], result: .ended, problem: nil, isRed: false),
    Example(
      name: "a flag left on", lines: [header(), #"{"seq":1,"t":5,"store":"s","type":"a","state":{"isLoading":true}}"#, closed],
      result: .ended, problem: .flag, isRed: true),
    Example(
      name: "a flag left on in a test that passed",
      lines: [header("t"), #"{"seq":1,"t":5,"store":"s","type":"a","state":{"isLoading":true}}"#, #"{"seq":2,"t":9,"end":"passed"}"#],
      result: .passed, problem: nil, isRed: false),
    Example(
      name: "an app with an error", lines: [header(), action, mark("error"), end("closed")], result: .ended, problem: .failure, isRed: true),
    Example(
      name: "an action that failed", lines: [header(), #"{"seq":1,"t":5,"store":"s","type":"a","error":{"type":"E","message":"m"}}"#],
      result: .unfinished, problem: .error, isRed: true),
    Example(
      name: "an app that died", lines: [header(), #"{"seq":1,"t":7,"store":"s","type":"b""#], result: .unfinished, problem: .inFlight,
      isRed: true),
    Example(name: "no header", lines: [action, mark("warning")], result: .unfinished, problem: .warning, isRed: false),
  ]

  @Test(arguments: examples)
  func `a run is told by how it ended and the worst that happened`(_ example: Example) throws {
    let summary = try History.of(example.lines.joined(separator: "\n")).summary()
    #expect(summary.result == example.result)
    #expect(summary.problem?.kind == example.problem)
    #expect(summary.isRed == example.isRed)
  }

  @Test(arguments: examples)
  func `a run that is no test is red where a check finds a problem`(_ example: Example) throws {
    let history = try History.of(example.lines.joined(separator: "\n"))
    let summary = try history.summary()
    guard summary.test == nil else { return }
    #expect(try summary.isRed == history.check().contains { !$0.isNote })
  }

  @Test func `a run that breaks a rule is red, also where its test passed`() throws {
    let history = try History.of([Self.header("t"), Self.action, #"{"seq":2,"t":9,"end":"passed"}"#].joined(separator: "\n"))
    let rule = CheckRule(name: "no a", .never(try Query(parsing: "type:a")))
    let summary = try history.summary(Checklist(rules: [rule]))
    #expect(try summary.isRed && !history.summary().isRed)
    #expect(summary.problem?.kind == .rule && summary.problem?.text == "no a" && summary.problem?.step?.rawValue == 1)
  }

  @Test func `the summary says what, where and how much`() throws {
    let summary = try History.of(
      [Self.header("Suite/t()", attempt: 3), Self.action, Self.mark("error"), Self.end("failed")].joined(separator: "\n")
    ).summary()
    #expect(summary.test?.title == "Suite/t()")
    #expect(summary.test?.attempt == 3)
    #expect(summary.steps == 3 && summary.duration == 90)
    #expect(summary.problem?.text == "m error" && summary.problem?.site == "M/F.swift:3" && summary.problem?.step?.rawValue == 2)
  }

  @Test func `red runs come first, with the other attempts at the same test behind`() throws {
    let fixture = try LogFixture(
      [Self.header("b"), Self.end("passed")].joined(separator: "\n"),
      [Self.header("c", attempt: 2), Self.end("passed")].joined(separator: "\n"),
      [Self.header("c"), Self.mark("error"), Self.end("failed")].joined(separator: "\n"),
      "nothing\n",
      [Self.header("a"), Self.end("passed")].joined(separator: "\n"),
      [Self.header("x"), Self.mark("error"), Self.end("failed")].joined(separator: "\n"))
    let listing = RunListing(fixture.paths)
    #expect(
      listing.entries.map { "\($0.summary.test?.name ?? "") \($0.summary.test?.attempt ?? 0)" } == ["c 1", "c 2", "x 1", "a 1", "b 1"])
    #expect(listing.unreadable.map(\.path) == [fixture.paths[3]])
    #expect(listing.groups.map { "\($0.test?.name ?? "") \($0.red.count) \($0.green.count)" } == ["c 1 1", "x 1 0"])
  }

  @Test func `runs that are not from tests are held against runs of the same program, whatever its version`() throws {
    func run(_ name: String, _ version: Int, isRed: Bool) -> String {
      let header = #"{"fluxtape":1,"run":"\#(name) \#(version) \#(isRed)","app":{"name":"\#(name)","version":"\#(version)"}}"#
      return [header, Self.action, Self.mark(isRed ? "error" : "info"), #"{"seq":3,"t":9,"end":"closed"}"#].joined(separator: "\n")
    }
    func groups(_ texts: [String]) throws -> [String] {
      let fixture = try LogFixture()
      for text in texts { try fixture.add(Array(text.utf8)) }
      // The files are deleted with the fixture.
      return withExtendedLifetime(fixture) {
        RunListing(fixture.paths).groups.map { "\($0.program ?? "all") \($0.red.count) \($0.green.count)" }
      }
    }
    let runs = [run("a", 1, isRed: true), run("a", 2, isRed: false), run("b", 1, isRed: false)]
    #expect(try groups(runs + [run("b", 1, isRed: true)]) == ["a 1 1", "b 1 1"])
    #expect(try groups(runs) == ["a 1 1"])
    // Without a green run of its own, a red one is held against all.
    #expect(try groups(runs + [run("c", 1, isRed: true)]) == ["all 2 2"])
    #expect(try groups(Array(runs.prefix(2))) == ["all 1 1"])
  }

  /// A test in a process, which ends within an action, is idle when its log stops, or passed.
  private static func attempt(_ name: String, _ attempt: Int, process: Int, _ ending: String) -> String {
    let line = header(name, attempt: attempt).dropLast() + #","process":{"host":"h","id":\#(process)}}"#
    let last =
      switch ending {
      case "in action": #"{"seq":2,"t":7,"store":"s","type":"b""#
      case "passed": end("passed")
      default: ""
      }
    return [String(line), action, last].joined(separator: "\n")
  }

  struct Crash: CustomTestStringConvertible {
    let name: String
    let second: [(name: String, ending: String)]
    let expected: [String]
    var testDescription: String { name }
  }

  @Test(arguments: [
    Crash(name: "no other attempt", second: [], expected: ["a unfinished", "b unfinished", "c interrupted by a b"]),
    Crash(
      name: "one crashes again, one passes", second: [("a", "in action"), ("b", "passed")],
      expected: ["a unfinished", "b interrupted by a", "c interrupted by a"]),
    Crash(
      name: "one crashes again, and the other did not run again", second: [("a", "in action")],
      expected: ["a unfinished", "b unfinished", "c interrupted by a b"]),
    Crash(
      name: "both pass", second: [("a", "passed"), ("b", "passed")],
      expected: ["a unfinished", "b unfinished", "c interrupted by a b"]),
  ])
  func `another attempt shows which of the tests in mid-action ended the process`(_ crash: Crash) throws {
    let first = ["a": "in action", "b": "in action", "c": "idle"].sorted { $0.key < $1.key }
    let second = crash.second.enumerated().map { Self.attempt($1.name, 2, process: $0 + 2, $1.ending) }
    let fixture = try LogFixture()
    for log in first.map({ Self.attempt($0.key, 1, process: 1, $0.value) }) + second { try fixture.add(Array(log.utf8)) }
    let entries = RunListing(fixture.paths).entries.filter { $0.summary.test?.attempt == 1 }
    let words = entries.map { entry in
      let name = entry.summary.test?.name ?? ""
      let culprits = entry.summary.interruptedBy.sorted()
      return "\(name) \(entry.summary.result.rawValue)" + (culprits.isEmpty ? "" : " by " + culprits.joined(separator: " "))
    }
    #expect(words.sorted() == crash.expected)
  }

  @Test func `segments of a run are one entry, and runs of one log are several`() throws {
    let fixture = try LogFixture(
      [Self.header(run: "one", segment: 2), #"{"seq":2,"t":6,"store":"s","type":"b","patch":[]}"#, ""].joined(separator: "\n"),
      [Self.header(run: "one", segment: 1), Self.action, ""].joined(separator: "\n"),
      [Self.header(run: "two"), Self.action, Self.header(run: "three"), Self.action, ""].joined(separator: "\n"))
    let entries = RunListing(fixture.paths).entries
    #expect(
      entries.map { "\($0.summary.run ?? "") \($0.summary.steps) \($0.paths.count) \($0.number ?? 0)" } == [
        "one 2 2 0", "two 1 1 1", "three 1 1 2",
      ])
    #expect(try entries.map { try $0.open().header?.run } == ["one", "two", "three"])
  }

  @Test func `logs are found in folders inside, but not through links, in hidden ones and among attachments`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fluxtape-folder-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for path in ["b.jsonl", "a/c.jsonl.gz", "a/notes.txt", ".git/d.jsonl", "a/.hidden.jsonl", "a/c.attachments/e.jsonl"] {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    try FileManager.default.createSymbolicLink(at: folder.appending(path: "a/loop"), withDestinationURL: folder)
    #expect(LogFolder.isFolder(folder.path) && !LogFolder.isFolder(folder.path + "/b.jsonl"))
    #expect(try LogFolder.logs(in: folder.path + "/") == [folder.path + "/a/c.jsonl.gz", folder.path + "/b.jsonl"])
    #expect(throws: HistoryError.self) { try LogFolder.logs(in: folder.path + "/none") }
    for log in ["a/c.jsonl.gz", "a/c.jsonl", "a/c"] {
      #expect(LogFolder.attachments(ofLogAt: folder.path + "/" + log) == [folder.path + "/a/c.attachments/e.jsonl"])
    }
    try FileManager.default.createSymbolicLink(at: folder.appending(path: "b.attachments"), withDestinationURL: folder.appending(path: "a"))
    #expect(LogFolder.attachments(ofLogAt: folder.path + "/b.jsonl").isEmpty)
  }
}
