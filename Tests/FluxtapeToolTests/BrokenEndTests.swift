import Foundation
import Testing

/// Logs with a torn last line: the app died in an action, or its disk was full.
struct BrokenEndTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let first = #"{"seq":1,"t":1,"store":"a","type":"x","state":{"n":1}}"# + "\n"

  /// An action with a payload of this size whose reducer never returned, after this many bytes of other actions.
  private static func log(before: Int, payload: Int) -> String {
    // Few and long, so that no time is spent on what is not looked at.
    let filler = String(repeating: "x", count: 10_000)
    let count = max(1, before / filler.count)
    let lines = (1...count).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"x","payload":"\#(filler)","state":{"n":1}}"# }
    return lines.joined(separator: "\n") + "\n"
      + #"{"seq":\#(count + 1),"t":\#(count + 1),"store":"a","type":"import","payload":""# + String(repeating: "p", count: payload) + "\""
  }

  @Test(arguments: [(0, 140_000), (90_000, 90_000)])
  func `the action in which the app died is listed and a problem, however large it is`(before: Int, payload: Int) throws {
    let log = try folder.write(Self.log(before: before, payload: payload), to: "a.jsonl")
    #expect(try BuiltTool.run("list", log).lines.last?.contains("import") == true)
    let check = try BuiltTool.run("check", log)
    #expect(check.status == 1 && check.output.contains("in flight"))
  }

  @Test func `such an action is found, in a file and in standard input`() throws {
    let text = Self.log(before: 0, payload: 140_000)
    let log = try folder.write(text, to: "a.jsonl")
    #expect(try BuiltTool.run("find", log, "is:inflight", "--count").lines == ["1"])
    #expect(try BuiltTool.run(["list", "-"], input: text).lines.last?.contains("import") == true)
    let check = try BuiltTool.run(["check", "-"], input: text)
    #expect(check.status == 1 && check.output.contains("in flight"))
  }

  @Test(arguments: [10, 140_000])
  func `bytes without a line feed behind the last record are a problem`(count: Int) throws {
    let log = try folder.write(
      Self.first + String(repeating: "\0", count: count), to: "a.jsonl")
    let check = try BuiltTool.run("check", log)
    #expect(check.status == 1 && check.output.contains("NUL bytes: the end of the file was never written"))
  }

  @Test(arguments: [#"{"seq":2,"t":2,"mark":"he"#, #"{"seq":2,"t"#, #"{"completes":1,"t":2,"store":"a","patch":[{"#])
  func `a line that broke off before it named an action is a problem`(line: String) throws {
    let log = try folder.write(Self.first + line, to: "a.jsonl")
    let check = try BuiltTool.run("check", log)
    #expect(check.status == 1 && check.output.contains("the last line broke off"))
    #expect(check.output.contains("1 problem"))
  }

  @Test func `a log that only has no end is no problem`() throws {
    let log = try folder.write(Self.first, to: "a.jsonl")
    #expect(try BuiltTool.run("check", log).status == 0)
  }
}
