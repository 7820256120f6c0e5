import FluxtapeHistory
import FluxtapeScreen
import Foundation
import Testing

@testable import FluxtapeInspector

/// One change in a long text.
struct LongTextTests {
  /// A log in which one step inserts a text at half of a longer one.
  private static func app(
    _ piece: String, length: Int, inserting insertion: String, columns: Int, rows: Int = 40, typesetting: Typesetting = .unicode
  ) throws -> InspectorDriver {
    let half = String(repeating: piece, count: max(length / piece.utf8.count / 2, 1))
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"text":"\#(half + half)"}}"#,
      #"{"seq":2,"t":1,"store":"a","type":"edit","patch":[{"op":"replace","path":"/text","value":"\#(half + insertion + half)"}]}"#,
    ]
    return try InspectorDriver(runs: [.holding(lines)], columns: columns, rows: rows, typesetting: typesetting)
  }

  /// A text without blanks, one of words, one of wide characters, and one of characters that JSON and the screen escape.
  private static let pieces = ["abcdefgh", "some words ", "製品", #"\"\n"#]

  @Test(arguments: pieces, [40, 80])
  func `Diff, Blame and Changes show the place where a long text differs`(_ piece: String, columns: Int) throws {
    // Two ellipses of ASCII leave no room for a side on 40 columns, nor do the escapes of wide characters on 80.
    for typesetting in columns < 80 || piece == "製品" ? [Typesetting.unicode] : [.unicode, .ascii] {
      var app = try Self.app(piece, length: 10_000, inserting: "X", columns: columns, typesetting: typesetting)
      app.press("2g", "enter")
      #expect(app.lines.contains { $0.hasPrefix("~ text") && $0.contains("{+") && $0.contains("X") }, "\(app.lines)")
      for key in ["b", "B"] {
        app.press(key)
        let row = try #require(app.lines.first { $0.contains("#2") && $0.contains(" \(typesetting.glyphs.arrow) ") }, "\(app.lines)")
        let sides = row.components(separatedBy: " \(typesetting.glyphs.arrow) ")
        #expect(sides.count == 2 && sides[1].contains("X") && !sides[0].contains("X"), "\(key) \(row)")
        app.press("q")
      }
    }
  }

  @Test func `two long texts that share only their beginning are cut where they begin to differ`() throws {
    let start = String(repeating: "same ", count: 100)
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"text":"\#(start)\#(String(repeating: "old ", count: 300))"}}"#,
      #"{"seq":2,"t":1,"store":"a","type":"edit","state":{"text":"\#(start)\#(String(repeating: "new ", count: 300))"}}"#,
    ]
    var app = try InspectorDriver(runs: [.holding(lines)], columns: 80)
    app.press("2g")
    let row = try #require(app.line(with: "~ text"))
    #expect(row.contains("old") && row.contains("new"), "\(row)")
  }

  @Test func `in a line of 200 KB the change is found, and each frame takes little time`() throws {
    var app = try Self.app("abcdefgh", length: 200_000, inserting: "X", columns: 80)
    app.press("2g", "enter")
    #expect(app.line(with: "~ text")?.contains("{+X+}") == true, "\(app.lines)")
    app.press("p", "t")
    #expect(app.line(with: "[Value]")?.contains("lines that changed") == true)
    #expect(app.lines.count { $0.contains("X") } == 1 && app.lines.last { $0.hasPrefix(" +") || $0.hasPrefix("+") } != nil, "\(app.lines)")
  }

  @Test(arguments: [("X", ""), ("X", "words Y"), ("", "X")], [80, 120])
  func `State, Diff and a comparison show the place where long texts differ`(_ changes: (first: String, last: String), columns: Int) throws
  {
    let (start, end) = (String(repeating: "some words ", count: 500), String(repeating: "more ", count: 500))
    func run(_ text: String) -> [String] {
      [
        #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"text":"\#(start + end)"}}"#,
        #"{"seq":2,"t":1,"store":"a","type":"edit","patch":[{"op":"replace","path":"/text","value":"\#(text)"}]}"#,
      ]
    }
    let changed = start + changes.first + end + changes.last
    var app = try InspectorDriver(runs: [.holding(run(changed)), .holding(run(start + end))], columns: columns, rows: 40)
    app.press("2g", "enter")
    #expect(app.line(with: "~ text")?.contains("X") == true, "\(app.lines)")
    app.press("tab")
    let row = try #require(app.line(with: "was "), "\(app.lines)")
    #expect(row.components(separatedBy: "was ").map { $0.contains("X") } == [true, false], "\(row)")
    app.press(":", "compare 2", "enter")
    let sides = app.listed.joined(separator: " ").components(separatedBy: " → ")
    #expect(sides.count > 1 && !sides[0].contains("X") && sides[1].contains("X"), "\(sides)")
  }

  @Test(arguments: ["\u{1F1E9}\u{1F1EA}", "abc"])
  func `200 KB without words are compared around the change`(_ piece: String) throws {
    var app = try Self.app(piece, length: 200_000, inserting: "X", columns: 80)
    app.press("2g", "enter")
    #expect(app.line(with: "~ text")?.contains("X") == true, "\(app.lines)")
  }
}
