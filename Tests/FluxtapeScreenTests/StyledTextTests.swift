import FluxtapeRandomCases
import FluxtapeScreen
import Testing

struct FittingCase: CustomTestStringConvertible {
  let name: String
  let text: StyledText
  let width: Int
  var elision: StyledText.Elision = .end
  var alignment: StyledText.Alignment = .left
  var typesetting: Typesetting = .unicode
  let fitted: String

  var testDescription: String { name }

  static let all: [FittingCase] = [
    .init(name: "as wide as its place", text: "abc", width: 3, fitted: "abc"),
    .init(name: "padded", text: "abc", width: 5, fitted: "abc  "),
    .init(name: "padded on the left", text: "abc", width: 5, alignment: .right, fitted: "  abc"),
    .init(name: "nothing", text: "", width: 2, fitted: "  "),
    .init(name: "no place", text: "abc", width: 0, fitted: ""),
    .init(name: "less than no place", text: "abc", width: -3, fitted: ""),
    .init(name: "end left out", text: "session.refreshToken", width: 8, fitted: "session…"),
    .init(name: "middle left out", text: "session.refreshToken", width: 9, elision: .middle, fitted: "sess…oken"),
    .init(name: "middle of an even width", text: "session.refreshToken", width: 8, elision: .middle, fitted: "sess…ken"),
    .init(name: "start left out", text: "/a/b/c/d/e", width: 5, elision: .start, fitted: "…/d/e"),
    .init(name: "room for the ellipsis alone", text: "abc", width: 1, fitted: "…"),
    .init(name: "half a wide character", text: "製品名", width: 4, fitted: "製… "),
    .init(name: "half a wide character from the end", text: "製品名", width: 4, elision: .start, fitted: "…名 "),
    .init(name: "half a wide character on the right", text: "製品名", width: 4, alignment: .right, fitted: " 製…"),
    .init(name: "a wide character too many", text: "製", width: 1, fitted: "…"),
    .init(name: "escaped before it is cut", text: "a\u{202E}b", width: 5, fitted: "a‹20…"),
    .init(name: "escaped and cut from the end", text: "a\u{202E}b", width: 4, elision: .start, fitted: "…E›b"),
    .init(name: "ASCII", text: "session.refreshToken", width: 9, elision: .middle, typesetting: .ascii, fitted: "ses...ken"),
    .init(name: "ASCII escapes", text: "製", width: 6, typesetting: .ascii, fitted: #"\u88fd"#),
    .init(name: "ASCII without room for its ellipsis", text: "abcd", width: 2, typesetting: .ascii, fitted: ".."),
    .init(name: "over runs", text: StyledText("ab", .key) + StyledText("cd", .string) + "ef", width: 5, elision: .middle, fitted: "ab…ef"),
  ]
}

struct StyledTextTests {
  @Test(arguments: FittingCase.all)
  func `a text is made as wide as its place`(_ test: FittingCase) {
    let fitted = test.text.fitted(to: test.width, elision: test.elision, alignment: test.alignment, typesetting: test.typesetting)
    #expect(fitted.plain == test.fitted)
    #expect(fitted.width(in: test.typesetting) == max(test.width, 0))
  }

  @Test func `styles stay with their text`() {
    let text = StyledText("ab", .key) + StyledText("cd", .string) + StyledText("ef", .number)
    #expect(text.shortened(to: 5, elision: .middle).runs == [.init("ab…", .key), .init("ef", .number)])
    #expect(text.restyled(\.selected).runs.map(\.style) == [.key.selected, .string.selected, .number.selected])
  }

  @Test func `neighbors of one style become one run`() {
    var text = StyledText("a", .key)
    text.append("b", .key)
    text.append("", .error)
    text += "c"
    #expect(text.runs == [.init("ab", .key), .init("c", .text)])
    #expect((text + text).plain == "abcabc")
  }

  @Test func `hostile text of any cut has the width that was asked for`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2_000 {
      let typesetting = Typesetting(isASCII: .random(using: &random), ambiguousIsWide: .random(using: &random))
      let text = StyledText(String.hostile(using: &random), .key) + StyledText(String.hostile(using: &random), .string)
      let width = Int.random(in: 0...40, using: &random)
      for elision in [StyledText.Elision.start, .middle, .end] {
        let fitted = text.fitted(to: width, elision: elision, alignment: .right, typesetting: typesetting)
        #expect(fitted.width(in: typesetting) == width, "\(fitted)")
      }
    }
  }
}
