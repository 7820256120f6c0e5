import Foundation
import Testing

/// `fluxtape --merge`: several logs in one list.
struct MergedInspectorTests {
  private let folder: TemporaryFolder
  private let client: String
  private let server: String

  init() throws {
    folder = try TemporaryFolder()
    client = try folder.write(
      """
      {"fluxtape":1,"run":"app","time":"2026-11-21T09:00:00.000000Z"}
      {"seq":1,"t":1000,"store":"order","type":"sent","patch":[]}
      {"seq":2,"t":3000,"store":"order","type":"failed","patch":[]}

      """, to: "client.jsonl")
    server = try folder.write(
      """
      {"fluxtape":1,"run":"server","time":"2026-11-21T09:00:00.000000Z"}
      {"seq":1,"t":2000,"store":"jobs","type":"started","patch":[]}

      """, to: "server.jsonl")
  }

  @Test func `the inspector shows the steps of all logs by time`() throws {
    let script = try folder.write(":size 80x24\n:save-screen -\n", to: "keys")
    let temporary = folder.path("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let screen = try BuiltTool.run(
      ["inspect", client, server, "--merge", "--script", script], environment: ["TMPDIR": temporary]
    ).output
    let steps = screen.split(separator: "\n").compactMap { row in ["sent", "started", "failed"].first { row.contains(" \($0)") } }
    #expect(Array(steps.prefix(3)) == ["sent", "started", "failed"], "\(screen)")
    #expect(screen.contains("client+server.jsonl"), "\(screen)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty, "the merged log is left behind")
  }

  @Test func `into a pipe it is the merged list`() throws {
    let list = try BuiltTool.run("list", "--merge", client, server)
    #expect(try BuiltTool.run("--merge", client, server).output == list.output)
    #expect(list.output.contains("started"))
  }

  @Test func `a merged log cannot be followed`() throws {
    let script = try folder.write("j\n", to: "keys")
    let refused = try BuiltTool.run("inspect", client, server, "--merge", "--follow", "--script", script)
    #expect(refused.status == 2 && refused.errors.contains("a merged log does not grow"), "\(refused.errors)")
  }
}
