import Foundation
import Testing

/// The page "Every architecture, recorded" is right about the samples' logs.
struct ArchitectureTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let command: String
    let output: String

    var testDescription: String { command }

    /// The words of the command as a shell splits them; only single quotes are supported.
    var arguments: [String] {
      command.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { place, part in
        place.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
      }
    }
  }

  static let page = BuiltTool.package.appendingPathComponent("Sources/FluxtapeStores/FluxtapeStores.docc/Architectures.md")

  static let examples: [Example] = {
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "```console\n$ fluxtape ").dropFirst().map { rest in
      let block = rest.components(separatedBy: "```")[0]
      let command = block.prefix { $0 != "\n" }
      return Example(command: String(command), output: String(block.dropFirst(command.count + 1)))
    }
  }()

  @Test(arguments: examples) func `a command prints what stands below it`(_ example: Example) throws {
    #expect(try BuiltTool.run(example.arguments).output == example.output)
  }

  /// Each log with a bug, and the log of the same script without it.
  static let plays = [
    "flux-subjects-stuck-loading": "flux-subjects", "flux-typed-error-again": "flux-typed", "redux-clock-in-reducer": "redux",
    "redux-effects-out-of-order": "redux-effects", "redux-thunk-double-submit": "redux-thunk", "view-stream-leaked-screen": "view-stream",
    "unio-loop": "unio",
    "mvvm-login-glitch": "mvvm-login",
  ]

  @Test(arguments: plays.keys.sorted()) func `the page finds each bug, and not in the log that has none`(_ bug: String) throws {
    let example = try #require(Self.examples.first { $0.command.contains("logs/\(bug).jsonl") })
    let good = try #require(Self.plays[bug])
    let answer = try BuiltTool.run(example.arguments.map { $0.replacingOccurrences(of: bug, with: good) })
    #expect(answer.output.replacingOccurrences(of: good, with: bug) != example.output)
  }
}
