import Foundation
import Testing

struct FollowInputTests {
  @Test(arguments: ["", "not a log\n"]) func `input that is no log ends with its reason`(input: String) throws {
    let answer = try BuiltTool.run("list", "-f", "-", input: input)
    #expect(answer.status == 3 && answer.output.isEmpty && !answer.errors.isEmpty)
  }

  @Test func `following standard input ends with it, and prints what a list prints`() throws {
    let log = try String(contentsOfFile: BuiltTool.shopLog, encoding: .utf8).split(separator: "\n").prefix(40).map { $0 + "\n" }.joined()
    for text in [log, String(log.dropLast(40))] {
      let followed = try BuiltTool.run("list", "-f", "-", input: text)
      #expect(followed.status == 0)
      #expect(followed.output == (try BuiltTool.run("list", "-", input: text)).output)
    }
  }
}
