/// Signs that are no characters of their own: each beside a scalar that Swift joins with it to one `Character`. What reads the output sees
/// the sign.
enum JoinedSigns {
  /// Each sign before a combining accent, after a prepended letter, before a variation selector, and before a joiner.
  static func texts(_ signs: String) -> [String] {
    signs.unicodeScalars.flatMap { ["a\($0)\u{301}b", "a\u{D4E}\($0)b", "a\($0)\u{FE0F}b", "a\($0)\u{200D}b"] }
  }
}
