import FluxtapeJSON
import FluxtapeLogSchema
import Foundation
import Testing

/// What commands print with `--json` is what the schema beside the documentation says.
@Suite struct AnswerSchemaTests {
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
    Answer("list", "list", shop),
    Answer("list", "list", "\(folder)/runs/CartTests.crashes.1-unfinished.jsonl", "\(folder)/runs/CartTests.adds.1-passed.jsonl"),
    Answer("list-runs", "list", "\(folder)/runs"),
    Answer("show", "show", shop, "42"),
    Answer("show", "show", "samples/logs/shop-negative-total.jsonl", "169"),
    Answer("show", "show", "\(folder)/runs/CouponTests.total.1-failed.jsonl", "8"),
    Answer("show-state", "show", shop, "42", "--state"),
    Answer("show-state", "show", shop, "42", "--path", "cart.total"),
    Answer("diff", "diff", shop, "42", "60", "--store", "cart"),
    Answer("diff", "diff", shop, "20", "250", "--store", "catalog"),
    Answer("diff", "diff", shop, "42", "42"),
    Answer("compare", "diff", shop, "samples/logs/shop-negative-total.jsonl"),
    Answer("export", "export", shop, "--to", "jsonl"),
    Answer("export", "export", shop, "--to", "jsonl", "--where", "store:cart", "--full", "--plain", "--redact", "sku"),
    Answer("find", "find", shop, "chain:42"),
    Answer("find", "find", shop, "is:error", "--count"),
    Answer("blame", "blame", shop, "cart"),
    Answer("blame", "blame", shop, "catalog"),
    Answer("history", "history", shop, "cart.total", "session.retries"),
    Answer("why", "why", shop, "42"),
    Answer("stats", "stats", shop, "\(folder)/runs/CouponTests.total.1-failed.jsonl"),
    Answer("compare", "compare", shop, "samples/logs/shop-negative-total.jsonl"),
    Answer("compare", "compare", "\(folder)/runs"),
    Answer("check", "check", "samples/logs/shop-negative-total.jsonl", "--rules", "\(folder)/shop.rules"),
    Answer("check", "check", "samples/conformance/sound", "samples/conformance/forgiven", "--secrets"),
    Answer("check", "check", "\(folder)/hostile.jsonl", "--hide-values"),
  ]

  private static let schema = Result {
    try JSONValue(
      parsing: Array(
        Data(contentsOf: BuiltTool.package.appendingPathComponent("Sources/FluxtapeHistory/FluxtapeHistory.docc/answers.schema.json"))))
  }

  /// What it refers to: the schema of a log's line.
  private static func others() throws -> [String: JSONSchema] {
    let path = "../../FluxtapeLog/FluxtapeLog.docc/log-line.schema.json"
    return [path: try LogSchema.line.get(), path + "#/$defs/operation": try LogSchema.part("operation")]
  }

  /// The schema of one command's lines.
  static func schema(_ definition: String) throws -> JSONSchema {
    let definitions = try #require(schema.get()["$defs"])
    return try JSONSchema(["$ref": .string("#/$defs/\(definition)"), "$defs": definitions], others: others())
  }

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
    #expect(try JSONSchema(Self.schema.get(), others: Self.others()).fault(in: ["kind": "nothing"]) != nil)
    #expect(try Self.schema("show").fault(in: ["seq": 1, "t": 0, "type": "x"]) != nil)
    #expect(try Self.schema("diff").fault(in: [["op": "replace"]]) != nil)
    #expect(try Self.schema("diff").fault(in: ["op": "remove", "path": "/a"]) != nil)
    #expect(try Self.schema("export").fault(in: ["fluxtape": 2]) != nil)
  }
}
