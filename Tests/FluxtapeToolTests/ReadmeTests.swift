import Foundation
import Testing

/// The README and the documentation show the real output of the tool.
struct ReadmeTests {
  struct Example: CustomTestStringConvertible {
    let command: String
    let output: String
    var testDescription: String { command }
  }

  /// The blocks that begin with `$ fluxtape …`.
  static let examples: [Example] = {
    pages.flatMap { page in
      let text = (try? String(contentsOf: BuiltTool.package.appendingPathComponent(page), encoding: .utf8)) ?? ""
      return text.components(separatedBy: "```console\n$ fluxtape ").dropFirst().map { rest in
        let block = rest.components(separatedBy: "```")[0]
        let command = block.prefix { $0 != "\n" }
        return Example(command: String(command), output: String(block.dropFirst(command.count + 1)))
      }
    }
  }()

  static let pages = ["README.md"] + ["AskingALog", "ReviewingAFailedJob"].map { "Sources/FluxtapeHistory/FluxtapeHistory.docc/\($0).md" }

  /// A command's words, as split by the shell into which a reader pastes it.
  private static func words(of command: String) throws -> [String] {
    try BuiltTool.shell("printf '%s\\0' \(command)").output.split(separator: "\0").map(String.init)
  }

  @Test func `the rules in the documentation hold in the run that went well, and one is broken in the other`() throws {
    let page = BuiltTool.package.appendingPathComponent("Sources/FluxtapeHistory/FluxtapeHistory.docc/ReviewingAFailedJob.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```text\n").first { $0.hasPrefix("# What holds in the shop.") })
    let folder = try TemporaryFolder()
    let rules = try folder.write(block.components(separatedBy: "```")[0], to: "shop.rules")
    let good = try BuiltTool.run("check", BuiltTool.shopName, "--rules", rules)
    #expect(good.status == 0, "\(good.output)\(good.errors)")
    let bad = try BuiltTool.run("check", "samples/logs/shop-negative-total.jsonl", "--rules", rules)
    #expect(bad.status == 1)
    #expect(bad.output.contains("no debt: never cart.total < 0"))
  }

  @Test func `the README has examples`() {
    #expect(Self.examples.count >= 8)
  }

  @Test(arguments: examples)
  func `an example prints what stands below it`(_ example: Example) throws {
    #expect(try BuiltTool.run(try Self.words(of: example.command)).output == example.output)
  }

  // MARK: - The table of commands

  /// A row of the README's table of commands.
  struct Row: CustomTestStringConvertible {
    /// The words of the command without `fluxtape`.
    let words: [String]
    /// The options that the row names.
    let options: Set<String>
    var testDescription: String { words.joined(separator: " ") }
  }

  static let rows: [Row] = {
    let readme = (try? String(contentsOf: BuiltTool.package.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""
    return readme.split(separator: "\n").filter { $0.hasPrefix("| `fluxtape ") }.map { line in
      let command = line.dropFirst("| `fluxtape ".count).prefix { $0 != "`" }
      let code = line.split(separator: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
      let options = code.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
      return Row(words: command.split(separator: " ").map(String.init), options: Set(options))
    }
  }()

  @Test func `the README has a table of commands`() { #expect(Self.rows.count >= 24) }

  @Test(arguments: rows)
  func `a command of the table runs, and has the options that the table names`(_ row: Row) throws {
    let folder = try TemporaryFolder()
    let log = folder.path("shop.jsonl")
    try FileManager.default.copyItem(atPath: BuiltTool.shopLog, toPath: log)
    let values = [
      "LOG": log, "GOOD": log, "BAD": "samples/logs/shop-negative-total.jsonl", "FOLDER": "samples/logs",
      "N": "48", "M": "49", "EXPR": "cart.total < 0", "PATH": "cart.total", "FORM": "csv", "PROGRAM": "no-such-program",
      "DIR": folder.path("tables"), "PAGES": folder.path("pages"), "report.html": folder.path("report.html"),
    ]
    let words = row.words.map { word in
      let name = word.replacingOccurrences(of: "…", with: "").split(separator: "\\").first.map(String.init) ?? word
      return values[name] ?? word
    }
    let answer = try BuiltTool.run(words, input: "")
    // A host is a program of the reader's own, one file of the folder is no log, and no app runs.
    let isAnswered = answer.status <= 1 || row.words.contains { $0.hasPrefix("FOLDER") || $0 == "live" } && answer.status == 3
    #expect(isAnswered == !row.words.contains("PROGRAM") && answer.status <= 3, "\(answer.errors)")
    let command = row.words == ["LOG"] ? "inspect" : row.words[0]
    let help = try BuiltTool.run("help", command).output
    for option in row.options { #expect(help.contains(option), "\(option) of \(command)") }
  }
}
