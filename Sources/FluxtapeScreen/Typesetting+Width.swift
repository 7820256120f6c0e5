// Widths of whole clusters by UAX #11 (East Asian Width) and UTS #51 (emoji). The scalars after the base can change the width.

extension Typesetting {
  /// Returns the width of a single scalar: 0, 1 or 2.
  package func width(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x7F { return 1 }
    if WidthTable.contains(value, in: WidthTable.zero) { return 0 }
    if WidthTable.contains(value, in: WidthTable.wide) { return 2 }
    return ambiguousIsWide && WidthTable.contains(value, in: WidthTable.ambiguous) ? 2 : 1
  }

  /// Returns the width of a cluster: 1 or 2.
  ///
  /// The width is the sum of the scalars' widths, but at most 2, because flags, families and skin tones are one picture. A Hangul syllable
  /// of three letters has 2, and so has a consonant with a spacing vowel. U+FE0F selects the picture, which has 2.
  func width(of scalars: Character.UnicodeScalarView) -> Int {
    var sum = 0
    var previous: Unicode.Scalar?
    for scalar in scalars {
      if scalar == .emojiPresentation, previous?.properties.isEmoji == true { return 2 }
      sum += width(of: scalar)
      if sum >= 2 { return 2 }
      previous = scalar
    }
    return max(sum, 1)
  }
}

extension WidthTable {
  /// Whether `value` is in one of the ranges.
  ///
  /// - Complexity: O(log n), n = number of ranges.
  package static func contains(_ value: UInt32, in ranges: [UInt32]) -> Bool {
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[2 * middle + 1] { low = middle + 1 } else { high = middle }
    }
    return 2 * low < ranges.count && value >= ranges[2 * low]
  }
}

extension Unicode.Scalar {
  /// U+FE0F selects the emoji form.
  static let emojiPresentation: Unicode.Scalar = "\u{FE0F}"
}
