import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeRandomCases
import Foundation
import Testing

/// The command line and the inspector give the same answer.
struct SharedAnswerTests {
  static let logs: [String] = {
    let folder = BuiltTool.package.appendingPathComponent("samples/logs").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".jsonl") }.sorted()
  }()

  /// What both say beside the rows.
  private static let remarks = ["not certain: ", "no recorded cause", "the log names step"]

  /// The rows of the answer pane after some keys.
  private func pane(_ log: String, _ keys: String, columns: Int = 200, in folder: TemporaryFolder) throws -> [String] {
    let script = try folder.write(":size \(columns)x300\n\(keys)\n+ +\n:save-screen -\n", to: "keys")
    let lines = try BuiltTool.run("inspect", log, "--script", script).output.split(separator: "\n", omittingEmptySubsequences: false)
    let header = try #require(lines.firstIndex { $0.hasPrefix("─") && $0.contains("─[") })
    return Array(lines[(header + 1)...].map(String.init).prefix { !$0.allSatisfy { $0 == " " } })
  }

  /// Agents get the lines of the command, with short names of logs.
  private func expectAgentsGet(_ text: String, of question: Question, _ log: String, step: String, _ path: String) throws {
    let name = log.split(separator: "/").last.map(String.init) ?? log
    var arguments: JSONObject = ["maxBytes": 100_000]
    if question.parameters.contains(.step) { arguments["at"] = .string("\(name):\(step)") } else { arguments["log"] = .string(name) }
    if question.parameters.contains(.path) { arguments["path"] = .string(path) }
    if question.parameters.contains(.state) { arguments["step"] = Int(step).map { .number(JSONNumber($0)) } }
    let call: JSONValue = ["name": .string(question.name), "arguments": .object(arguments)]
    let message: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call]
    let answer = try BuiltTool.run("mcp", log, input: message.text + "\n").lines.map { try JSONValue(parsing: $0) }
    let said = try #require(answer.first?["result"]?["content"]?.array?.first?["text"]?.string)
    let lines = try JSONValue(parsing: said)["data"]?.array?.compactMap(\.string) ?? []
    // Columns are as wide as their cells.
    func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" } }
    #expect(words(lines.joined(separator: "\n")) == words(text.replacing(log, with: name)), "\(question.name)")
  }

  @Test(arguments: sampled(logs, step: 7)) func `a pane has the steps and values of the command`(name: String) throws {
    let folder = try TemporaryFolder()
    let log = BuiltTool.package.appendingPathComponent("samples/logs/\(name)").path
    let history = try #require(try History.open([log]).first)
    // Some stores have no state.
    let blamed = try history.stores.map { ($0, try JSONValue.lines(of: BuiltTool.run("blame", log, ".", "--store", $0, "--json"))) }
    let (store, whole) = try #require(blamed.first { !$0.1.isEmpty })
    let last = try #require(whole.last)
    let step = try #require(last["at"]?.string?.split(separator: ":").last)
    let path = store + (last["path"]?.string ?? "")
    for asked in Question.all where !asked.isAboutRuns {
      let isAboutValue = asked.parameters.contains(.path)
      let isAboutLog = asked.parameters.contains(.logOrFolder)
      let question = asked.name + (isAboutValue ? " \(path)" : "")
      let arguments = [asked.name, isAboutLog ? log : "\(log):\(step)"] + (isAboutValue ? [path] : [])
      let lines = try pane(log, ":\(step)\n:\(question)", in: folder)
      let rows = lines.filter { row in !Self.remarks.contains(where: row.contains) }
      let expected = try JSONValue.lines(of: BuiltTool.run(arguments + ["--json"]))
      let text = try BuiltTool.run(arguments).output
      try expectAgentsGet(text, of: asked, log, step: String(step), path)
      // The command says in the heading of a blame why its state is not certain.
      for remark in Self.remarks where arguments[0] != "blame" {
        #expect(lines.contains { $0.contains(remark) } == text.contains(remark), "\(question)\n\(lines)\n\(text)")
      }
      #expect(rows.count == expected.count, "\(question)\n\(rows)")
      // Nothing may be open after a step.
      #expect(!expected.isEmpty || asked == .pending, "\(question)")
      for (row, json) in zip(rows, expected) {
        let address = try #require(json["at"]?.string?.split(separator: ":").last)
        let name = address.hasPrefix("@") ? String(address) : "#\(address)"
        #expect(row.split(separator: " ").contains { $0 == name }, "\(question)\n\(row)\n\(json)")
        let value = json["new"] ?? json["value"]
        if let text = value?.number?.text { #expect(row.contains(text), "\(question)\n\(row)\n\(json)") }
        if json["between"] == nil, json["beforeRecording"] == nil { #expect(row.contains(json["type"]?.string ?? ""), "\(row)\n\(json)") }
      }
    }
  }
}

extension SharedAnswerTests {
  @Test func `the pane of a comparison has the differences of the command`() throws {
    let (good, bad) = (GoldenTests.shop, GoldenTests.negative)
    let rows = try pane(bad, ":compare \(good)", columns: 140, in: TemporaryFolder())
    let all = try JSONValue.lines(of: BuiltTool.run("compare", good, bad, "--all", "--json"))
    let steps = all.compactMap { $0["kind"] == "divergence" ? $0["second"]?["seq"]?.int : nil }
    try #require(steps.count == 8)
    let listed = rows.filter { $0.contains(" → ") }
    #expect(listed.count == steps.count, "\(rows)")
    for (row, step) in zip(listed, steps) { #expect(row.split(separator: " ").contains { $0 == "#\(step)" }, "\(row)") }
    let text = try BuiltTool.run("compare", good, bad).output
    #expect(rows.last.map { text.contains($0.trimmingCharacters(in: .whitespaces)) } == true, "\(rows)")
  }
}

extension JSONValue {
  fileprivate static func lines(of answer: BuiltTool.Answer) throws -> [JSONValue] {
    try answer.lines.map { try JSONValue(parsing: $0) }
  }
}
