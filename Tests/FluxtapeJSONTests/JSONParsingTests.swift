import FluxtapeDocuments
import FluxtapeJSON
import Testing

/// Texts that RFC 8259 allows, and their values.
struct JSONParsingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    /// The text written from the value.
    let result: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ result: String) { (self.text, self.result) = (text, result) }

    /// A text that is written as it was read.
    init(_ text: String) { self.init(text, text) }
  }

  static let valid = [
    // Literals and white space.
    Case("null"), Case("true"), Case("false"), Case(" \t\r\n1 \t\r\n", "1"), Case("[ ]", "[]"), Case("{ }", "{}"),
    Case(" [ 1 , { \"a\" : 2 } ] ", #"[1,{"a":2}]"#),
    // Numbers keep their text.
    Case("0"), Case("-0"), Case("-0.0"), Case("10"), Case("-1"), Case("0.10"), Case("1.0"), Case("1e2"), Case("1E+2"), Case("0e1"),
    Case("1e-2"), Case("-0e-0"), Case("1.5e999999999999"), Case("9007199254740993"), Case("9223372036854775807"),
    Case("9223372036854775808"), Case("-9223372036854775808"), Case("-9223372036854775809"), Case("999999999999999999"),
    Case("-1000000000000000000"), Case("123456789012345678901234567890.5"),
    // Strings.
    Case(#""""#), Case(#""a b""#), Case(#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#), Case(#""\u0041\u00e9\u00E9""#, #""Aéé""#),
    Case(#""\u0000""#), Case(#""\u001f""#, #""\u001F""#), Case("\"\u{7F}\""), Case("\"\u{2028}\u{2029}\""), Case("\"日本語👩‍👩‍👧\""),
    Case("\"\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\""), Case("\"\u{D7FF}\u{E000}\u{FFFE}\u{FEFF}\""),
    Case(#""\uD83D\ude00""#, "\"😀\""), Case(#""\udbff\udfff""#, "\"\u{10FFFF}\""), Case(#""x\u0022y\u005c""#, #""x\"y\\""#),
    // Surrogates without a partner stay as they are written.
    Case(#""\ud800""#, #""\\ud800""#), Case(#""\uDC00x""#, #""\\uDC00x""#), Case(#""\ud800\u0041""#, #""\\ud800A""#),
    Case(#""\uD800\uD83D\uDE00""#, "\"\\\\uD800😀\""), Case(#""\ud800\n""#, #""\\ud800\n""#),
    Case(#""\ud83d\\ude00""#, #""\\ud83d\\ude00""#),
    Case(#""\udc00\ud800""#, #""\\udc00\\ud800""#),
    // Arrays and objects.
    Case("[]"), Case("{}"), Case("[[[[]]]]"), Case(#"{"":{}}"#), Case(#"[[],{},"",0,null]"#), Case(#"{"b":1,"a":[{"c":{}}],"d":2}"#),
    // Of two members with one key the last value wins, at the place of the first.
    Case(#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#), Case(#"{"a":1,"\u0061":2}"#, #"{"a":2}"#), Case("{\"\u{E9}\":1,\"e\u{301}\":2}"),
    Case(#"{"longer than a word of eight":1,"longer than a word of height":2}"#),
  ]

  @Test(arguments: valid)
  func `a text of the grammar is read`(testCase: Case) throws {
    let value = try JSONValue(parsing: testCase.text)
    #expect(value.text == testCase.result)
    #expect(try JSONValue(parsing: value.text) == value)
  }

  @Test func `escapes become the characters they stand for`() throws {
    #expect(try JSONValue(parsing: #""\"\\\/\b\f\n\r\t\u0041""#).string.map { Array($0.utf8) } == [34, 92, 47, 8, 12, 10, 13, 9, 65])
    #expect(try JSONValue(parsing: #""\ud800""#).string == #"\ud800"#)
  }

  @Test func `a number keeps its text and tells its integer`() throws {
    #expect(try JSONValue(parsing: "9223372036854775807").int == .max)
    #expect(try JSONValue(parsing: "-9223372036854775808").int == .min)
    #expect(try JSONValue(parsing: "9223372036854775808").int == nil)
    #expect(try JSONValue(parsing: "1.0").int == nil)
    #expect(try JSONValue(parsing: "1e400").number?.double == .infinity)
    #expect(try JSONValue(parsing: "0.10") != JSONValue(parsing: "0.1"))
  }

  @Test func `arrays and objects nest to the limit and no deeper`() throws {
    let limit = JSONValue.maximumDepth
    for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
      let containers = open.count { $0 == "[" || $0 == "{" }
      let text = String(repeating: open, count: limit / containers) + "1" + String(repeating: close, count: limit / containers)
      #expect(try JSONValue(parsing: text).text == text)
      #expect(throws: JSONError(.tooDeep(limit: limit), at: limit / containers * open.utf8.count)) {
        try JSONValue(parsing: text.replacing("1", with: "[]"))
      }
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":", " \n["])
  func `a hundred thousand brackets are an error and no crash`(opening: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: opening, count: 100_000)) }
  }

  @Test func `a large object is read as its members say`() throws {
    let text = "{" + (0..<1000).map { #""key \#($0)":\#($0)"# }.joined(separator: ",") + #","key 7":"again"}"#
    let object = try #require(try JSONValue(parsing: text).object)
    #expect(object.count == 1000)
    #expect(object["key 999"]?.int == 999)
    #expect(object.position(of: "key 7") == 7)
    #expect(object["key 7"] == "again")
  }
}
