extension Theme.Background {
  /// The background in a terminal's answer to OSC 11: `11;rgb:ffff/ffff/ffff`, each part with one to four hexadecimal digits.
  init?(answer: String) {
    guard answer.hasPrefix("11;rgb:") || answer.hasPrefix("11;rgba:") else { return nil }
    let parts = answer.drop { $0 != ":" }.dropFirst().split(separator: "/").prefix(3).map { part in
      part.prefix { $0.isASCII && $0.isHexDigit }
    }
    let levels = parts.compactMap { digits in Int(digits, radix: 16).map { Double($0) / Double((1 << (4 * digits.count)) - 1) } }
    guard levels.count == 3 else { return nil }
    self = 0.3 * levels[0] + 0.6 * levels[1] + 0.1 * levels[2] > 0.5 ? .light : .dark
  }

  /// The background in `COLORFGBG`: `15;0`, or `15;default;0`. The last part is one of sixteen colors.
  package init?(environment text: String) {
    guard let color = text.split(separator: ";").last.flatMap({ Int($0) }), 0..<16 ~= color else { return nil }
    self = color == 7 || color == 15 ? .light : .dark
  }
}
