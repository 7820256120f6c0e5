// Text from a log is not to be trusted: an escape sequence in it would drive the terminal, a bidi control would turn the row around,
// an invisible character would hide in it. All of it is shown instead of obeyed.
//
//   U+0000…U+001F, U+007F   ␀ … ␟, ␡          (control pictures)     ASCII: \n \t \r \u001b
//   U+0080…U+009F           ‹9B›                                            \u009b
//   bidi, zero width, tags  ‹202E› ‹200B›                                   \u202e
//   a mark without a base   ‹301›                                           \u0301
//   everything else         as it is                                        \u88fd \ud83d\ude00

extension StringProtocol {
  /// This text so that it can be printed to a terminal or a file on one line: no control characters, no bidi controls, nothing invisible.
  ///
  /// What is safe stays as it is; text that is displayed already does not change. Only printable ASCII comes out where `typesetting` asks for it.
  ///
  /// - Complexity: O(n).
  package func displayed(_ typesetting: Typesetting = .unicode) -> String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(self) }
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
  /// What is shown in place of `character`, or nil where it can be shown itself.
  func escape(_ character: Character) -> String? {
    if isASCII { return character.unicodeScalars.map(\.asciiEscape).joined() }
    guard character.unicodeScalars.count > 1 || character.unicodeScalars.first?.isShownAlone != true else { return nil }
    var result = ""
    var isChanged = false
    var base: Unicode.Scalar?  // the scalar that a mark or a joiner would attach to
    var rest = character.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let isKept = scalar.isShownAlone || (base.map { scalar.attaches(to: $0, before: rest.first) } ?? false)
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

  /// Whether a scalar that is nothing alone is a lawful part of a cluster, behind `base`.
  fileprivate func attaches(to base: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    switch value {
    case 0x200D: (base.properties.isEmoji || base == .emojiPresentation) && next?.properties.isEmoji == true
    case 0xFE0E, 0xFE0F: base.properties.isEmoji
    case 0xFE00...0xFE0D, 0xE0100...0xE01EF: base.properties.isIdeographic  // variants of one ideograph, as in Japanese names
    default: !isControl && !isHidden
    }
  }

  fileprivate var isControl: Bool { value < 0x20 || (value >= 0x7F && value <= 0x9F) }

  /// Whether nothing is drawn for the scalar: format characters, separators of lines, default ignorables, noncharacters.
  fileprivate var isHidden: Bool { value & 0xFFFE == 0xFFFE || WidthTable.contains(value, in: Self.hidden) }

  /// Cf, Zl, Zp and Default_Ignorable_Code_Point of Unicode 17, less the Arabic, Syriac and Kaithi number signs, which are drawn;
  /// and the noncharacters of the basic plane.
  private static let hidden: [UInt32] = [
    0xAD, 0xAD, 0x34F, 0x34F, 0x61C, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B, 0x200F, 0x2028, 0x202E, 0x2060, 0x206F,
    0x3164, 0x3164, 0xFDD0, 0xFDEF, 0xFE00, 0xFE0F, 0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0, 0xFFF0, 0xFFFB, 0x13430, 0x1343F, 0x1BCA0, 0x1BCA3,
    0x1D173, 0x1D17A, 0xE0000, 0xE0FFF,
  ]

  /// The scalar as something to look at: a control picture, or its number in brackets.
  fileprivate var picture: String {
    if value < 0x20, let picture = Unicode.Scalar(0x2400 + value) { return String(Character(picture)) }
    return value == 0x7F ? "\u{2421}" : "‹" + String(value, radix: 16, uppercase: true) + "›"
  }

  /// The scalar as JSON writes it in ASCII.
  fileprivate var asciiEscape: String {
    switch value {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x20..<0x7F: String(Character(self))
    default:
      Character(self).utf16.map { "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16) }.joined()
    }
  }
}
