import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogSchema
import Foundation
import Testing

/// What commands say of a run that the inspector has driven.
struct DrivenLogTests {
  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = try TemporaryFolder()
    log = try folder.drivenLog()
  }

  @Test func `blame and history name the inspector`() throws {
    let blame = try BuiltTool.run("blame", log, "cart.total").lines
    #expect(blame.last?.contains(":6    09:00:00.004100  @@STATE by the inspector  was -1") == true, "\(blame)")
    let json = try BuiltTool.run("blame", log, "cart.total", "--json").lines.map { try JSONValue(parsing: $0) }
    #expect(json.first?["byInspector"] == true && json.first?["type"] == "@@STATE")
    for line in json { #expect(try AnswerSchemaTests.schema("blame").fault(in: line) == nil) }
    let history = try BuiltTool.run("history", log, "cart.total").lines
    #expect(history.map { $0.contains("by the inspector") } == [false, false, false, false, true], "\(history)")
  }

  @Test func `list, show and why tell what was done, and by whom`() throws {
    let rows = try BuiltTool.run("list", log).lines
    #expect(rows[4].contains("mark") && rows[4].contains("live: jump to step 3 (by fluxtape inspector)"), "\(rows)")
    #expect(rows[5].contains("@@STATE") && rows[5].hasSuffix("by the inspector"), "\(rows)")
    let json = try BuiltTool.run("list", log, "--json").lines.map { try JSONValue(parsing: $0) }
    #expect(json.map { $0["byInspector"] == true } == [false, false, false, false, false, true])
    for line in json { #expect(try AnswerSchemaTests.schema("list").fault(in: line) == nil) }
    #expect(try BuiltTool.run("show", log, "6").output.contains("reason    the inspector made this change, by a live command\n"))
    #expect(try BuiltTool.run("show", log, "5").output.contains("live      jump by fluxtape inspector\n"))
    let why = try BuiltTool.run("why", log, "6").output
    #expect(why.contains("live: jump to step 3 (by fluxtape inspector)") && why.contains("@@STATE by the inspector"), "\(why)")
  }

  @Test func `statistics count its changes apart`() throws {
    let first = try #require(BuiltTool.run("stats", log).lines.first)
    #expect(first.contains(", 1 change by the inspector") && !first.contains("without an action"), "\(first)")
    let run = try JSONValue(parsing: try #require(BuiltTool.run("stats", log, "--json").lines.first))
    #expect(run["changesByInspector"] == 1 && run["changesWithoutAction"] == 0)
    #expect(try AnswerSchemaTests.schema("stats").fault(in: run) == nil)
  }

  @Test func `a flag and a broken rule of the inspector are not the app's`() throws {
    let rule = ["--never", "cart.isLoading == true and cart.total == 5"]
    let found = try BuiltTool.run(["check", log] + rule)
    // Step 3 is the app's.
    #expect(found.status == 1 && !found.output.contains("still true"), "\(found.output)")
    let alone = try BuiltTool.run("check", log)
    #expect(alone.status == 0 && !alone.output.contains("still true"), "\(alone.output)")
    // As if nobody had jumped.
    let lines = TemporaryFolder.drivenLines.map { $0.replacing(#""live":{"#, with: #""was":{"#) }
    let app = try folder.write(lines.map { $0 + "\n" }.joined(), to: "app.jsonl")
    #expect(try BuiltTool.run("check", app).output.contains("still true"))
    let broken = try BuiltTool.run("check", log, "--never", "cart.total == 5 and is:state")
    #expect(broken.status == 0 && broken.output.contains("note"), "\(broken.output)")
    #expect(try BuiltTool.run("check", app, "--never", "cart.total == 5 and is:state").status == 1)
  }

  @Test func `the state that the inspector set is the store's from there on`() throws {
    let json = try BuiltTool.run("show", log, "6", "--state", "--store", "cart").output
    #expect(try JSONValue(parsing: json) == ["items": ["tea"], "total": 5, "isLoading": true])
  }

  @Test func `a copy of the log keeps the command, and a merged one its steps`() throws {
    let dropped = #"{"seq":7,"t":5000,"mark":"live: dropped","level":"info","live":{"do":"drop","held":3,"steps":[2,99,4]}}"#
    let log = try folder.drivenLog([dropped])
    let copy = try BuiltTool.run("export", log, "--to", "jsonl").lines
    #expect(copy.contains { $0.contains(#""live":{"do":"jump","step":3,"by":"fluxtape inspector"}"#) }, "\(copy)")
    let other = try folder.write(
      #"{"fluxtape":1,"run":"q","time":"2026-01-05T08:59:00Z"}"# + "\n" + #"{"seq":1,"t":0,"mark":"first"}"# + "\n", to: "other.jsonl")
    let merged = try BuiltTool.run("export", other, log, "--to", "jsonl", "--merge").lines
    #expect(merged.contains { $0.contains(#""live":{"do":"jump","step":4,"#) }, "\(merged)")
    #expect(merged.contains { $0.contains(#""live":{"do":"drop","held":3,"steps":[3,5]}"#) }, "\(merged)")
  }
}
