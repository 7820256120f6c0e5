// Text from a log is not trusted: escape sequences would drive the terminal, bidi controls would reorder the row, and invisible characters
// could hide. Typesetting shows all of them as visible signs.
//
//   U+0000…U+001F, U+007F   ␀ … ␟, ␡          (control pictures)     ASCII: \n \t \r \u001b
//   U+0080…U+009F           ‹9B›                                            \u009b
//   bidi, zero width, tags  ‹202E› ‹200B›                                   \u202e
//   a mark without a base,
//   or one of too many      ‹301›                                           \u0301
//   everything else         as it is                                        \u88fd \ud83d\ude00, and u for µ

// Not generic: as a generic function of another module, it would go through a table of witnesses at each byte.
extension String {
  /// Returns the text, safe to print on one line: without control characters, bidi controls and invisible characters.
  ///
  /// Safe text does not change, so applying this twice has no effect. With ASCII typesetting, the result is printable ASCII.
  ///
  /// - Complexity: O(n).
  package func displayed(_ typesetting: Typesetting = .unicode) -> String {
    if utf8.allSatisfy(\.isPrintableASCII) { return self }
    if !typesetting.isASCII, unicodeScalars.allSatisfy(\.isShownAlone) { return self }
    var result = ""
    for character in self {
      if character.isPrintableASCII {
        result.append(character)
      } else if let escaped = typesetting.escape(character) {
        result += escaped
      } else {
        result.append(character)
      }
    }
    return result
  }
}

extension Typesetting {
  /// Returns the replacement for a character; nil if it is safe.
  func escape(_ character: Character) -> String? {
    if isASCII { return character.unicodeScalars.map(\.asciiEscape).joined() }
    guard character.unicodeScalars.count > 1 || character.unicodeScalars.first?.isShownAlone != true else { return nil }
    var result = ""
    var isChanged = false
    var base: Unicode.Scalar?  // the scalar that a mark or a joiner would attach to
    var rest = character.unicodeScalars[...]
    var count = 0
    while let scalar = rest.popFirst() {
      count += 1
      let isKept = count <= Cluster.limit && (scalar.isShownAlone || (base.map { scalar.attaches(to: $0, before: rest.first) } ?? false))
      if isKept { result.unicodeScalars.append(scalar) } else { result += scalar.picture }
      isChanged = isChanged || !isKept
      base = isKept ? scalar : nil
    }
    return isChanged ? result : nil
  }
}

// MARK: - Scalars

extension Unicode.Scalar {
  /// Whether the scalar is visible on its own.
  fileprivate var isShownAlone: Bool {
    if value < 0x7F { return value >= 0x20 }
    return value > 0x9F && !isHidden && !WidthTable.contains(value, in: WidthTable.zero)
  }

  /// Whether a scalar that is invisible alone forms a valid cluster after `base`.
  fileprivate func attaches(to base: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    switch value {
    case 0x200D: (base.properties.isEmoji || base == .emojiPresentation) && next?.properties.isEmoji == true
    case 0xFE0E, 0xFE0F: base.properties.isEmoji
    case 0xFE00...0xFE0D, 0xE0100...0xE01EF: base.properties.isIdeographic  // variants of one ideograph, as in Japanese names
    default: !isControl && !isHidden
    }
  }

  fileprivate var isControl: Bool { value < 0x20 || (value >= 0x7F && value <= 0x9F) }

  /// Whether the scalar draws nothing: format characters, line separators, default ignorables, noncharacters.
  fileprivate var isHidden: Bool { value & 0xFFFE == 0xFFFE || WidthTable.contains(value, in: Self.hidden) }

  /// Cf, Zl, Zp and Default_Ignorable_Code_Point of Unicode 17, and the noncharacters of the basic plane. The Arabic, Syriac and Kaithi
  /// number signs are not included, as they are visible.
  private static let hidden: [UInt32] = [
    0xAD, 0xAD, 0x34F, 0x34F, 0x61C, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B, 0x200F, 0x2028, 0x202E, 0x2060, 0x206F,
    0x3164, 0x3164, 0xFDD0, 0xFDEF, 0xFE00, 0xFE0F, 0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0, 0xFFF0, 0xFFFB, 0x13430, 0x1343F, 0x1BCA0, 0x1BCA3,
    0x1D173, 0x1D17A, 0xE0000, 0xE0FFF,
  ]

  /// A visible replacement: a control picture, or the code point in brackets.
  fileprivate var picture: String {
    if value < 0x20, let picture = Unicode.Scalar(0x2400 + value) { return String(Character(picture)) }
    return value == 0x7F ? "\u{2421}" : "‹" + String(value, radix: 16, uppercase: true) + "›"
  }

  /// The scalar as a JSON escape in ASCII.
  fileprivate var asciiEscape: String {
    switch value {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x20..<0x7F: String(Character(self))
    // The inspector's own units, as in `p50 µs`.
    case 0xB5: "u"
    default:
      Character(self).utf16.map { "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16) }.joined()
    }
  }
}
