import FluxtapeRandomCases
import FluxtapeScreen
import Testing

struct EscapeCase: CustomTestStringConvertible {
  let name: String
  let text: String
  let unicode: String
  let ascii: String

  var testDescription: String { name }

  static let all: [EscapeCase] = [
    .init(name: "nothing", text: "", unicode: "", ascii: ""),
    .init(name: "plain text", text: "cart.total < 0", unicode: "cart.total < 0", ascii: "cart.total < 0"),
    .init(name: "a backslash", text: #"a\n"#, unicode: #"a\n"#, ascii: #"a\n"#),
    .init(name: "tab and newline", text: "a\tb\nc", unicode: "a␉b␊c", ascii: #"a\tb\nc"#),
    .init(name: "CRLF, one character", text: "a\r\nb", unicode: "a␍␊b", ascii: #"a\r\nb"#),
    .init(name: "NUL and DEL", text: "\0\u{7F}", unicode: "␀␡", ascii: #"\u0000\u007f"#),
    .init(name: "clear screen", text: "\u{1B}[2J", unicode: "␛[2J", ascii: #"\u001b[2J"#),
    .init(name: "window title", text: "\u{1B}]0;pwned\u{7}", unicode: "␛]0;pwned␇", ascii: #"\u001b]0;pwned\u0007"#),
    .init(name: "clipboard", text: "\u{1B}]52;c;cm0=\u{1B}\\", unicode: "␛]52;c;cm0=␛\\", ascii: #"\u001b]52;c;cm0=\u001b\"#),
    .init(name: "CSI of one character", text: "\u{9B}31m", unicode: "‹9B›31m", ascii: #"\u009b31m"#),
    .init(name: "next line, a C1 control", text: "a\u{85}b", unicode: "a‹85›b", ascii: #"a\u0085b"#),
    .init(name: "right to left override", text: "\u{202E}txt.exe", unicode: "‹202E›txt.exe", ascii: #"\u202etxt.exe"#),
    .init(name: "isolates", text: "\u{2066}x\u{2069}", unicode: "‹2066›x‹2069›", ascii: #"\u2066x\u2069"#),
    .init(name: "marks of direction", text: "a\u{200E}\u{200F}\u{61C}", unicode: "a‹200E›‹200F›‹61C›", ascii: #"a\u200e\u200f\u061c"#),
    .init(name: "zero width space", text: "a\u{200B}b", unicode: "a‹200B›b", ascii: #"a\u200bb"#),
    .init(name: "non-joiner inside of a cluster", text: "a\u{200C}\u{301}", unicode: "a‹200C›‹301›", ascii: #"a\u200c\u0301"#),
    .init(name: "joiner without emoji", text: "a\u{200D}b", unicode: "a‹200D›b", ascii: #"a\u200db"#),
    .init(name: "byte order mark", text: "\u{FEFF}a", unicode: "‹FEFF›a", ascii: #"\ufeffa"#),
    .init(name: "soft hyphen", text: "a\u{AD}b", unicode: "a‹AD›b", ascii: #"a\u00adb"#),
    .init(name: "line separator", text: "a\u{2028}b", unicode: "a‹2028›b", ascii: #"a\u2028b"#),
    .init(name: "Hangul filler", text: "\u{3164}", unicode: "‹3164›", ascii: #"\u3164"#),
    .init(name: "tags that spell a secret", text: "a\u{E0068}\u{E0069}", unicode: "a‹E0068›‹E0069›", ascii: #"a\udb40\udc68\udb40\udc69"#),
    .init(
      name: "selectors that spell a secret", text: "😀\u{FE0F}\u{FE01}", unicode: "😀\u{FE0F}‹FE01›", ascii: #"\ud83d\ude00\ufe0f\ufe01"#),
    .init(name: "a selector on a letter", text: "a\u{FE0F}", unicode: "a‹FE0F›", ascii: #"a\ufe0f"#),
    .init(name: "a mark without a base", text: "\u{301}a", unicode: "‹301›a", ascii: #"\u0301a"#),
    .init(name: "a mark behind a newline", text: "\n\u{301}", unicode: "␊‹301›", ascii: #"\n\u0301"#),
    .init(
      name: "noncharacters", text: String(scalars: 0xFFFF, 0xFDD0, 0x1FFFE), unicode: "‹FFFF›‹FDD0›‹1FFFE›",
      ascii: #"\uffff\ufdd0\ud83f\udffe"#),
    .init(name: "a family stays", text: "👩‍👧", unicode: "👩‍👧", ascii: #"\ud83d\udc69\u200d\ud83d\udc67"#),
    .init(name: "a variant of a name stays", text: "葛\u{E0100}", unicode: "葛\u{E0100}", ascii: #"\u845b\udb40\udd00"#),
    .init(name: "kanji", text: "製品7", unicode: "製品7", ascii: #"\u88fd\u54c17"#),
  ]
}

struct EscapingTests {
  @Test(arguments: EscapeCase.all)
  func `what could drive or deceive a terminal is shown instead`(_ test: EscapeCase) {
    #expect(Array(test.text.displayed().utf8) == Array(test.unicode.utf8))
    #expect(test.text.displayed(.ascii) == test.ascii)
  }

  @Test(arguments: EscapeCase.all)
  func `what is displayed already does not change`(_ test: EscapeCase) {
    for typesetting in [Typesetting.unicode, .ascii] {
      let once = test.text.displayed(typesetting)
      #expect(once.displayed(typesetting) == once)
    }
  }

  @Test func `no scalar gets through that a terminal obeys or hides`() {
    // Planes 4 to 13 are unassigned and 15 and 16 private, except for the last two scalars of each. Planes 2 and 3 contain ideographs,
    // which are all alike: only the long checks test all of them.
    let ends = (0...0x10 as ClosedRange<UInt32>).map { $0 << 16 | 0xFFFE }
    let ideographs: [UInt32] = Array(stride(from: 0x20000, through: 0x3FFFF, by: seeds(1).count == 1 ? 61 : 1))
    var values: [UInt32] = Array(0...0x1FFFF) + ideographs
    values += Array(0xE0000...0xE1FFF) + ends + ends.map { $0 + 1 }
    let forbidden = values.lazy.compactMap(Unicode.Scalar.init).filter {
      let text = String(Character($0))
      return text.displayed().unicodeScalars.contains(where: \.isObeyedOrHidden)
        || "a\(text)b".displayed().unicodeScalars.contains(where: \.isObeyedOrHidden)
        || !text.displayed(.ascii).utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
    #expect(forbidden.map { String($0.value, radix: 16) } == [])
  }

  @Test func `frames hold no character that text output would escape`() {
    for test in EscapeCase.all {
      var frame = Frame(size: Size(rows: 1, columns: 60))
      frame.write(test.text, at: .zero)
      #expect(frame.lines[0].displayed() == frame.lines[0])
    }
  }
}

extension String {
  /// Creates a text that cannot be written as a literal.
  fileprivate init(scalars values: UInt32...) {
    self.init(values.compactMap(Unicode.Scalar.init).map(Character.init))
  }
}

extension Unicode.Scalar {
  fileprivate var isObeyedOrHidden: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: !Self.drawnFormat.contains(value)
    default: properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
    }
  }

  /// Number signs and the like: format characters with a glyph.
  private static let drawnFormat: Set<UInt32> = [
    0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD,
  ]
}
