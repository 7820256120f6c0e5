import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogSchema
import Foundation
import Testing

/// The output of commands with `--json` conforms to the schema beside the documentation.
struct AnswerSchemaTests {
  struct Answer: CustomTestStringConvertible {
    let definition: String
    let arguments: [String]
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ definition: String, _ arguments: String...) {
      (self.definition, self.arguments) = (definition, arguments + (arguments[0] == "export" ? [] : ["--json"]))
    }
  }

  private static let (shop, folder) = (GoldenTests.shop, GoldenTests.folder)

  static let answers = [
    Answer("list", "list", "\(folder)/runs/CartTests.crashes.1-unfinished.jsonl", "\(folder)/runs/CartTests.adds.1-passed.jsonl"),
    Answer("list-runs", "list", "\(folder)/runs"),
    Answer("list", "list", shop, "--with", "time,site,payload", "--value", "cart.total", "--value", "catalog.products[*].id"),
    Answer("find", "find", "\(folder)/runs", "type:couponEntered", "--with", "payload", "--value", "cart.total"),
    Answer("find", "find", "\(folder)/runs", "type:couponEntered"),
    Answer("find", "find", "\(folder)/runs", "type:couponEntered", "--count"),
    Answer("history", "history", "\(folder)/runs", "cart.total"),
    Answer("stats", "stats", "\(folder)/runs"),
    Answer("check", "check", "\(folder)/runs"),
    Answer("show", "show", shop, "47"),
    Answer("show", "show", "samples/logs/shop-negative-total.jsonl", "189"),
    Answer("show", "show", "\(folder)/runs/CouponTests.total.1-failed.jsonl", "8"),
    Answer("show-state", "show", shop, "47", "--state"),
    Answer("show-state", "show", shop, "47", "--path", "cart.total"),
    Answer("show-redacted", "show", "samples/logs/mvvm-login-glitch.jsonl", "3", "--why-redacted"),
    Answer("diff", "diff", shop, "47", "70", "--store", "cart"),
    Answer("diff", "diff", shop, "23", "279", "--store", "catalog"),
    Answer("diff", "diff", shop, "47", "47"),
    Answer("compare", "diff", shop, "samples/logs/shop-negative-total.jsonl"),
    Answer("export", "export", shop, "--to", "jsonl"),
    Answer("export", "export", shop, "--to", "jsonl", "--where", "store:cart", "--full", "--plain", "--redact", "sku"),
    Answer("find", "find", shop, "chain:47"),
    Answer("find", "find", "Tests/FluxtapeQueryCases/Logs/cart.jsonl", "trace:4bf92f*", "--with", "trace,span"),
    Answer("show", "show", "Tests/FluxtapeQueryCases/Logs/cart.jsonl", "3"),
    Answer("find", "find", shop, "is:error", "--count"),
    Answer("blame", "blame", shop, "cart"),
    Answer("blame", "blame", shop, "catalog"),
    Answer("history", "history", shop, "cart.total", "session.retries"),
    Answer("why", "why", shop, "47"),
    Answer("pending", "pending", shop, "48"),
    Answer("stats", "stats", shop, "\(folder)/runs/CouponTests.total.1-failed.jsonl"),
    Answer("compare", "compare", shop, "samples/logs/shop-negative-total.jsonl"),
    Answer("compare", "compare", "\(folder)/runs"),
    Answer("check", "check", "samples/logs/shop-negative-total.jsonl", "--rules", "\(folder)/shop.rules"),
    Answer("check", "check", "samples/conformance/sound", "samples/conformance/forgiven", "--secrets"),
    Answer("check", "check", "\(folder)/hostile.jsonl", "--hide-values"),
  ]

  private static let file = BuiltTool.package.appendingPathComponent("Sources/FluxtapeHistory/FluxtapeHistory.docc/answers.schema.json")

  private static let schema = Result { try JSONValue(parsing: Array(Data(contentsOf: file))) }

  /// The schema of one command's lines.
  static func schema(_ definition: String) throws -> JSONSchema { try compiled.get().definition(definition) }

  private static let compiled = Result { try JSONSchema(schema.get()) }

  @Test(arguments: answers)
  func `each line is as the schema says`(_ answer: Answer) throws {
    let schema = try Self.schema(answer.definition)
    let lines = try BuiltTool.run(answer.arguments).lines
    #expect(!lines.isEmpty)
    for line in lines { #expect(try schema.fault(in: JSONValue(parsing: line)) == nil, "\(line)") }
  }

  @Test func `the schema refuses what no command prints`() throws {
    #expect(try Self.schema("find").fault(in: ["seq": 1]) != nil)
    #expect(try Self.schema("list-runs").fault(in: ["result": "fine", "duration": 1, "steps": 1, "problems": 0, "logs": []]) != nil)
    #expect(try Self.schema("compare").fault(in: ["kind": "divergence", "why": "luck"]) != nil)
    #expect(try Self.schema("check").fault(in: ["kind": "finding", "check": "luck", "note": false, "message": ""]) != nil)
    #expect(try Self.compiled.get().fault(in: ["kind": "nothing"]) != nil)
    #expect(try Self.schema("show").fault(in: ["seq": 1, "t": 0, "type": "x"]) != nil)
    #expect(try Self.schema("diff").fault(in: [["op": "replace"]]) != nil)
    #expect(try Self.schema("diff").fault(in: ["op": "remove", "path": "/a"]) != nil)
    #expect(try Self.schema("export").fault(in: ["fluxtape": 2]) != nil)
  }

  /// Tools load neither files beside a schema nor anything from a network.
  @Test func `the schema has a name and stands alone`() throws {
    let schema = try Self.schema.get()
    #expect(schema["$id"]?.string == "urn:fluxtape:answers:1")
    let line = try #require(schema["$defs"]?["log-line"])
    let names = try #require(line["$defs"]?.object).map { "urn:fluxtape:log-line:1#/$defs/\($0.key)" } + ["urn:fluxtape:log-line:1"]
    for reference in Self.references(in: schema) { #expect(reference.hasPrefix("#/$defs/") || names.contains(reference), "\(reference)") }
  }

  /// `RECORD_GOLDENS=1` copies it.
  @Test func `the schema of a line that stands in it is the one of the format`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let mark = "\n    \"log-line\":\n"
    let start = try #require(text.firstRange(of: mark)).lowerBound
    let line = try String(contentsOf: LogSchema.file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let copy = line.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    let expected = "\(text[..<start])\(mark)\(copy)\n  }\n}\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" { try Data(expected.utf8).write(to: Self.file) }
    #expect(text == expected)
  }

  private static func references(in value: JSONValue) -> [String] {
    let own = value["$ref"]?.string.map { [$0] } ?? []
    return own + (value.object?.flatMap { references(in: $0.value) } ?? []) + (value.array?.flatMap(references) ?? [])
  }
}
