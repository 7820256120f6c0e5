import FluxtapeRandomCases
import FluxtapeScreen
import Testing

struct WidthCase: CustomTestStringConvertible {
  let name: String
  let text: String
  let width: Int
  var wide: Int?

  var testDescription: String { name }

  static let all: [WidthCase] = [
    .init(name: "nothing", text: "", width: 0),
    .init(name: "ASCII", text: "cart.reserved", width: 13),
    .init(name: "Latin with precomposed marks", text: "naïve", width: 5),
    .init(name: "Latin with a combining mark", text: "e\u{301}te\u{301}", width: 3),
    .init(name: "a base with four marks", text: "a\u{300}\u{301}\u{302}\u{303}", width: 1),
    .init(name: "a base with fifteen marks", text: "a" + String(repeating: "\u{300}", count: 15), width: 1),
    .init(name: "kanji", text: "製品7", width: 5),
    .init(name: "kana and punctuation", text: "「ショップ」", width: 12),
    .init(name: "kana with a combining voice mark", text: "か\u{3099}", width: 2),
    .init(name: "half width kana", text: "ｶﾞ", width: 2),
    .init(name: "full width Latin", text: "ＡＢ", width: 4),
    .init(name: "ideographic space", text: "\u{3000}", width: 2),
    .init(name: "a plane 2 ideograph", text: "𠮷野家", width: 6),
    .init(name: "an ideograph with a variation selector", text: "葛\u{E0100}", width: 2),
    .init(name: "Hangul syllables", text: "한국", width: 4),
    .init(name: "Hangul letters that join", text: "\u{1112}\u{1161}\u{11AB}", width: 2),
    .init(name: "Devanagari consonant with a spacing vowel", text: "का", width: 2),
    .init(name: "Devanagari conjunct", text: "क्ष", width: 2),
    .init(name: "Thai with marks above", text: "ที่", width: 1),
    .init(name: "Arabic", text: "سلام", width: 4),
    .init(name: "an Arabic number sign", text: "\u{600}", width: 1),
    .init(name: "an emoji", text: "😀", width: 2),
    .init(name: "an emoji of Unicode 15", text: "\u{1FAE8}", width: 2),
    .init(name: "a watch, an emoji of the basic plane", text: "⌚", width: 2),
    .init(name: "a warning sign as text", text: "⚠", width: 1),
    .init(name: "a warning sign as emoji", text: "⚠\u{FE0F}", width: 2),
    .init(name: "a heart as text", text: "❤\u{FE0E}", width: 1),
    .init(name: "a keycap", text: "1\u{FE0F}\u{20E3}", width: 2),
    .init(name: "a flag", text: "🇯🇵", width: 2),
    .init(name: "two flags", text: "🇯🇵🇩🇪", width: 4),
    .init(name: "half a flag", text: "🇯", width: 2),
    .init(name: "a skin tone", text: "👍🏽", width: 2),
    .init(name: "a family", text: "👩‍👩‍👧‍👦", width: 2),
    .init(name: "a rainbow flag", text: "🏳\u{FE0F}\u{200D}🌈", width: 2),
    .init(name: "a trigram, wide since Unicode 16", text: "☰", width: 2),
    .init(name: "private use", text: "\u{E0A0}", width: 1, wide: 2),
    .init(name: "ambiguous signs", text: "│●→…≠", width: 5, wide: 10),
    .init(name: "Cyrillic", text: "Да", width: 2, wide: 4),
    .init(name: "Greek with a mark", text: "α\u{301}", width: 1, wide: 2),
    .init(name: "a control character", text: "\u{1B}", width: 1),
    .init(name: "a bidi control", text: "\u{202E}", width: 6),
  ]
}

struct TypesettingTests {
  @Test(arguments: WidthCase.all)
  func `a text has the width that terminals give it`(_ test: WidthCase) {
    #expect(Typesetting.unicode.width(of: test.text) == test.width)
    #expect(Typesetting(ambiguousIsWide: true).width(of: test.text) == test.wide ?? test.width)
  }

  @Test(arguments: WidthCase.all)
  func `what is drawn takes the width that was measured`(_ test: WidthCase) {
    for typesetting in [Typesetting.unicode, .ascii, Typesetting(ambiguousIsWide: true)] {
      var frame = Frame(size: Size(rows: 1, columns: 300), typesetting: typesetting)
      #expect(frame.write(test.text, at: .zero) == typesetting.width(of: test.text))
    }
  }

