import FluxtapeJSON
import FluxtapeReports
import Testing

@Suite struct DifferenceReportTests {
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

@Suite struct PrintingTests {
  @Test(arguments: [
    ("plain é 製品 👍", "plain é 製品 👍"), ("\u{1B}[31m", #"\u001B[31m"#), ("\u{7F}\u{9B}31m", #"\u007f\u009b31m"#),
    ("a\u{202E}b\u{200B}", #"a\u202eb\u200b"#), ("\u{2028}", #"\u2028"#), ("\u{E0041}", #"\udb40\udc41"#),
  ])
  func `what nobody sees is escaped, and the value stays the same`(text: String, printed: String) throws {
    let value: JSONValue = [text: [.string(text)]]
    #expect(value.printableText == #"{"\#(printed)":["\#(printed)"]}"#)
    #expect(try JSONValue(parsing: value.printableText) == value)
    #expect(try JSONValue(parsing: value.printablePrettyText) == value)
  }
}
