// Two texts side by side that differ, and look alike: `"é"` and `"e\u{301}"`, or a Cyrillic letter in a Latin word.

extension StyledText {
  /// Returns both texts with the scalars escaped in which they differ, if they look alike: `"p\u{430}y" → "pay"`.
  ///
  /// Texts look alike if they have the same skeleton: without selectors of variants, with any blank as a space, and with letters and dashes
  /// of other scripts as those of ASCII. Texts with the same skeleton may be canonically equivalent.
  package static func distinguished(_ first: StyledText, _ second: StyledText) -> (StyledText, StyledText) {
    let texts = (first.plain, second.plain)
    guard !texts.0.utf8.elementsEqual(texts.1.utf8), texts.0.skeleton == texts.1.skeleton else { return (first, second) }
    let characters = (Array(texts.0), Array(texts.1))
    return (first.escaping(characters.0.unlike(characters.1)), second.escaping(characters.1.unlike(characters.0)))
  }

  /// Returns the text with escapes instead of some of its scalars.
  private func escaping(_ isEscaped: [Bool]) -> StyledText {
    var text = StyledText()
    var place = 0
    for run in runs {
      for scalar in run.text.unicodeScalars {
        text.append(isEscaped[place] ? scalar.escaped : String(Character(scalar)), run.style)
        place += 1
      }
    }
    return text
  }
}

extension String {
  /// Returns both texts with the scalars escaped in which they differ, if they look alike.
  package static func distinguished(_ first: String, _ second: String) -> (String, String) {
    let sides = StyledText.distinguished(StyledText(first), StyledText(second))
    return (sides.0.plain, sides.1.plain)
  }

  fileprivate var skeleton: String {
    if utf8.allSatisfy(\.isPrintableASCII) { return self }
    var skeleton = String.UnicodeScalarView()
    for scalar in unicodeScalars where !(0xFE00...0xFE0F ~= scalar.value) {
      skeleton.append(scalar.properties.generalCategory == .spaceSeparator ? " " : Self.lookalikes[scalar] ?? scalar)
    }
    return String(skeleton)
  }

  /// Letters and dashes that most fonts draw as one of Latin.
  package static let lookalikes = Dictionary(
    uniqueKeysWithValues: zip(
      "АВЕЅІЈКМНОРСТУХЁЇаеѕіјорсухһԁԛԝёїΑΒΕΖΗΙΚΜΝΟΡΤΥΧονϲ‐‑‒–−".unicodeScalars,
      "ABESIJKMHOPCTYXËÏaesijopcyxhdqwëïABEZHIKMNOPTYXovc-----".unicodeScalars))
}

extension [Character] {
  /// For each scalar whether it is to be escaped: those that differ from the character at the same place, but for ASCII.
  fileprivate func unlike(_ others: [Character]) -> [Bool] {
    indices.flatMap { place in
      let scalars = self[place].unicodeScalars
      let other = others.indices.contains(place) ? others[place].unicodeScalars : Character.UnicodeScalarView()
      let same = zip(scalars, other).prefix { $0 == $1 }.count
      return scalars.enumerated().map { $0 >= same && $1.value > 0x7F }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var escaped: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }
}
