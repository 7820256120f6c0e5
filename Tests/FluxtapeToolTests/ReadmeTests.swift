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
}
