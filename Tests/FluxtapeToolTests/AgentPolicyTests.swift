import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Foundation
import Testing

/// A client that understands nothing reaches the bugs of the samples: it follows the addresses that answers name, and compares titles.
struct AgentPolicyTests {
  struct Bug: CustomTestStringConvertible {
    let red: String
    let green: String
    /// The step at which the bug is.
    let guilty: Int
    var testDescription: String { red }
  }

  static let bugs = [
    Bug(red: "flux-subjects-stuck-loading", green: "flux-subjects", guilty: 93),
    Bug(red: "flux-typed-error-again", green: "flux-typed", guilty: 12),
    Bug(red: "mvvm-login-glitch", green: "mvvm-login", guilty: 33), Bug(red: "redux-clock-in-reducer", green: "redux", guilty: 23),
    Bug(red: "redux-effects-out-of-order", green: "redux-effects", guilty: 22),
    Bug(red: "redux-thunk-double-submit", green: "redux-thunk", guilty: 9), Bug(red: "shop-negative-total", green: "shop", guilty: 56),
    Bug(red: "unio-loop", green: "unio", guilty: 33), Bug(red: "view-stream-leaked-screen", green: "view-stream", guilty: 38),
  ]

  /// Asks one question after the other, and counts.
  private struct Client {
    let logs: [String]
    private(set) var calls = 0
    private(set) var bytes = 0

    init(_ logs: [String]) { self.logs = logs }

    mutating func ask(_ tool: String, _ arguments: JSONObject) throws -> [String] {
      let call: JSONValue = [
        "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ["name": .string(tool), "arguments": .object(arguments)],
      ]
      let answer = try BuiltTool.run(["mcp"] + logs, input: call.text + "\n")
      let text = try #require(JSONValue(parsing: answer.output)["result"]?["content"]?.array?.first?["text"]?.string)
      calls += 1
      bytes += text.utf8.count
      return try JSONValue(parsing: text)["data"]?.array?.compactMap(\.string) ?? []
    }
  }

  /// The addresses at which lines begin, with the words behind them. They call the log by its short name.
  private func findings(_ lines: [String], in log: String) -> [(address: String, title: String)] {
    lines.compactMap { line in
      guard line.hasPrefix(log + ":"), let space = line.firstIndex(of: " ") else { return nil }
      return (String(line[..<space]), String(line[space...].drop { $0 == " " }))
    }
  }

  @Test(arguments: sampled(bugs, step: 3)) func `a few answers lead to the guilty step`(_ bug: Bug) throws {
    let (red, green) = (bug.red + ".jsonl", bug.green + ".jsonl")
    var client = Client(["samples/logs/" + red, "samples/logs/" + green])
    let known = try Set(findings(client.ask("problems", ["log": .string(green)]), in: green).map(\.title))
    var suspects = try findings(client.ask("problems", ["log": .string(red)]), in: red).filter { !known.contains($0.title) }.map(\.address)
    if suspects.isEmpty {
      let lines = try client.ask("compare", ["good": .string(green), "bad": .string(red)])
      let words = lines.flatMap { $0.split(separator: " ").map(String.init) }
      suspects = words.filter { $0.hasPrefix(red + ":") }
    }
    let address = try #require(suspects.first)
    // What it is, and how it came about.
    #expect(try client.ask("step", ["at": .string(address)]).isEmpty == false)
    #expect(try client.ask("why", ["at": .string(address)]).isEmpty == false)
    #expect(address == "\(red):\(bug.guilty)")
    #expect(client.calls <= 8 && client.bytes <= 10_000, "\(client.calls) calls, \(client.bytes) bytes")
  }
}
