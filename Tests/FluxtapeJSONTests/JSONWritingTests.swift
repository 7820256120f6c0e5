import FluxtapeDocuments
import FluxtapeJSON
import Testing

struct JSONWritingTests {
  private static let canonical = [
    "null", "true", "false", "0", "-0", "-1", "0.10", "1e400", "9007199254740993", "123456789012345678901234567890", "1E+5",
    #""""#, #""a""#, #""\"\\/""#, #""\b\f\n\r\t\u0000\u001F""#, "\"é\u{7F}\"", #""日本語 👩‍👩‍👧""#,
    "[]", "{}", "[[],{}]", #"{"a":[1,{"b":null}],"":"x"}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}",
  ]

  @Test(arguments: canonical)
  func `text without superfluous characters is written as it was read`(text: String) throws {
    #expect(try JSONValue(parsing: text).text == text)
    #expect(try JSONValue(parsing: text).bytes == Array(text.utf8))
  }

  @Test(arguments: canonical)
  func `pretty text reads back as the same value`(text: String) throws {
    let value = try JSONValue(parsing: text)
    #expect(try JSONValue(parsing: value.prettyText) == value)
  }

  @Test func `pretty text gives each member and element a line and keeps empty containers on one`() {
    let value: JSONValue = ["cart": ["items": [1, "two", []], "note": [:]], "n": .null]
    let expected = """
      {
        "cart": {
          "items": [
            1,
            "two",
            []
          ],
          "note": {}
        },
        "n": null
      }
      """
    #expect(value.prettyText == expected)
  }
}
