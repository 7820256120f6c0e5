import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogSchema
import Foundation
import Testing

/// States without an action in the built tool.
struct StateRowTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let log = #"""
    {"fluxtape":1,"run":"r"}
    {"t":1,"store":"s","type":"@@STATE","state":{"hits":[],"page":0}}
    {"seq":1,"t":2,"store":"s","type":"search","patch":[]}
    {"seq":2,"t":3,"store":"s","type":"@@STATE","patch":[{"op":"add","path":"/hits/-","value":"Bern"}],"settled":true}
    {"seq":3,"t":4,"store":"s","type":"page","patch":[{"op":"replace","path":"/page","value":1}]}
    {"t":5,"store":"s","type":"@@STATE","patch":[{"op":"replace","path":"/page","value":7}]}

    """#

  @Test func `they are listed, found, blamed and shown by their step or line`() throws {
    let log = try folder.write(Self.log, to: "run.jsonl")
    let list = try BuiltTool.run("list", log).lines
    #expect(
      list.count == 5 && list[0].hasPrefix(" @2  +0.000001s") && list[2].hasPrefix("  2  +0.000003s") && list[2].contains("  s  @@STATE"))
    let rows = try BuiltTool.run("list", log, "--json").lines.map { try JSONValue(parsing: $0) }
    #expect(rows[4]["line"] == 6 && rows[4]["type"] == "@@STATE" && rows[4]["seq"] == nil)
    #expect(
      try BuiltTool.run("find", log, "changed:.page").lines.map { $0.prefix { $0 != " " } } == ["\(log):@2", "\(log):3", "\(log):@6"])
    #expect(try BuiltTool.run("find", log, "type:@@STATE", "--count").output == "3\n")
    let blame = try BuiltTool.run("blame", log, ".").output
    #expect(blame.contains(" :2 ") && blame.contains(" :@6 ") && !blame.contains("search"))
    #expect(try BuiltTool.run("history", log, ".page").lines.last?.hasPrefix("  :@6   +0.000005s") == true)
    for address in [["\(log):@6"], [log, "@6"]] {
      let shown = try BuiltTool.run(["show"] + address)
      #expect(shown.status == 0 && shown.output.contains("a change without an action") && shown.output.contains("page"))
    }
    #expect(try BuiltTool.run("show", log, "2").output.contains("no recorded action made this change"))
    #expect(try BuiltTool.run("show", log, "@6", "--state", "--json").output == #"{"hits":["Bern"],"page":7}"# + "\n")
    #expect(try BuiltTool.run("show", log, "@1").status == 1)
    #expect(try BuiltTool.run("diff", log, "3", "@6", "--json").output == #"[{"op":"replace","path":"/page","value":7}]"# + "\n")
  }

  @Test func `a rule that a change without an action breaks names its row, never the action behind it`() throws {
    let log = try folder.write(Self.log, to: "run.jsonl")
    for (rule, address) in [("len(.hits) > 0", "\(log):2"), (".page > 5", "\(log):@6")] {
      let check = try BuiltTool.run("check", log, "--never", rule)
      #expect(check.status == 1 && check.lines[0].hasPrefix("\(address)  never"), "\(check.output)")
    }
  }

  @Test func `equal states print equally, whatever patches led to them`() throws {
    let moved = #"{"seq":2,"t":2,"store":"s","type":"x","patch":[{"op":"remove","path":"/d/a"},{"op":"add","path":"/d/a","value":1}]}"#
    let log = try folder.write(
      #"{"seq":1,"t":1,"store":"s","type":"@@INIT","state":{"z":0,"d":{"a":1,"b":2,"ä":3}}}"# + "\n" + moved + "\n", to: "run.jsonl")
    let states = try ["1", "2"].map { try BuiltTool.run("show", log, $0, "--state", "--json").output }
    #expect(states[0] == #"{"d":{"a":1,"b":2,"ä":3},"z":0}"# + "\n" && states[1] == states[0])
    let export = try BuiltTool.run("export", log, "--to", "jsonl", "--full").lines
    #expect(export.count { $0.contains(#""state":{"d":{"a":1,"b":2,"ä":3},"z":0}"#) } == 2, "\(export)")
    // An export without changes keeps the log's bytes.
    #expect(try BuiltTool.run("export", log, "--to", "jsonl").output.contains(#""state":{"z":0,"d":{"a":1,"b":2,"ä":3}}"#))
  }

  @Test func `the name of the compiler stands once, whether or not the version has it`() throws {
    for version in ["6.3", "Swift 6.3"] {
      let mark = #"{"seq":1,"t":1,"mark":"why","problem":{"kind":"recorder","store":"cart","type":"Cart","version":"\#(version)"}}"#
      let log = try folder.write(mark + "\n", to: "run.jsonl")
      #expect(try BuiltTool.run("check", log).lines[0].hasSuffix("(Cart of the store cart, built with Swift 6.3)"))
      #expect(try BuiltTool.run("show", log, "1").output.contains("built with Swift 6.3"))
    }
  }

  @Test(arguments: [(["recorder", "encoding"], true), (["encodeThrew", "later"], false)])
  func `what a recorder says of its own work is a problem or a note`(kinds: [String], isProblem: Bool) throws {
    let marks = kinds.enumerated().map { place, kind in
      let problem = #"{"kind":"\#(kind)","store":"cart","type":"Shop.Cart\#(place)","version":"6.3.1"}"#
      return #"{"seq":\#(place + 1),"t":1,"mark":"why","level":"warning","problem":\#(problem)}"#
    }
    let log = try folder.write((marks + [#"{"seq":3,"t":2,"end":"closed"}"#]).map { $0 + "\n" }.joined(), to: "run.jsonl")
    let check = try BuiltTool.run("check", log)
    #expect(check.status == (isProblem ? 1 : 0))
    let schema = try AnswerSchemaTests.schema("check")
    let lines = try BuiltTool.run("check", log, "--json").lines.map { try JSONValue(parsing: $0) }
    for line in lines { #expect(schema.fault(in: line) == nil) }
    for place in kinds.indices {
      let line = try #require(check.lines.first { $0.hasPrefix("\(log):\(place + 1)  \(isProblem ? "" : "note: ")") }, "\(check.output)")
      #expect(line.hasSuffix("(Shop.Cart\(place) of the store cart, built with Swift 6.3.1)"), "\(check.output)")
      let finding = try #require(lines.first { $0["problem"]?["type"] == .string("Shop.Cart\(place)") })
      #expect(finding["check"] == "recorder" && finding["note"] == .bool(!isProblem))
    }
    func tellsAll(_ format: String...) throws -> Bool {
      let output = try BuiltTool.run(["check", log] + format).output
      return kinds.indices.allSatisfy { output.contains("Shop.Cart\($0)") }
    }
    for format in ["md", "csv"] { #expect(try tellsAll("--format", format)) }
    #expect(try tellsAll("--github") == isProblem)
  }
}
