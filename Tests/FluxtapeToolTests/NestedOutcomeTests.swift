import FluxtapeDocuments
import FluxtapeJSON
import Testing

/// An action that completes after the actions that its reducer sent: states are in the order of completions.
struct NestedOutcomeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let lines = #"""
    {"seq":1,"t":1,"store":"s","type":"@@INIT","state":{"busy":2}}
    {"seq":2,"t":10,"store":"s","type":"outer","payload":1}
    {"seq":3,"t":11,"store":"s","type":"inner","cause":2,"dur":2,"patch":[{"op":"replace","path":"/busy","value":1}]}
    {"completes":2,"t":12,"store":"s","dur":100,"patch":[{"op":"replace","path":"/busy","value":0}]}

    """#

  @Test(arguments: ["", #"{"seq":4,"t":13,"end":"closed"}"# + "\n", #"{"seq":4,"t":13,"store":"s","type":"@@DEINIT"}"# + "\n"])
  func `the end is behind the last outcome, whatever row stands last`(rest: String) throws {
    let log = try folder.write(Self.lines + rest, to: "a.jsonl")
    let blame = try JSONValue(parsing: try #require(BuiltTool.run("blame", log, ".busy", "--json").lines.first))
    #expect(blame["value"] == 0 && blame["at"] == .string("\(log):2"))
    let change = try JSONValue(parsing: try #require(BuiltTool.run("history", log, ".busy", "--json").lines.last))
    let isEnd = rest.contains("DEINIT")
    #expect(isEnd ? change["old"] == 0 : change["new"] == 0 && change["at"] == .string("\(log):2"))
  }

  @Test func `another store's end in between does not hide a store's last state`() throws {
    let log = try folder.write(
      #"""
      {"seq":1,"t":0,"store":"b","type":"@@INIT","state":{"n":7}}
      {"seq":2,"t":1,"store":"s","type":"@@INIT","state":{"busy":2}}
      {"seq":3,"t":10,"store":"s","type":"outer"}
      {"seq":4,"t":11,"store":"b","type":"@@DEINIT"}
      {"completes":3,"t":12,"store":"s","dur":100,"patch":[{"op":"replace","path":"/busy","value":0}]}

      """#, to: "a.jsonl")
    #expect(try BuiltTool.run("blame", log, "b.n").lines.last?.hasPrefix("  .n    7      :1  ") == true)
    #expect(try BuiltTool.run("blame", log, "s.busy").lines.last?.hasPrefix("  .busy  0      :3  ") == true)
  }

  @Test func `a diff names the line at which the earlier row came to its end`() throws {
    let log = try folder.write(Self.lines, to: "a.jsonl")
    let diff = try BuiltTool.run("diff", log, "2", "3")
    #expect(diff.lines == ["s after \(log):2 (completed at line 4) and after \(log):3", "  ~ .busy  0 → 1  (+1)"])
    #expect(try BuiltTool.run("diff", log, "1", "3").lines[0] == "s after \(log):1 and after \(log):3")
  }

  @Test func `an export for Redux DevTools is in the order of states`() throws {
    let log = try folder.write(Self.lines, to: "a.jsonl")
    let answer = try BuiltTool.run("export", log, "--to", "redux-devtools")
    let file = try JSONValue(parsing: answer.output)
    #expect(file["computedStates"]?.array?.map { $0["state"]?["busy"]?.int } == [2, 1, 0])
    #expect(["1", "2"].map { file["actionsById"]?[$0]?["action"]?["type"]?.string } == ["inner", "outer"])
  }
}
