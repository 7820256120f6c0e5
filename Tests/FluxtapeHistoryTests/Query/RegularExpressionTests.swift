import FluxtapeHistory
import Testing

@Suite struct RegularExpressionTests {
  struct Case: CustomTestStringConvertible {
    let pattern: String
    let matching: [String]
    let others: [String]
    var testDescription: String { pattern }

    init(_ pattern: String, _ matching: [String], not others: [String] = []) {
      (self.pattern, self.matching, self.others) = (pattern, matching, others)
    }
  }

  @Test(arguments: [
    Case("abc", ["abc", "xabcx"], not: ["ab", "abd", ""]),
    Case("^abc$", ["abc"], not: ["xabc", "abcx"]),
    Case("^$", [""], not: ["a"]),
    Case("", ["", "a"]),
    Case("a.c", ["abc", "a\u{1F600}c"], not: ["ac", "a\nc"]),
    Case("a*", ["", "b"]),
    Case("^a+b?$", ["a", "aab"], not: ["b", "abb"]),
    Case("^(ab|cd)*$", ["", "abcdab"], not: ["abc"]),
    Case("^(?:a|b|)c$", ["ac", "bc", "c"], not: ["abc"]),
    Case("^a{2,3}$", ["aa", "aaa"], not: ["a", "aaaa"]),
    Case("^a{2}$", ["aa"], not: ["a", "aaa"]),
    Case("^a{2,}$", ["aa", "aaaaaa"], not: ["a"]),
    Case("^a{0}b$", ["b"], not: ["ab"]),
    Case("^(a*)*$", ["", "aaa"], not: ["b"]),
    Case("^a*?b$", ["aaab"], not: ["aaa"]),
    Case("^[a-c]x[^0-9]$", ["bxz"], not: ["dxz", "bx7"]),
    Case(#"^[\d.-]+$"#, ["-1.5"], not: ["1,5"]),
    Case("^[]a]$", ["]", "a"], not: ["b"]),
    Case(#"^[^\s]$"#, ["a"], not: [" ", "\t"]),
    Case(#"^\w+\s\W\S$"#, ["añ1_ !x"], not: ["a b c"]),
    Case(#"\bcat\b"#, ["a cat.", "cat"], not: ["concat", "cats"]),
    Case(#"\Bcat"#, ["concat"], not: ["cat"]),
    Case(#"\."#, ["a.b"], not: ["ab"]),
    Case(#"\/\n\t\r\\"#, ["/\n\t\r\\"], not: ["/n"]),
    Case(#"\u{1F600}"#, ["😀"], not: ["x"]),
    Case("(?i)stra\u{DF}e|ÉTÉ", ["STRAßE", "été"], not: ["x"]),
    Case("(?i)[a-z]+9", ["ABC9"], not: ["9"]),
    Case("抹茶+", ["抹茶茶碗"], not: ["抹"]),
  ])
  func `an expression matches what it describes`(_ example: Case) throws {
    let expression = try RegularExpression(example.pattern)
    for text in example.matching { #expect(expression.matches(text), "\(text)") }
    for text in example.others { #expect(!expression.matches(text), "\(text)") }
  }

  /// In engines that try again, each of these takes longer than anyone waits.
  @Test(arguments: ["(a+)+$", "^(a|a)*$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(x+x+)+y", "(.*)*(.*)*(.*)*c"])
  func `no expression takes long`(pattern: String) throws {
    let expression = try RegularExpression(pattern)
    let text = String(repeating: "a", count: 2000) + String(repeating: "x", count: 2000) + "!"
    #expect(!expression.matches(text))
  }

  @Test(arguments: [
    ("abc", "xxABCxx", true), ("ABC", "xxabcxx", false), ("ABC", "ABC", true), ("é", "ÉTÉ", true), ("É", "été", false),
    ("straße", "STRASSE", false),
  ])
  func `a piece of text is looked for in any case if it has no upper case letters`(wanted: String, text: String, isIn: Bool) {
    #expect(TextPattern(literal: wanted).matches(text) == isIn)
  }

  @Test(arguments: [
    ("a*c", "abbc", true), ("a*c", "abbd", false), ("*", "", true), ("?", "", false), ("a?c", "abc", true), ("*a*b*", "xxaxxbxx", true),
    ("*a*b", "xxbxxa", false), ("cart.item*", "cart.item", true), ("a", "a", true), ("a", "A", false),
  ])
  func `a glob matches whole names`(glob: String, name: String, matches: Bool) throws {
    let history = try History.of(#"{"seq":1,"t":1,"store":"s","type":"\#(name)","patch":[]}"# + "\n")
    #expect(try history.rows(matching: Query(parsing: "type:\(glob)")).count == (matches ? 1 : 0))
  }
}
