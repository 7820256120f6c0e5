import Foundation
import Testing

/// Questions of a reviewer to several commands, which must not contradict each other.
struct ReviewStoriesTests {
  private static let negative = "samples/logs/shop-negative-total.jsonl"

  private func seq(_ arguments: String...) throws -> Int? {
    let answer = try BuiltTool.run(arguments)
    let line = try #require(answer.lines.first)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return object?["seq"] as? Int
  }

  @Test func `who made the total negative: find, blame, history and check name the same step`() throws {
    let guilty = 189
    #expect(try seq("find", Self.negative, "cart.total < 0", "--first", "--json") == guilty)
    #expect(try seq("check", Self.negative, "--never", "cart.total < 0", "--json") == guilty)
    #expect(try seq("blame", "\(Self.negative):\(guilty)", "cart.total", "--json") == guilty)
    let changes = try BuiltTool.run("history", Self.negative, "cart.total", "--json").lines
    #expect(changes.contains { $0.contains(#""seq":\#(guilty)"#) && $0.contains(#""old":4860,"new":-300"#) })
    #expect(try BuiltTool.run("check", BuiltTool.shopName, "--never", "cart.total < 0").status == 0)
  }

  @Test func `it crashed: what was in flight is named with its contents`() throws {
    let folder = try TemporaryFolder()
    let whole = try String(contentsOfFile: BuiltTool.shopLog, encoding: .utf8)
    let start = try #require(whole.range(of: #"{"seq":39,"#)).lowerBound
    let payload = try #require(whole.range(of: #""payload":{"order":"o-1","attempt":1}"#, range: start..<whole.endIndex)).upperBound
    let log = try folder.write(String(whole[..<payload]), to: "crash.jsonl")
    let answer = try BuiltTool.run("check", log)
    #expect(answer.status == 1)
    #expect(answer.lines.first == "\(log):39  in flight: the log ends before its reducer returned (crash, hang or kill)")
    #expect(answer.lines.contains(#"  value   payload  {"order":"o-1","attempt":1}"#))
    #expect(answer.lines.contains("\(log)  note: no 'end': the recorder was not closed"))
    let strict = try BuiltTool.run("check", log, "--require-end", "--json").lines
    #expect(strict.contains { $0.contains(#""check":"no-end","note":false"#) })
  }
}
