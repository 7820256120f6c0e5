import FluxtapeDocuments
import FluxtapeJSON
import Foundation
import Testing

/// Two runs whose actions interleave differently, as those of tasks do.
struct ComparedRunsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func set(_ store: String, _ type: String, _ path: String, _ value: Int, payload: Int = 1) -> String {
    #""store":"\#(store)","type":"\#(type)","payload":\#(payload),"patch":[{"op":"replace","path":"\#(path)","value":\#(value)}]"#
  }

  /// - Parameters:
  ///   - order: The places at which the feed gets news, among the actions of the cart.
  ///   - added: The total after an addition, which is 12 without a mistake.
  private func log(_ name: String, newsAt order: [Int], battery: Int, added: Int) throws -> String {
    var lines = [
      #""store":"sensor","type":"@@INIT","state":{"battery":\#(battery)}"#, #""store":"feed","type":"@@INIT","state":{"count":0,"last":0}"#,
      #""store":"cart","type":"@@INIT","state":{"total":0,"tax":0}"#,
    ]
    let cart = [
      Self.set("cart", "opened", "/total", 10), Self.set("cart", "added", "/total", added), Self.set("cart", "taxed", "/tax", added * 2),
      Self.set("cart", "paid", "/total", added * 3),
    ]
    for (place, action) in cart.enumerated() {
      for (number, news) in order.enumerated() where news == place {
        lines.append(Self.set("feed", number == order[0] ? "came" : "went", "/last", number + order[0], payload: number))
      }
      lines.append(action)
    }
    return try folder.write(lines.enumerated().map { #"{"seq":\#($0 + 1),"t":\#($0),\#($1)}"# + "\n" }.joined(), to: name)
  }

  @Test func `values of contents are ignored like values of states, and a store that no log has is refused`() throws {
    let logs = try [1, 2].map { number in
      try folder.write(#"{"seq":1,"t":1,"store":"a","type":"x","payload":{"at":\#(number)},"patch":[]}"# + "\n", to: "\(number).jsonl")
    }
    #expect(try BuiltTool.run("compare", logs[0], logs[1]).status == 1)
    #expect(try BuiltTool.run("compare", logs[0], logs[1], "--ignore", "payload.at").status == 0)
    let refused = try BuiltTool.run("compare", logs[0], logs[1], "--ignore", "b.at")
    #expect(refused.status == 2 && refused.errors.contains("there is no store 'b' in either log"))
  }

  @Test func `the step named is the first one whose equal inputs had another result, not the first one that differs`() throws {
    let good = try log("good.jsonl", newsAt: [0, 2], battery: 56, added: 12)
    let bad = try log("bad.jsonl", newsAt: [1, 3], battery: 84, added: 13)
    let answer = try BuiltTool.run("compare", good, bad)
    let step = try #require(try BuiltTool.run("find", bad, "type:added", "--json").lines.first)
    let number = try #require(JSONValue(parsing: step)["seq"]?.int)
    #expect(answer.status == 1 && answer.output.contains(".battery  56     → 84"), "\(answer.output)")
    let words = "first different result from equal inputs (payload and state before): \(bad):\(number)  cart  added\n  .total  10 → 13"
    #expect(answer.output.contains(words), "\(answer.output)")
    #expect(answer.output.contains("→ 39    written by \(number + 3) paid"), "\(answer.output)")

    // All of them are listed where asked for, in every form.
    #expect(!answer.output.contains("cart  taxed"))
    let all = try BuiltTool.run("compare", good, bad, "--all")
    let paid = "\(bad):\(number + 3)  cart  paid\n    .total  36     → 39"
    #expect(all.output.hasPrefix(answer.output) && all.output.contains(paid), "\(all.output)")
    #expect(all.output.contains("only the second run has"))
    let objects = try BuiltTool.run("compare", good, bad, "--all", "--json").lines.map { try JSONValue(parsing: $0) }
    let summary = try #require(objects.first)
    let differences = ["different", "onlyFirst", "onlySecond"].compactMap { summary[$0]?.int }.reduce(0, +)
    #expect(objects.count { $0["kind"] == "divergence" } == differences, "\(objects.map(\.text))")
    #expect(try BuiltTool.run("compare", folder.url.path, "--all").status == 2)
  }

  @Test func `runs that only interleave differently blame no step`() throws {
    let good = try log("good.jsonl", newsAt: [0, 2], battery: 56, added: 12)
    let bad = try log("bad.jsonl", newsAt: [1, 3], battery: 84, added: 12)
    let answer = try BuiltTool.run("compare", good, bad)
    #expect(answer.output.contains("\nno action led to another result from equal inputs (payload and state before): "), "\(answer.output)")
    #expect(!answer.output.contains("went wrong") && !answer.output.contains("first different result"))
    #expect(try !BuiltTool.run("compare", good, bad, "--json").output.contains("badStep"))
    #expect(try BuiltTool.run("compare", good, bad, "--format", "md").output.contains("no action led to another result"))
  }
}
