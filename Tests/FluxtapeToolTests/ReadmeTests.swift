import Foundation
import Testing

/// What the README and the documentation say the tool prints is what it prints.
@Suite struct ReadmeTests {
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

  static let pages = ["README.md", "Sources/FluxtapeHistory/FluxtapeHistory.docc/ReviewingAFailedJob.md"]

  /// A command's words, as a shell tells them apart: quotes go, and keep blanks.
  static func words(of command: String) -> [String] {
    command.components(separatedBy: "'").enumerated().flatMap { place, part in
      place.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [part]
    }
  }

  @Test func `the README has examples`() {
    #expect(Self.examples.count >= 8)
  }

  @Test(arguments: examples)
  func `an example prints what stands below it`(_ example: Example) throws {
    #expect(try BuiltTool.run(Self.words(of: example.command)).output == example.output)
  }
}
