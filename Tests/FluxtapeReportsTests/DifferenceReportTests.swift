import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeReports
import Testing

struct DifferenceReportTests {
  @Test func `each change is a line, with its path and both values`() throws {
    let old: JSONValue = ["n": 2, "gone": "gift\u{202E}", "list": [["id": "a"], ["id": "b"], ["id": "c"]], "same": [1]]
    let new: JSONValue = ["n": 4, "list": [["id": "c"], ["id": "a"], ["id": "b"]], "same": [1], "odd key": .null]
    #expect(
      DifferenceReport(from: old, to: new).lines == [
        "~ .n           2 → 4  (+2)", "> .list[0]     from .list[2]", "+ [\"odd key\"]  null", #"- .gone        "gift\u202e""#,
      ])
    #expect(DifferenceReport(from: old, to: old).lines.isEmpty)
  }

  @Test func `a long value is cut, and a difference that does not fit is not told`() {
    let lines = DifferenceReport(
      from: ["a": .number(JSONNumber(.min)), "b": 1], to: ["a": .number(JSONNumber(.max)), "b": .string(String(repeating: "x", count: 99))]
    )
    .lines
    #expect(lines[0] == "~ .a  -9223372036854775808 → 9223372036854775807")
    #expect(lines[1].hasSuffix("x…"))
    #expect(lines[1].count < 80)
  }
}

struct ChangedTextTests {
  private static let long = String(repeating: "é", count: 80)
  private static let cut = String(repeating: "é", count: 16)
  private static let half = String(repeating: "é", count: 58)

  @Test(arguments: [
    ("short", "shore", #""short" → "shore""#),
    // The ends differ: the common beginning is left out except for some letters.
    (long + "n", long + "d", "…\(cut)n\" → …\(cut)d\""),
    // Both differ near their beginning, so nothing is left out there.
    ("n" + long, "d" + long, "\"n\(half.dropFirst())… → \"d\(half.dropFirst())…"),
    // One continues where the other ends, and needs more room than there is.
    (long, long + long, "…\(cut)\" → …\(half)…"),
    // A letter whose last byte differs is shown whole.
    (long + "\u{65E5}", long + "\u{65E6}", "…\(cut)\u{65E5}\" → …\(cut)\u{65E6}\""),
  ])
  func `two long texts are cut where they begin to differ`(old: String, new: String, printed: String) {
    #expect(DifferenceReport(from: ["a": .string(old)], to: ["a": .string(new)]).lines == ["~ .a  " + printed])
  }
}

struct PrintingTests {
  @Test(arguments: [
    ("plain é 製品 👍", "plain é 製品 👍"), ("\u{1B}[31m", #"\u001B[31m"#), ("\u{7F}\u{9B}31m", #"\u007f\u009b31m"#),
    ("a\u{202E}b\u{200B}", #"a\u202eb\u200b"#), ("\u{2028}", #"\u2028"#), ("\u{E0041}", #"\udb40\udc41"#),
    // A mark would change the quote before it.
    ("\u{301}e\u{301}", "\\u0301e\u{301}"), ("\"\u{20DD}", #"\"\u20dd"#),
  ])
  func `what nobody sees is escaped, and the value stays the same`(text: String, printed: String) throws {
    let value: JSONValue = [text: [.string(text)]]
    #expect(value.printableText == #"{"\#(printed)":["\#(printed)"]}"#)
    #expect(try JSONValue(parsing: value.printableText) == value)
    #expect(try JSONValue(parsing: value.printablePrettyText) == value)
  }
}

extension DifferenceReport {
  /// Of values in memory.
  fileprivate init(from old: JSONValue, to new: JSONValue) { self.init(from: JSONNode(old), to: JSONNode(new)) }
}