  @Test func `measuring stops at its limit`() {
    #expect(Typesetting.unicode.width(of: "abcdef", atMost: 4) == 4)
    #expect(Typesetting.unicode.width(of: "製品", atMost: 3) == 3)
    #expect(Typesetting.unicode.width(of: "ab", atMost: 4) == 2)
  }

  @Test(arguments: ["👩‍👩‍👧‍👦", "👍🏽", "👩🏽‍❤️‍💋‍👨🏿", "🇯🇵", "न्दी", "a\u{300}\u{301}\u{302}\u{303}\u{304}"])
  func `a cell has the whole of a character`(_ text: String) {
    #expect(Array(drawn(text + "!").unicodeScalars) == Array((text + "!").unicodeScalars))
  }

  @Test func `signs end where their characters end, whatever stands beside them`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<400 {
      let text = String.hostile(using: &random)
      for typesetting in [Typesetting.unicode, .ascii, Typesetting(ambiguousIsWide: true)] {
        var clusters: [String] = []
        typesetting.forEachCluster(of: text) {
          clusters.append($0.text)
          return true
        }
        let expected = text.flatMap { character -> [String] in
          let (whole, shown) = (String(character), String(character).displayed(typesetting))
          return whole.unicodeScalars.elementsEqual(shown.unicodeScalars) ? [whole] : shown.map(String.init)
        }
        #expect(clusters.map { Array($0.unicodeScalars) } == expected.map { Array($0.unicodeScalars) }, "\(text.debugDescription)")
      }
    }
  }

  @Test func `marks that would cover the rows above are written out`() {
    #expect(drawn("a" + String(repeating: "\u{301}", count: 17)) == "a" + String(repeating: "\u{301}", count: 15) + "‹301›‹301›")
  }

  @Test func `signs that may be wide are not used where they are wide`() {
    #expect(Typesetting.unicode.glyphs == .unicode)
    #expect(Typesetting.ascii.glyphs == .ascii)
    #expect(Typesetting(ambiguousIsWide: true).glyphs == .ascii)
  }

  @Test(arguments: [Glyphs.unicode, .ascii])
  func `signs of one cell take one cell`(_ glyphs: Glyphs) {
    let long = [glyphs.ellipsis, glyphs.arrow, glyphs.folded]
    let texts = Mirror(reflecting: glyphs).children.flatMap { ($0.value as? [String]) ?? [$0.value as? String ?? ""] }
    #expect(texts.count == 50)
    for text in texts where !long.contains(text) {
      #expect(Typesetting.unicode.width(of: text) == 1, "\(text)")
    }
  }

  @Test func `a bar is as high as its value`() {
    let values = [-1, 0, 0.07, 0.08, 0.5, 1, 2, .infinity, .nan]
    #expect(values.map(Glyphs.unicode.bar) == ["▁", "▁", "▁", "▂", "▅", "█", "█", "█", "▁"])
  }

  private func drawn(_ text: String) -> String {
    var frame = Frame(size: Size(rows: 1, columns: Typesetting.unicode.width(of: text)))
    frame.write(text, at: .zero)
    return frame.lines.joined()
  }
}

struct WidthTableTests {
  @Test(arguments: [WidthTable.wide, WidthTable.zero, WidthTable.ambiguous])
  func `ranges rise and do not touch`(_ table: [UInt32]) {
    #expect(table.count.isMultiple(of: 2) && !table.isEmpty)
    for index in stride(from: 0, to: table.count, by: 2) {
      #expect(table[index] <= table[index + 1])
      if index > 0 { #expect(table[index - 1] + 1 < table[index]) }
    }
  }

  @Test func `a search finds every code point of the ranges and no other`() {
    for table in [WidthTable.wide, WidthTable.zero, WidthTable.ambiguous] {
      var index = 0
      // A search compares with the bounds alone: between two of them, all code points are alike.
      let values: [UInt32] = [0, 0x10FFFF] + table.flatMap { [$0 - 1, $0, $0 + 1] }
      let found = values.sorted().allSatisfy { value in
        while index < table.count, value > table[index + 1] { index += 2 }
        return WidthTable.contains(value, in: table) == (index < table.count && value >= table[index])
      }
      #expect(found)
    }
  }
}
