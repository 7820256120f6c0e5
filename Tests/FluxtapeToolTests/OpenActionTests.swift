import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogSchema
import Foundation
import Testing

/// Actions whose outcome the log lacks, actions with an outcome, and logs without any.
struct OpenActionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let start = #"""
    {"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}
    {"seq":1,"t":10,"store":"cart","type":"@@INIT","state":{"total":0}}

    """#

  @Test func `an action with a duration has returned, and a store that ended does nothing more`() throws {
    let log = try folder.write(
      Self.start + #"""
        {"seq":2,"t":20,"store":"cart","type":"cart.noop","dur":5}
        {"seq":3,"t":30,"store":"cart","type":"@@DEINIT"}
        {"seq":4,"t":40,"end":"closed"}

        """#, to: "a.jsonl")
    #expect(try BuiltTool.run("find", log, "is:inflight", "--count").output == "0\n")
    let show = try BuiltTool.run("show", log, "2").output
    #expect(show.contains("took") && !show.contains("in flight"))
    #expect(try BuiltTool.run("check", log).status == 0)
    #expect(try BuiltTool.run("find", log, "cart.total == 0", "--count").output == "2\n")
  }

  @Test func `a store that dispatches to itself until the app dies is one problem`() throws {
    let open = (2...2000).map { #"{"seq":\#($0),"t":\#($0 * 10),"store":"cart","type":"cart.refresh","cause":\#($0 - 1)}"# + "\n" }
    let log = try folder.write(Self.start + open.joined(), to: "a.jsonl")
    let answer = try BuiltTool.run("check", log)
    let words = "in flight, and led to itself 1,998 times before any of them returned (endless loop?)"
    #expect(answer.lines[0] == "\(log):2  \(words)", "\(answer)")
    #expect(answer.output.contains("\(log): 1 problem and 1 note in 2,000 steps"), "\(answer)")
    let json = try JSONValue(parsing: BuiltTool.run("check", log, "--json").lines[0])
    #expect(json["check"] == "in-flight" && json["count"]?.int == 1998)
  }

  @Test func `why says of a step that it is in flight`() throws {
    let log = try folder.write(
      Self.start + #"{"seq":2,"t":20,"store":"cart","type":"cart.import","cause":1,"payload":{"n":1}}"# + "\n", to: "a.jsonl")
    #expect(try BuiltTool.run("why", log, "2").lines.contains { $0.hasPrefix("▶") && $0.hasSuffix("cart.import  in flight") })
    let json = try BuiltTool.run("why", log, "2", "--json").lines.map { try JSONValue(parsing: Array($0.utf8)) }
    #expect(json.map { $0["inFlight"]?.bool } == [nil, true])
    let schema = try AnswerSchemaTests.schema("why")
    for line in json { #expect(schema.fault(in: line) == nil) }
  }

  @Test func `a state that is what it was is no change without an action`() throws {
    let log = try folder.write(
      Self.start + #"""
        {"seq":2,"t":20,"store":"cart","type":"@@STATE","patch":[{"op":"replace","path":"/total","value":5}]}
        {"seq":3,"t":30,"store":"cart","type":"@@STATE","state":{"total":5}}
        {"seq":4,"t":40,"store":"cart","type":"@@STATE","state":{"total":6}}

        """#, to: "a.jsonl")
    #expect(try BuiltTool.run("stats", log).output.contains("2 changes without an action"))
  }

  @Test func `a repair tells lost steps once`() throws {
    let log = try folder.write(
      Self.start + #"""
        {"seq":2,"t":20,"store":"cart","type":"cart.big","payload":"aaaa
        {"seq":6,"t":40,"gap":{"lost":4,"first":2,"last":5,"reason":"disk full"}}
        {"seq":7,"t":50,"end":"closed"}

        """#, to: "a.jsonl")
    let new = folder.path("new.jsonl")
    #expect(try BuiltTool.run("repair", log, "--output", new).status == 1)
    let gaps = try BuiltTool.run("check", new, "--json").lines.map { try JSONValue(parsing: Array($0.utf8)) }.filter {
      $0["check"] == "gap"
    }
    #expect(gaps.count == 1 && gaps[0]["message"]?.string?.contains("(2 to 5): disk full") == true)
  }

  @Test func `a log without a store says so`() throws {
    let log = try folder.write(#"{"fluxtape":1,"run":"r"}"# + "\n", to: "a.jsonl")
    #expect(try BuiltTool.run("blame", log, ".x").errors.contains("the log has no store"))
    #expect(try BuiltTool.run("list", log).errors.contains("no steps: the log has a header and no records"))
  }
}
