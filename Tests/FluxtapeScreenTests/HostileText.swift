import FluxtapeRandomCases

extension String {
  /// A text of up to 30 pieces, most of them troublesome, concatenated without regard to clusters.
  static func hostile(using random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      if Int.random(in: 0..<8, using: &random) == 0, let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) {
        text.unicodeScalars.append(scalar)
      } else {
        text += trouble.randomElement(using: &random) ?? ""
      }
    }
    return text
  }

  private static let trouble = [
    "a", "z", " ", "製", "品", "é", "e\u{301}", "\u{301}", "\u{20E3}", "한", "\u{1112}", "\u{1161}", "\u{11AB}", "क", "्", "ष", "ा", "ที่",
    "😀", "👩", "🏽", "🇯", "🇵", "⚠", "\u{FE0F}", "\u{FE0E}", "\u{200D}", "\u{200C}", "\u{202E}", "\u{2069}", "\u{E0100}", "\u{E0067}",
    "\u{1B}[2J",
    "\u{9B}", "\r\n", "\n", "\t", "\0", "\u{7F}", "│", "●", "…", "→", "\u{600}", "\u{FFFD}", "\u{3164}", "\u{1FAE8}",
  ]
}
