import FluxtapeDocuments
import FluxtapeJSON
import Foundation
import Testing

/// Every printed address names its row, in every command that accepts it.
struct RowAddressTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func json(_ arguments: String...) throws -> [JSONValue] {
    try BuiltTool.run(arguments + ["--json"]).lines.map { try JSONValue(parsing: Array($0.utf8)) }
  }

  @Test func `a row of a later segment is named in that file`() throws {
    let first = try folder.write(
      #"""
      {"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}
      {"seq":1,"t":10,"store":"cart","type":"@@INIT","state":{"total":0}}
      {"seq":2,"t":20,"store":"cart","type":"cart.added","dur":5,"patch":[{"op":"replace","path":"/total","value":5}]}

      """#, to: "seg.jsonl")
    let second = try folder.write(
      #"""
      {"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z","segment":2}
      {"t":30,"store":"cart","type":"@@STATE","state":{"total":-5}}
      {"seq":3,"t":40,"store":"cart","type":"cart.added","dur":5,"patch":[{"op":"replace","path":"/total","value":6}]}
      {"seq":4,"t":50,"store":"cart","type":"cart.removed","dur":5,"patch":[{"op":"replace","path":"/total","value":-6}]}

      """#, to: "seg.2.jsonl")
    let rules = ["--never", "cart.total < 0"]
    let check = try BuiltTool.run(["check", first, second, "--json"] + rules).lines.map { try JSONValue(parsing: Array($0.utf8)) }
    let broken = check.filter { $0["check"] == "rule" }.compactMap { $0["at"]?.string }
    #expect(broken == ["\(second):@2", "\(second):4"])
    #expect(check.count { $0["kind"]?.string == "summary" } == 1)
    for address in broken { #expect(try BuiltTool.run("show", address).output.contains("-")) }
    #expect(try BuiltTool.run("show", broken[0]).output.contains("@@STATE"))
    #expect(try BuiltTool.run("show", broken[1]).output.contains("cart.removed"))
  }

  @Test func `a repeated step is named by its line`() throws {
    let log = try folder.write(
      #"""
      {"seq":1,"t":10,"store":"cart","type":"@@INIT","state":{"total":0}}
      {"seq":2,"t":20,"store":"cart","type":"cart.added","dur":5,"patch":[{"op":"replace","path":"/total","value":5}]}
      {"seq":2,"t":30,"store":"cart","type":"cart.again","dur":5,"patch":[{"op":"replace","path":"/total","value":9}]}

      """#, to: "a.jsonl")
    let address = try #require(try json("blame", log, "cart.total").first?["at"]?.string)
    #expect(address == "\(log):@3")
    #expect(try BuiltTool.run("show", address).output.contains("cart.again"))
  }

  @Test func `findings of one of several runs say of which`() throws {
    func run(_ name: String) -> String {
      #"""
      {"fluxtape":1,"run":"\#(name)","time":"2026-11-21T09:00:00.000000Z"}
      {"seq":1,"t":10,"store":"cart","type":"@@INIT","state":{"total":0}}
      {"seq":2,"t":20,"store":"cart","type":"cart.added","dur":5,"patch":[{"op":"replace","path":"/total","value":-5}]}

      """#
    }
    let log = try folder.write(run("one") + run("two"), to: "a.jsonl")
    let findings = try json("check", log, "--never", "cart.total < 0").filter { $0["check"] == "rule" }
    #expect(findings.map { $0["run"]?.int } == [1, 2])
    let text = try BuiltTool.run("check", log, "--never", "cart.total < 0").lines
    #expect(text.filter { $0.contains("1 problem") }.map { $0.contains("run 1") ? 1 : $0.contains("run 2") ? 2 : 0 } == [1, 2])
    #expect(try BuiltTool.run("show", "\(log):2", "--run", "2").status == 0)
  }
}
