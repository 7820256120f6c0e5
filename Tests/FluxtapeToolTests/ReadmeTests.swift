import Foundation
import Testing

/// What the README says the tool prints is what it prints.
@Suite struct ReadmeTests {
  struct Example: CustomTestStringConvertible {
    let command: String
    let output: String
    var testDescription: String { command }
  }

  /// The blocks that begin with `$ fluxtape …`.
  static let examples: [Example] = {
    let readme = (try? String(contentsOf: BuiltTool.package.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""
    return readme.components(separatedBy: "```console\n$ fluxtape ").dropFirst().map { rest in
      let block = rest.components(separatedBy: "```")[0]
      let command = block.prefix { $0 != "\n" }
      return Example(command: String(command), output: String(block.dropFirst(command.count + 1)))
    }
  }()

  @Test func `the README has examples`() {
    #expect(!Self.examples.isEmpty)
  }

  @Test(arguments: examples)
  func `an example prints what stands below it`(_ example: Example) throws {
    let arguments = example.command.split(separator: " ").map(String.init)
    #expect(try BuiltTool.run(arguments).output == example.output)
  }
}
