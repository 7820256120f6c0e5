import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Foundation
import Testing

/// Logs with a torn last line of every kind of record, in every command: all commands agree.
struct TornLogTableTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The lines after steps 1 and 2.
    var before: [String] = []
    let tail: String
    /// The row of the torn line: `3`, `@4`.
    var row = "3"
    /// The traits that match, in their order.
    let traits: String
    /// The notes of `list`.
    let list: String
    /// The problems that `check` finds.
    let checks: [String]
    /// A text in the output of `check`, and in that of `show`.
    let says: String
    /// A text in the output of `repair`.
    let repair: String
    /// The kinds of the rows after step 2 in the repaired log.
    let repaired: [String]
    /// The problems that `check` finds in it.
    let left: [String]
  }

  static let start = [
    #"{"fluxtape":1,"run":"r1","time":"2026-11-21T09:00:00.000000Z"}"#,
    #"{"seq":1,"t":12,"store":"cart","type":"@@INIT","state":{"items":[],"total":0}}"#,
    #"{"seq":2,"t":1000,"store":"cart","type":"cart.itemAdded","dur":31,"patch":[{"op":"replace","path":"/total","value":15}]}"#,
  ]

  private static let nul = String(repeating: "\0", count: 70_000)
  private static let long = String(repeating: "A", count: 200_000)

  static let cases = [
    Case(
      testDescription: "a reducer that never came back", tail: #"{"seq":3,"t":2000,"store":"cart","type":"x","payload":{"n":1}"#,
      traits: "inflight torn", list: "in flight", checks: ["in-flight"],
      says: "in flight: the log ends before its reducer returned (crash, hang or kill)", repair: "step 3 saved as it was begun",
      repaired: ["action"], left: ["in-flight"]),
    Case(
      testDescription: "ended work", before: [#"{"seq":3,"t":1500,"store":"cart","type":"load","effect":{"id":"l1","phase":"started"}}"#],
      tail: #"{"seq":4,"t":2000,"store":"cart","type":"load","cause":3,"effect":{"id":"l1","phase":"finished"},"payload":["x"#,
      row: "4", traits: "lost torn", list: "outcome lost  line broke off", checks: ["torn-end"],
      says: "the last line broke off after 110 bytes: its result and state were not written",
      repair: "step 4 saved without its result and state", repaired: ["action", "action", "gap"], left: ["gap"]),
    Case(
      testDescription: "a mark", tail: #"{"seq":3,"t":2000,"ma"#, row: "@4", traits: "bad torn", list: "bad line",
      checks: ["torn-end"], says: "the last line broke off after 21 bytes, before it told what it is",
      repair: "dropped", repaired: ["gap"], left: ["gap"]),
    Case(
      testDescription: "an end", tail: #"{"seq":3,"t":2000,"end":"clo"#, row: "@4", traits: "bad torn", list: "bad line",
      checks: ["torn-end"], says: "the last line broke off after 28 bytes", repair: "dropped", repaired: ["gap"], left: ["gap"]),
    Case(
      testDescription: "a store", tail: #"{"seq":3,"t":2000,"store":"ca"#, row: "@4", traits: "bad torn", list: "bad line",
      checks: ["torn-end"], says: "the last line broke off after 29 bytes", repair: "dropped", repaired: ["gap"], left: ["gap"]),
    Case(
      testDescription: "a patch behind a duration",
      tail: #"{"seq":3,"t":2000,"store":"cart","type":"x","payload":1,"dur":5,"patch":[{"op":"repl"#,
      traits: "lost torn", list: "outcome lost  line broke off", checks: ["torn-end"],
      says: "the last line broke off after 84 bytes: its outcome is unknown", repair: "step 3 saved without its outcome",
      repaired: ["action", "gap"], left: ["gap"]),
    Case(
      testDescription: "an error", tail: #"{"seq":3,"t":2000,"store":"cart","type":"x","payload":1,"error":{"type":"E","mess"#,
      traits: "lost torn", list: "outcome lost  line broke off", checks: ["torn-end"], says: "its outcome is unknown",
      repair: "step 3 saved without its outcome", repaired: ["action", "gap"], left: ["gap"]),
    Case(
      testDescription: "a comma behind the payload", tail: #"{"seq":3,"t":2000,"store":"cart","type":"x","payload":1,"#,
      traits: "lost torn", list: "outcome lost  line broke off", checks: ["torn-end"], says: "its outcome is unknown",
      repair: "step 3 saved without its outcome", repaired: ["action", "gap"], left: ["gap"]),
    Case(
      testDescription: "a key that may begin an outcome", tail: #"{"seq":3,"t":2000,"store":"cart","type":"x","pa"#,
      traits: "lost torn", list: "outcome lost  line broke off", checks: ["torn-end"], says: "its outcome is unknown",
      repair: "step 3 saved without its outcome", repaired: ["action", "gap"], left: ["gap"]),
    Case(
      testDescription: "a large payload", tail: #"{"seq":3,"t":2000,"store":"cart","type":"import","payload":{"text":""# + long,
      traits: "inflight torn", list: "in flight  line broke off", checks: ["in-flight", "torn-end"],
      says: "the last line broke off after 200,068 bytes: its payload is lost", repair: "step 3 saved without its payload",
      repaired: ["action", "mark"], left: ["in-flight"]),
    Case(
      testDescription: "NUL bytes behind a cut payload", tail: #"{"seq":3,"t":2000,"store":"cart","type":"x","pay"# + nul,
      traits: "inflight torn", list: "in flight  line broke off", checks: ["in-flight", "torn-end"],
      says: "the last line broke off after 48 bytes: its payload is lost (70,000 NUL bytes follow)",
      repair: "step 3 saved without its payload", repaired: ["action", "mark"], left: ["in-flight"]),
    Case(
      testDescription: "NUL bytes behind a number in the payload", tail: #"{"seq":3,"t":2000,"store":"cart","type":"x","payload":1"# + nul,
      traits: "inflight torn", list: "in flight  line broke off", checks: ["in-flight", "torn-end"],
      says: "the last line broke off after 55 bytes: its payload is lost (70,000 NUL bytes follow)",
      repair: "step 3 saved without its payload", repaired: ["action", "mark"], left: ["in-flight"]),
    Case(
      testDescription: "NUL bytes behind a number that names a cause",
      tail: #"{"seq":3,"t":2000,"store":"cart","type":"x","cause":1"# + nul,
      traits: "inflight torn", list: "in flight  line broke off", checks: ["in-flight", "torn-end"],
      says: "the last line broke off after 53 bytes: its cause is lost (70,000 NUL bytes follow)",
      repair: "step 3 saved without its cause", repaired: ["action", "mark"], left: ["in-flight"]),
    Case(
      testDescription: "NUL bytes behind a whole head", tail: #"{"seq":3,"t":2000,"store":"cart","type":"x","payload":{"n":1}"# + nul,
      traits: "inflight torn", list: "in flight", checks: ["in-flight"], says: "in flight", repair: "step 3 saved as it was begun",
      repaired: ["action"], left: ["in-flight"]),
    Case(
      testDescription: "NUL bytes alone", tail: nul, row: "@4", traits: "bad torn", list: "bad line", checks: ["torn-end"],
      says: "70,000 NUL bytes: the end of the file was never written", repair: "dropped: 70,000 NUL bytes",
      repaired: ["gap"], left: ["gap"]),
    Case(
      testDescription: "a completion", before: [#"{"seq":3,"t":2000,"store":"cart","type":"outer","payload":1}"#],
      tail: #"{"completes":3,"t":2100,"store":"cart","dur":90,"patch":[{"op":"rep"#, row: "@5", traits: "bad torn", list: "bad line",
      checks: ["torn-end"], says: "the last line broke off after 67 bytes, which was to complete step 3", repair: "dropped",
      repaired: ["action", "gap"], left: ["gap"]),
    Case(
      testDescription: "a state with a step", tail: #"{"seq":3,"t":2000,"store":"cart","type":"@@STATE","patch":[{"op":"rep"#,
      traits: "torn", list: "line broke off", checks: ["torn-end"], says: "the last line broke off after 69 bytes: its state is lost",
      repair: "dropped", repaired: ["gap"], left: ["gap"]),
    Case(
      testDescription: "a state without a step", tail: #"{"t":2000,"store":"cart","type":"@@STATE","sta"#, row: "@4",
      traits: "torn", list: "line broke off", checks: ["torn-end"], says: "the last line broke off after 46 bytes: its state is lost",
      repair: "dropped", repaired: ["gap"], left: ["gap"]),
  ]

  private static func kinds(_ answer: BuiltTool.Answer) throws -> [String] {
    try answer.lines.map { try JSONValue(parsing: Array($0.utf8)) }.filter { $0["note"]?.bool == false }.compactMap { $0["check"]?.string }
  }

  private func write(_ example: Case) throws -> String {
    try folder.write((Self.start + example.before).joined(separator: "\n") + "\n" + example.tail, to: "a.jsonl")
  }

  @Test(arguments: sampled(cases, step: 3)) func `list, show, find and check say the same of the line`(_ example: Case) throws {
    let log = try write(example)
    let list = try BuiltTool.run("list", log)
    #expect(list.lines.last?.contains(example.list) == true, "\(list.lines.last?.prefix(200) ?? "")")
    #expect(list.lines.last?.contains("line broke off") == example.list.contains("line broke off"))

    let traits = example.traits.split(separator: " ").map(String.init)
    let others = ["bad", "inflight", "lost", "pending", "torn"].filter { !traits.contains($0) }
    let query = (traits.map { "is:\($0)" } + others.map { "not is:\($0)" }).joined(separator: " and ")
    #expect(try BuiltTool.run("find", log, query, "--json").lines.contains { $0.contains(#""at":"\#(log):\#(example.row)""#) }, "\(query)")

    let json = try JSONValue(parsing: Array((try BuiltTool.run("list", log, "--json").lines.last ?? "").utf8))
    #expect(json["torn"] == true)
    #expect((json["inFlight"] == true) == example.traits.contains("inflight"))
    #expect((json["outcomeLost"] == true) == example.traits.contains("lost"))

    let check = try BuiltTool.run("check", log)
    #expect(check.status == 1)
    #expect(check.output.contains(example.says), "\(check.output.prefix(2000))")
    #expect(try Set(Self.kinds(try BuiltTool.run("check", log, "--json"))) == Set(example.checks))
    let show = try BuiltTool.run("show", log, example.row)
    #expect(show.status == 0)
    #expect(show.output.contains(example.says), "\(show.output.prefix(2000))")
    // The changes of the row itself are unknown.
    #expect(!show.output.contains("  none"))
  }

  /// Only the state of a store that the line does not touch stays certain.
  @Test(arguments: sampled(cases, step: 3)) func `the state at the end is in doubt`(_ example: Case) throws {
    let log = try write(example)
    let state = try BuiltTool.run("show", log, example.row, "--state", "--store", "cart")
    #expect(state.errors.contains("recorded no state") || state.errors.contains("not certain"), "\(state.errors)")
  }

  @Test(arguments: sampled(cases, step: 3)) func `a repair says what it dropped, and so does the new log`(_ example: Case) throws {
    let log = try write(example)
    let new = folder.path("new.jsonl")
    let repair = try BuiltTool.run("repair", log, "--output", new)
    #expect(repair.output.contains(example.repair), "\(repair.output.prefix(500))")
    // Nothing is lost of an action that had only begun.
    #expect(repair.status == (example.repair.contains("as it was begun") ? 0 : 1))
    let rows = try BuiltTool.run("list", new, "--json").lines.map { try JSONValue(parsing: Array($0.utf8)) }.dropFirst(2)
    #expect(rows.map { $0["gap"] != nil ? "gap" : $0["mark"] != nil ? "mark" : "action" } == example.repaired)
    let check = try BuiltTool.run("check", new, "--json")
    #expect(try Set(Self.kinds(check)) == Set(example.left), "\(check.output)")
    // A repaired log has no new doubts.
    #expect(try BuiltTool.run("repair", new, "--output", new + "2").status == 0)
  }

  @Test func `an export does not make a whole record of ended work that broke off`() throws {
    let example = try #require(Self.cases.first { $0.testDescription == "ended work" })
    let log = try write(example)
    let new = try folder.write(try BuiltTool.run("export", log, "--to", "jsonl").output, to: "export.jsonl")
    #expect(try BuiltTool.run("find", new, "is:lost", "--count").lines == ["1"])
    #expect(try Self.kinds(try BuiltTool.run("check", new, "--json")) == ["gap"])
    let blame = try BuiltTool.run("blame", log, "cart.total")
    #expect(blame.errors.contains("as it was before step 4, which recorded no state"))
  }

  @Test func `an action whose completion broke off is not in flight`() throws {
    let example = try #require(Self.cases.first { $0.testDescription == "a completion" })
    let log = try write(example)
    #expect(try BuiltTool.run("list", log).lines[2].contains("outcome lost"))
    #expect(try BuiltTool.run("find", log, "is:inflight", "--count").lines == ["0"])
    #expect(try BuiltTool.run("show", log, "3").output.contains("outcome lost: the completion line broke off"))
  }
}
