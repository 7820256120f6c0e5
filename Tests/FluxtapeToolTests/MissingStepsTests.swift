import FluxtapeDocuments
import FluxtapeJSON
import Foundation
import Testing

/// Missing steps, and a recorder's marks about its own work: what users see, and where they can go from there.
struct MissingStepsTests {
  private let folder: TemporaryFolder
  private let log: String

  private static let lines = [
    #"{"fluxtape":1,"run":"r1","time":"2026-11-21T09:00:00.000000Z"}"#,
    #"{"seq":1,"t":12,"store":"cart","type":"@@INIT","state":{"total":0}}"#,
    #"{"seq":2,"t":100,"mark":"odd","level":"error","problem":{"kind":"recorder","store":"cart","type":"CartState","version":"6.3"}}"#,
    #"{"seq":3,"t":1500,"store":"cart","type":"slow","payload":1}"#,
    #"{"seq":8,"t":2000,"gap":{"lost":5,"first":3,"last":7,"reason":"the disk was full"}}"#,
    #"{"t":2001,"store":"cart","type":"@@STATE","state":{"total":-3}}"#,
    #"{"seq":9,"t":3000,"store":"cart","type":"add","patch":[{"op":"replace","path":"/total","value":5}]}"#,
    #"{"seq":12,"t":4000,"store":"cart","type":"add","patch":[{"op":"replace","path":"/total","value":8}]}"#,
  ]

  init() throws {
    folder = try TemporaryFolder()
    log = try folder.write(Self.lines.joined(separator: "\n") + "\n", to: "e.jsonl")
  }

  private func json(_ arguments: String...) throws -> [JSONValue] {
    try BuiltTool.run(arguments + ["--json"]).lines.map { try JSONValue(parsing: Array($0.utf8)) }
  }

  @Test func `steps that are in the log are counted, and those that are not`() throws {
    #expect(try BuiltTool.run("check", log).lines.last?.hasSuffix(" in 6 steps, 6 missing") == true)
    let summary = try #require(try json("check", log).last)
    #expect(summary["steps"] == 6 && summary["missing"] == 6)
  }

  @Test func `missing steps have an address that every answer prints and every command takes`() throws {
    let addresses = try json("find", log, "is:gap").compactMap { $0["at"]?.string }
    #expect(addresses == ["\(log):8", "\(log):10"])
    #expect(try BuiltTool.run("stats", log).output.contains("  :10  steps 10 to 11 are missing"))
    #expect(try json("check", log).contains { $0["check"] == "gap" && $0["at"] == .string("\(log):10") })
    for address in addresses { #expect(try BuiltTool.run("show", address).status == 0) }
  }

  @Test(arguments: ["10", "11"]) func `a step that is missing says between which ones, and that no reason is recorded`(step: String) throws
  {
    let show = try BuiltTool.run("show", log, step)
    #expect(show.lines.first == "\(log):\(step)  steps 10 to 11 are missing")
    #expect(show.output.contains("between   9 and 12") && show.output.contains("reason    none is recorded"))
    #expect(show.output.contains("lost      2 records"))
  }

  @Test(arguments: ["5", "8"]) func `a step in a recorded gap says why it is missing`(step: String) throws {
    let show = try BuiltTool.run("show", log, step)
    #expect(show.lines.first == "\(log):\(step)  the disk was full")
    #expect(show.output.contains("lost      5 records") && show.output.contains("steps     3 to 7"))
  }

  @Test func `a mark of a recorder is shown with all that it tells`() throws {
    let show = try BuiltTool.run("show", log, "2").output
    for fact in ["problem   recorder", "store     cart", "type      CartState", "built with Swift 6.3"] { #expect(show.contains(fact)) }
    let mark = try #require(try json("list", log).first { $0["mark"] != nil })
    #expect(mark["problem"] == ["kind": "recorder", "store": "cart", "type": "CartState", "version": "6.3"])
  }

  @Test func `a row that is no record says where it is and what to do`() throws {
    let bad = try folder.write(Self.lines[..<2].joined(separator: "\n") + "\noops\n", to: "bad.jsonl")
    let answer = try BuiltTool.run("show", "\(bad):@3", "--json")
    #expect(answer.status == 1)
    #expect(answer.errors.contains("\(bad):@3 is not a record: not JSON") && answer.errors.contains("'fluxtape repair \(bad)'"))
  }

  @Test func `findings have the type of an action, and no words in its place`() throws {
    let bad = try folder.write(Self.lines[..<2].joined(separator: "\n") + "\noops\n{\"seq\":4,\"t\"", to: "bad.jsonl")
    let findings = try json("check", bad).filter { ["bad-line", "torn-end", "gap"].contains($0["check"]?.string) }
    #expect(findings.count == 2 && findings.allSatisfy { $0["type"] == nil && $0["at"]?.string?.hasPrefix("\(bad):@") == true })
  }
}
