import FluxtapeRandomCases
import Foundation
import Testing

/// Logs that are read in several parts: the first has 128 KiB, the largest 1 MiB.
struct LargeLogTests {
  /// Lines that are damaged inside a value, each between good ones.
  private static let damages: [[UInt8]] = [
    Array(#""payload":{"n":tru},"patch":[]"#.utf8), Array(#""payload":{"n":"\#u{1}"},"patch":[]"#.utf8),
    Array(#""payload":{"n":""#.utf8) + [0xFF] + Array(#""},"patch":[]"#.utf8),
    Array(#""payload":{"n":1},"patch":[{"op":"replac","path":"/n","value":2}]"#.utf8),
    Array(#""payload":{"n":1},"patch":[{"op":"replace","path":"/n","value":tru}]"#.utf8),
    Array(#""payload":{"n":1},"state":{"n":tru}"#.utf8),
  ]

  /// The steps of a log, including damaged ones; a blank line after the first has this many characters.
  private static func log(blanks: Int) -> [UInt8] {
    func line(_ step: Int, _ rest: [UInt8]) -> [UInt8] {
      Array(#"{"seq":\#(step),"t":\#(step),"store":"s","type":"x","#.utf8) + rest + [0x7D, 0x0A]
    }
    var log = line(1, Array(#""state":{"n":1}"#.utf8)) + Array(repeating: 0x20, count: blanks) + [0x0A]
    for (place, damage) in damages.enumerated() {
      let step = 2 * place + 2
      log += line(step, damage)
      log += line(step + 1, Array(#""payload":{"n":\#(step + 1)},"patch":[{"op":"replace","path":"/n","value":\#(step + 1)}]"#.utf8))
    }
    return log
  }

  @Test(arguments: [["find", "payload.n > 4"], ["history", ".n"], ["export", "--to", "csv"]].prefix(triesAll ? 3 : 1))
  func `damage inside values leaves as many answers as in a small log`(_ command: [String]) throws {
    let folder = try TemporaryFolder()
    func answer(blanks: Int) throws -> BuiltTool.Answer {
      let path = folder.path("log.jsonl")
      try Data(Self.log(blanks: blanks)).write(to: URL(fileURLWithPath: path))
      return try BuiltTool.run([command[0], path] + command.dropFirst())
    }
    let (small, large) = (try answer(blanks: 1), try answer(blanks: 1 << 20))
    #expect(small.status == 0 && small.output.contains("13"))
    #expect(large.output == small.output && large.errors == small.errors && large.status == small.status, "\(large.errors)")
  }
}
