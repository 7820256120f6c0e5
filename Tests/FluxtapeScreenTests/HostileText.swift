/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension String {
  /// A text of up to 30 pieces, some plain, most of them trouble, put together without regard to clusters.
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
