import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

/// Answers with `--max-bytes` and `--offset`: small, and in pieces the whole.
struct LimitedAnswerTests {
  private static let log = "samples/logs/shop-negative-total.jsonl"

  /// A few pieces of the longest answer.
  private static let mostBytes = 8000

  private static let commands: [[String]] = [
    ["list", log], ["find", log, "cart.total > 1000"], ["check", log, "--never", "cart.total < 0"], ["blame", log, "cart"],
    ["history", log, "cart.total"], ["why", log, "189"], ["stats", log], ["compare", "samples/logs/shop.jsonl", log], ["show", log, "56"],
    ["show", log, "56", "--state"], ["diff", log, "47", "189"], ["list", "Tests/FluxtapeToolTests/Goldens/runs"],
  ]

  /// Asks for piece after piece, and returns the lines without those that say what is left.
  private func pieces(_ command: [String], _ maxBytes: Int, left: (String) throws -> Int?) throws -> [String] {
    var (lines, offset): ([String], Int?) = ([], 0)
    while let next = offset {
      let answer = try BuiltTool.run(command + ["--max-bytes", "\(maxBytes)", "--offset", "\(next)"])
      #expect(answer.output.utf8.count <= maxBytes, "\(command)")
      var piece = answer.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      offset = try piece.last.flatMap { try left($0) }
      if offset != nil { piece.removeLast() }
      #expect(!piece.isEmpty)
      lines += piece
      if piece.isEmpty { break }
    }
    return lines
  }

  @Test(arguments: sampled(commands, step: 3)) func `the pieces of an answer are the whole answer`(_ command: [String]) throws {
    let whole = try BuiltTool.run(command)
    let lines = try pieces(command, Self.mostBytes) { line in
      line.contains("more line") ? line.split(separator: " ").last.flatMap { Int($0) } : nil
    }
    let wholeLines: [String] = whole.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines == wholeLines.dropLast())
    // The answer is another one for no reader: its exit status is the same.
    #expect(try BuiltTool.run(command + ["--max-bytes", "\(Self.mostBytes)"]).status == whole.status)
  }

  @Test(arguments: [["list", log], ["check", log, "--never", "cart.total < 0"], ["find", log, "cart.total > 1000"]])
  func `pieces of JSON Lines are JSON Lines`(_ command: [String]) throws {
    let lines = try pieces(command + ["--json"], 20_000) { try JSONValue(parsing: $0)["left"]?["offset"]?.int }
    #expect(try lines == BuiltTool.run(command + ["--json"]).lines)
  }

  @Test func `a first line that does not fit says how long it is`() throws {
    let text = try BuiltTool.run("check", Self.log, "--never", "cart.total < 0", "--offset", "5", "--max-bytes", "150")
    #expect(text.output.utf8.count <= 150 && text.output.contains("…\nthe first line has "), "\(text.output)")
    let most = try #require(text.output.split(separator: "\n").first { $0.hasPrefix("the first") }?.split(separator: " ").last)
    let whole = try BuiltTool.run("check", Self.log, "--never", "cart.total < 0", "--offset", "5", "--max-bytes", String(most))
    #expect(!whole.output.contains("…\n") && whole.output.utf8.count <= Int(most) ?? 0, "\(whole.output)")
    let json = try BuiltTool.run("check", Self.log, "--never", "cart.total < 0", "--json", "--max-bytes", "200")
    #expect(try JSONValue(parsing: json.lines[0])["cut"]?["bytes"]?.int ?? 0 > 200)
  }

  @Test(arguments: [["--max-bytes", "99"], ["--offset", "-1"], ["--follow", "--max-bytes", "500"]])
  func `what makes no sense is refused`(_ options: [String]) throws {
    #expect(try BuiltTool.run(["list", Self.log] + options).status == 2)
  }

  @Test func `help for agents names commands that there are`() throws {
    let help = try BuiltTool.run("help", "agents")
    #expect(help.status == 0)
    let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let named = words.matches(of: #/'(?:fluxtape )?(?!fluxtape)([a-z]+) /#).map { String($0.output.1) }
    let commands = try BuiltTool.run("--help").output
    #expect(named.count >= 8)
    for name in Set(named) { #expect(commands.contains("\n  \(name) "), "\(name)") }
  }
}
