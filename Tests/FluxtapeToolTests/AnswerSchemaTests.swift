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

    init(_ definition: String, _ arguments: String...) { (self.definition, self.arguments) = (definition, arguments + ["--json"]) }
  }

  private static let (shop, folder) = (GoldenTests.shop, GoldenTests.folder)

  static let answers = [
    Answer("list", "list", shop),
    Answer("list", "list", "\(folder)/runs/CartTests.crashes.1-unfinished.jsonl", "\(folder)/runs/CartTests.adds.1-passed.jsonl"),
    Answer("list-runs", "list", "\(folder)/runs"),
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

  /// The schema of one command's lines.
  static func schema(_ definition: String) throws -> JSONSchema {
    let definitions = try #require(schema.get()["$defs"])
    return try JSONSchema(["$ref": .string("#/$defs/\(definition)"), "$defs": definitions])
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
    #expect(try JSONSchema(Self.schema.get()).fault(in: ["kind": "nothing"]) != nil)
  }
}
