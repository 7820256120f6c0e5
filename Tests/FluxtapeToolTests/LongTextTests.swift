import Foundation
import Testing

/// One letter inserted in the middle of a long text.
struct LongTextTests {
  @Test(arguments: [("some words ", 10_000), ("abcdefgh", 200_000), ("製品", 10_000), (#"\"\n"#, 10_000)])
  func `commands show the place where two long texts differ`(_ piece: String, length: Int) throws {
    let half = String(repeating: piece, count: length / piece.utf8.count / 2)
    let folder = try TemporaryFolder()
    let log = try folder.write(
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"text":"\#(half + half)"}}"# + "\n"
        + #"{"seq":2,"t":1,"store":"a","type":"edit","patch":[{"op":"replace","path":"/text","value":"\#(half)X\#(half)"}]}"# + "\n",
      to: "a.jsonl")
    for arguments in [["diff", log, "1", "2"], ["show", log, "2"], ["history", log, "a.text"], ["blame", "\(log):2", "a.text"]] {
      let lines = try BuiltTool.run(arguments).lines
      let line = try #require(lines.first { $0.contains("X") }, "\(arguments[0]): \(lines)")
      #expect(line.count { $0 == "X" } == 1 && line.contains("→") == (arguments[0] != "blame"), "\(line)")
      #expect(line.utf8.count < 1000, "\(arguments[0])")
    }
  }

  /// The first change, what follows it, and the last one.
  @Test(arguments: [("X", "words ", "Y"), ("X", "", "")])
  func `a comparison shows the place where two long texts differ`(first: String, piece: String, last: String) throws {
    let long = String(repeating: "some words ", count: 1000)
    let (good, bad) = (long + String(repeating: piece, count: 100), long + first + String(repeating: piece, count: 100) + last)
    let folder = try TemporaryFolder()
    func log(_ text: String, _ name: String) throws -> String {
      try folder.write(
        #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"text":"\#(long)"}}"# + "\n"
          + #"{"seq":2,"t":1,"store":"a","type":"edit","patch":[{"op":"replace","path":"/text","value":"\#(text)"}]}"# + "\n", to: name)
    }
    let logs = try [log(good + "!", "good.jsonl"), log(bad, "bad.jsonl")]
    let lines = try BuiltTool.run(["compare"] + logs).lines
    // The step that made the difference, and the state at the end.
    for line in [lines.first { $0.contains("the first run has") }, lines.last { $0.contains(".text") }] {
      let sides = try #require(line, "\(lines)").components(
        separatedBy: line?.contains("the first run has") == true ? "the first run has" : " → ")
      #expect(sides.count == 2 && sides.allSatisfy { $0.utf8.count < 200 } && sides.count { $0.contains("X") } == 1, "\(lines)")
    }
    let markdown = try BuiltTool.run(["compare"] + logs + ["--format", "md"]).lines
    let row = try #require(markdown.first { $0.contains("text") && $0.contains("|") && !$0.contains("---") }, "\(markdown)")
    #expect(row.components(separatedBy: "|").count { $0.contains("X") } == 1 && row.utf8.count < 1000, "\(row)")
  }

  @Test(arguments: [("some words ", 10_000), ("👍🏽", 10_000), (#"\"\n"#, 10_000)])
  func `a page shows the place where two long texts differ`(_ piece: String, length: Int) throws {
    let half = String(repeating: piece, count: length / piece.utf8.count)
    let folder = try TemporaryFolder()
    let log = try folder.write(
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"text":"\#(half + half)"}}"# + "\n"
        + #"{"seq":2,"t":1,"store":"a","type":"edit","patch":[{"op":"replace","path":"/text","value":"\#(half)X\#(half)"}]}"# + "\n"
        + #"{"seq":3,"t":2,"store":"a","type":"whole","state":{"text":"\#(half)XY\#(half)"}}"# + "\n",
      to: "a.jsonl")
    #expect(try BuiltTool.run("report", log, "-o", folder.path("page.html")).status == 0)
    let answer = try BuiltTool.run(["node", "-e", Self.diffs, folder.path("page.html")], program: URL(fileURLWithPath: "/usr/bin/env"))
    // 127: node is not installed here.
    guard answer.status != 127 else { return }
    #expect(answer.lines.count == 2 && answer.errors == "", "\(answer)")
    for (line, letters) in zip(answer.lines, ["X", "XXY"]) {
      #expect(line.filter { "XY".contains($0) } == letters && line.contains("…") && line.utf16.count < 1000, "\(line)")
      #expect(!line.contains("\u{FFFD}"), "\(line)")
    }
  }

  /// Prints what the page shows of the steps 2 and 3. The elements of its document do nothing but hold text.
  private static let diffs = #"""
    const page = require('fs').readFileSync(process.argv[1], 'utf8');
    const [, data, script] = /id="data">(.*?)<\/script>\s*<script>(.*?)drawSummary\(\);/s.exec(page);
    class Node { text = ''; append(...pieces) { for (const piece of pieces) this.text += piece.text ?? piece; } setAttribute() {} addEventListener() {} }
    const nothing = new Proxy(function () {}, {
      get: (_, name) => (name === 'textContent' ? data : name === Symbol.iterator ? function* () {} : name === Symbol.toPrimitive ? () => 0 : nothing),
      set: () => true, apply: () => nothing,
    });
    const document = { createElement: () => new Node(), getElementById: () => nothing, querySelectorAll: () => [], addEventListener() {} };
    const views = new Function('document', 'Node', 'addEventListener', 'matchMedia', 'getComputedStyle', script.replace('(', 'return (') + 'return { run: main, ...views }; })()')(
      document, Node, nothing, nothing, nothing);
    for (const place of [1, 2]) console.log(views.diff({ run: views.run, place }).map((node) => node.text).join(' '));
    """#
}
