import Foundation
import Testing

/// The tool reads the logs of recorders in other languages. If the language is installed, its programs must produce the same logs.
struct ForeignRecorderTests {
  struct Language: Sendable, CustomTestStringConvertible {
    let command: [String]
    let log: String
    let rows: Int

    var testDescription: String { log }
    var file: URL { BuiltTool.package.appendingPathComponent("samples/logs/\(log).jsonl") }
  }

  static let languages = [
    Language(command: ["node", "samples/foreign/todos.mjs"], log: "foreign-javascript", rows: 8),
    Language(command: ["python3", "samples/foreign/orders.py"], log: "foreign-python", rows: 13),
  ]

  @Test(arguments: languages) func `its log opens, and nothing in it is damaged`(_ language: Language) throws {
    let answer = try BuiltTool.run("list", language.file.path, "--json")
    #expect(answer.status == 0 && answer.errors == "")
    #expect(answer.lines.count == language.rows)
    #expect(try BuiltTool.run("find", language.file.path, "is:bad or is:gap or is:inflight", "--count").output == "0\n")
  }

  @Test func `states come out of its patches, keys that are words of the format too`() throws {
    let list = try BuiltTool.run("show", Self.languages[0].file.path, "5", "--state", "--path", ".todos[0].done")
    #expect(list.output == "true\n")
    let stock = try BuiltTool.run("show", Self.languages[1].file.path, "8", "--state")
    #expect(stock.output.filter { !$0.isWhitespace } == #"{"$unit":"piece","p1":0}"#, "\(stock.output)")
  }

  @Test(arguments: languages) func `its program writes the log in the repository`(_ language: Language) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("foreign-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("run.jsonl")
    let answer = try BuiltTool.run(
      language.command + [log.path], program: URL(filePath: "/usr/bin/env"), environment: ["PYTHONDONTWRITEBYTECODE": "1"])
    // 127: the language is not installed here.
    guard answer.status != 127 else { return }
    #expect(answer.status == 0)
    #expect(try Data(contentsOf: log) == Data(contentsOf: language.file))
  }
}
