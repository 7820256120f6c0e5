import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogSchema
import Foundation
import Testing

/// States that are uncertain because records are missing, a patch does not fit, or an outcome is lost. All commands report that, and
/// attribute the found differences to no action.
struct UncertainStateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let start = #"""
    {"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}
    {"seq":1,"t":10,"store":"cart","type":"@@INIT","state":{"total":0,"items":[],"note":""}}
    {"seq":2,"t":20,"store":"session","type":"@@INIT","state":{"n":0}}
    {"seq":3,"t":30,"store":"cart","type":"cart.added","dur":5,"patch":[{"op":"replace","path":"/total","value":5}]}

    """#

  /// After a gap: an action without a change, one with a patch, and one with a patch on a note and the whole state.
  private static let gap =
    start + #"""
      {"seq":6,"t":40,"gap":{"lost":2,"first":4,"last":5,"reason":"disk full"}}
      {"seq":7,"t":50,"store":"cart","type":"cart.innocent","dur":5,"patch":[]}
      {"seq":8,"t":60,"store":"cart","type":"cart.added","dur":5,"patch":[{"op":"replace","path":"/total","value":-3}]}
      {"seq":9,"t":70,"store":"cart","type":"cart.late","dur":5,"patch":[{"op":"replace","path":"/note","value":"x"}],"state":{"total":-40,"items":["t"],"note":"x"}}
      {"seq":10,"t":80,"store":"session","type":"session.ping","dur":5,"patch":[{"op":"replace","path":"/n","value":5}]}
      {"seq":11,"t":90,"end":"closed"}

      """#

  private static let misfit =
    start + #"""
      {"seq":4,"t":40,"store":"cart","type":"cart.removed","dur":5,"patch":[{"op":"remove","path":"/items/3"}]}
      {"seq":5,"t":50,"store":"cart","type":"cart.counted","dur":5,"patch":[{"op":"replace","path":"/total","value":6}]}
      {"seq":6,"t":60,"store":"cart","type":"cart.innocent","dur":5,"patch":[],"state":{"total":6,"items":[],"note":""}}
      {"seq":7,"t":90,"end":"closed"}

      """#

  private static let inFlight =
    start + #"""
      {"seq":4,"t":40,"store":"cart","type":"cart.import","payload":{"a":1}}
      {"seq":5,"t":50,"store":"session","type":"session.ping","dur":1,"patch":[{"op":"replace","path":"/n","value":1}]}
      {"seq":6,"t":60,"store":"cart","type":"cart.added","dur":5,"patch":[{"op":"replace","path":"/total","value":7}]}

      """#

  private func write(_ text: String) throws -> String { try folder.write(text, to: "a.jsonl") }

  private func json(_ arguments: String...) throws -> [JSONValue] {
    try BuiltTool.run(arguments + ["--json"]).lines.map { try JSONValue(parsing: Array($0.utf8)) }
  }

  // MARK: - Attributing changes

  @Test func `what a whole state differs in behind a gap is the change of none of its rows`() throws {
    let log = try write(Self.gap)
    let blame = try json("blame", log, "cart.").map { [$0["path"]?.string ?? "", $0["at"]?.string ?? "", $0["between"]?.text ?? "-"] }
    let between = #"["\#(log):6","\#(log):9"]"#
    #expect(blame == [[".total", "\(log):9", between], [".items[0]", "\(log):9", between], [".note", "\(log):9", "-"]])
    let history = try json("history", log, "cart.total")
    #expect(history.map { $0["new"]?.int } == [0, 5, -3, -40] && history.map { $0["between"]?.text } == [nil, nil, nil, between])
    #expect(try BuiltTool.run("history", log, "cart.total").lines.last?.contains("one of these") == true)
    #expect(try json("find", log, "changed:cart.total").compactMap { $0["seq"]?.int } == [1, 3, 8])
    #expect(try json("find", log, "changed:cart.note").compactMap { $0["seq"]?.int } == [1, 9])
  }

  @Test func `show tells what a step did from what came about before it`() throws {
    let log = try write(Self.gap)
    let lines = try BuiltTool.run("show", log, "9").lines
    let own = try #require(lines.firstIndex(of: "changes of cart"))
    #expect(lines[own + 1].hasPrefix("  ~ .note") && lines[own + 2].hasPrefix("changed in cart between step 6 and step 9"))
    #expect(lines[(own + 3)...].map { $0.prefix(8) } == ["  ~ .tota", "  + .item"].map { $0.prefix(8) })
    #expect(try BuiltTool.run("show", log, "7").lines.contains("changes of cart (not certain: the log is not whole at step 6)"))
  }

  @Test func `a check blames no action for what a gap explains`() throws {
    let log = try write(Self.gap)
    let check = try json("check", log, "--never", "cart.total < 0")
    #expect(check.compactMap { $0["check"]?.string } == ["gap", "rule", "rule"])
    let broken = try #require(check.first { $0["check"] == "rule" && $0["note"] == false })
    #expect(broken["between"] == [.string("\(log):6"), .string("\(log):9")] && broken["causes"] == nil)
    #expect(broken["values"]?.array?[0]["new"] == -40)
    let text = try BuiltTool.run("check", log, "--never", "cart.total < 0")
    #expect(text.lines[0].hasPrefix("\(log):6 … \(log):9  never cart.total < 0") && !text.output.contains("action  cart.late"))
    for format in [["--junit", folder.path("j.xml")], ["--github"], ["--format", "md"]] {
      #expect(!(try BuiltTool.run(["check", log, "--never", "cart.total < 0"] + format).output.contains("cart.late")))
    }
    let schema = try AnswerSchemaTests.schema("check")
    for line in check { #expect(schema.fault(in: line) == nil, "\(line)") }
  }

  @Test func `what a patch that does not fit left open is the change of none of the rows behind it`() throws {
    let log = try write(Self.misfit)
    for entry in try json("blame", log, "cart.") { #expect(entry["between"] == [.string("\(log):4"), .string("\(log):6")]) }
    #expect(try json("history", log, "cart.total").last?["between"] == [.string("\(log):4"), .string("\(log):6")])
    #expect(try json("find", log, "changed:cart.total").compactMap { $0["seq"]?.int } == [1, 3])
    #expect(try json("check", log).compactMap { $0["check"]?.string } == ["patch-failed"])
  }

  @Test func `show says that a patch does not fit`() throws {
    let log = try write(Self.misfit)
    for step in ["4", "5"] {
      let line = try BuiltTool.run("show", log, step).lines.last
      #expect(line?.hasPrefix("changes of cart are not known: the patch at step 4 does not fit the state before it") == true)
    }
    #expect(try BuiltTool.run("show", log, "6").lines.contains("state of cart, the first known since step 4"))
  }

  // MARK: - Queries

  @Test func `a query says at how many steps it is not decided, and why`() throws {
    let log = try write(Self.gap)
    let find = try BuiltTool.run("find", log, "cart.total == 5")
    #expect(find.status == 0 && find.lines.count == 2 && find.lines[0].hasPrefix("\(log):3"))
    #expect(find.lines[1] == "not known at 3 rows, the first \(log):6, as the log is not whole at step 6")
    let undecided: JSONValue = ["rows": 3, "first": .string("\(log):6"), "reason": "the log is not whole at step 6"]
    #expect(try json("find", log, "cart.total == 5").last == ["undecided": undecided])
    #expect(try json("find", log, "cart.total == 5", "--count") == [["count": 1, "undecided": undecided]])
    let count = try BuiltTool.run("find", log, "cart.total == 5", "--count")
    #expect(count.output == "1\n" && count.errors.contains("not known at 3 rows"))
    #expect(try BuiltTool.run("list", log, "--where", "cart.total == 5").lines.last?.hasPrefix("not known at 3 rows") == true)
    #expect(try json("find", log, "session.n == 5").compactMap { $0["seq"]?.int } == [])
    for definition in ["find", "list"] {
      let schema = try AnswerSchemaTests.schema(definition)
      #expect(schema.fault(in: ["undecided": undecided]) == nil)
    }
  }

  @Test func `a rule says at how many steps it is not decided`() throws {
    let log = try write(Self.gap)
    let note = try #require(try json("check", log, "--never", "cart.total == 99").first { $0["check"] == "rule" })
    #expect(note["note"] == true && note["at"] == .string("\(log):6") && note["rows"] == 3)
    #expect(note["message"]?.string?.contains("not known at 3 rows, the first here, as the log is not whole at step 6") == true)
  }

  @Test func `an action in flight leaves the state as it was, and casts no doubt on what comes behind it`() throws {
    let log = try write(Self.inFlight)
    #expect(try json("find", log, "cart.total == 5").compactMap { $0["seq"]?.int } == [3, 4, 5])
    #expect(try json("find", log, "cart.total == 7").map { $0["seq"]?.int } == [6])
    #expect(try BuiltTool.run("show", log, "4", "--state").errors.contains("as it was before step 4"))
    for step in ["5", "6"] { #expect(try BuiltTool.run("show", log, step, "--store", "cart", "--state").errors.isEmpty) }
    #expect(try json("blame", log, "cart.total").map { $0["at"]?.string } == ["\(log):6"])
    #expect(try json("blame", log, "cart.total")[0]["between"] == nil)
    #expect(try json("check", log, "--never", "cart.total > 99").compactMap { $0["check"]?.string } == ["in-flight", "no-end"])
  }

  @Test func `what an action in flight changed is not known, and a search for changes says so`() throws {
    let log = try write(Self.inFlight)
    let lines = try BuiltTool.run("find", log, "changed:cart.total").lines
    #expect(lines.count == 4 && lines[3] == "not known at 1 row, \(log):4, as step 4 is in flight")
  }

  @Test func `an outcome that broke off is lost where it broke off, and not before`() throws {
    let log = try write(Self.inFlight + #"{"completes":4,"t":70,"store":"cart","dur":1,"pat"#)
    #expect(try json("find", log, "cart.total == 5").compactMap { $0["seq"]?.int } == [3, 5])
    #expect(try json("find", log, "cart.total == 7").compactMap { $0["seq"]?.int } == [6])
    let words = try BuiltTool.run("find", log, "cart.total == 7").lines.last
    #expect(words?.hasPrefix("not known at 2 rows, the first \(log):4, as the outcome of step 4 is lost") == true)
    #expect(try BuiltTool.run("show", log, "6", "--state").errors.isEmpty)
  }

  // MARK: - Doubts in answers

  @Test func `answers carry the doubt themselves`() throws {
    let log = try write(Self.inFlight)
    let blame = try json("blame", log, "cart.total", "--at", "4")
    #expect(blame[0]["uncertain"]?.string == "as it was before step 4, which recorded no state")
    let heading = try BuiltTool.run("blame", log, "cart.total", "--at", "4").lines[0]
    #expect(heading.hasSuffix("(as it was before step 4, which recorded no state)"))
    let gap = try write(Self.gap)
    let changes = try json("history", gap, "cart.total").map { $0["uncertain"]?.string }
    #expect(changes == [nil, nil, "the log is not whole at step 6", nil])
    let schema = try AnswerSchemaTests.schema("history")
    for line in try json("history", gap, "cart.total") { #expect(schema.fault(in: line) == nil, "\(line)") }
    let blameSchema = try AnswerSchemaTests.schema("blame")
    for line in try json("blame", gap, "cart.", "--at", "8") { #expect(blameSchema.fault(in: line) == nil, "\(line)") }
  }

  @Test func `a step in JSON says that it is in flight, and that its line broke off`() throws {
    let log = try write(Self.inFlight + #"{"seq":7,"t":70,"store":"cart","type":"cart.torn","payload":{"a":"#)
    let steps = try ["4", "5", "7"].map { try json("show", log, $0)[0] }
    #expect(steps.map { $0["inFlight"]?.bool } == [true, nil, true] && steps.map { $0["torn"]?.bool } == [nil, nil, true])
    let schema = try AnswerSchemaTests.schema("show")
    for step in steps { #expect(schema.fault(in: step) == nil) }
  }

  @Test func `no difference to a state that is not certain is no equality`() throws {
    let log = try write(Self.gap)
    let diff = try BuiltTool.run("diff", log, "3", "7")
    #expect(diff.status == 2 && diff.lines[1] == "  no difference is recorded")
    #expect(diff.lines[2] == "  \(log):7: not certain: the log is not whole at step 6")
    #expect(try BuiltTool.run("diff", log, "3", "7", "--json").status == 2)
    #expect(try BuiltTool.run("diff", log, "1", "8").status == 1)
    #expect(try BuiltTool.run("diff", log, "3", "3").status == 0)
  }
}
