// Two texts side by side that differ, and would look alike: `"é"` and `"e\u{301}"`, or a skin tone in a cell.

extension StyledText {
  /// Returns both texts with the scalars escaped in which they differ, if a screen would draw them alike: `👍 → 👍\u{1F3FD}`.
  package static func distinguished(_ first: StyledText, _ second: StyledText, in typesetting: Typesetting) -> (StyledText, StyledText) {
    let texts = (first.plain, second.plain)
    guard typesetting.drawn(texts.0) == typesetting.drawn(texts.1), let ends = texts.0.commonScalars(with: texts.1) else {
      return (first, second)
    }
    return (first.escaping(from: ends.start, to: ends.end), second.escaping(from: ends.start, to: ends.end))
  }

  /// Returns the text with escapes instead of the scalars between the first `start` and the last `end` ones.
  fileprivate func escaping(from start: Int, to end: Int) -> StyledText {
    var text = StyledText()
    var place = 0
    let last = runs.reduce(0) { $0 + $1.text.unicodeScalars.count } - end
    for run in runs {
      for scalar in run.text.unicodeScalars {
        defer { place += 1 }
        let isEscaped = place >= start && place < last && scalar.value > 0x7F
        text.append(isEscaped ? scalar.escaped : String(Character(scalar)), run.style)
      }
    }
    return text
  }
}

extension String {
  /// Returns both texts with the scalars escaped in which they differ, if they are canonically equivalent: `"\u{E9}"` and `"e\u{301}"`.
  package static func distinguished(_ first: String, _ second: String) -> (String, String) {
    guard first == second, let ends = first.commonScalars(with: second) else { return (first, second) }
    return (first.escaping(from: ends.start, to: ends.end), second.escaping(from: ends.start, to: ends.end))
  }

  fileprivate func escaping(from start: Int, to end: Int) -> String { StyledText(self).escaping(from: start, to: end).plain }

  /// Returns the numbers of scalars at both ends that two texts share; nil if they are the same. Joiners beside the difference do not
  /// count, and neither do marks behind it, which would attach to the brace of an escape.
  fileprivate func commonScalars(with other: String) -> (start: Int, end: Int)? {
    let (first, second) = (Array(unicodeScalars), Array(other.unicodeScalars))
    guard first != second else { return nil }
    let shorter = min(first.count, second.count)
    var start = (0..<shorter).first { first[$0] != second[$0] } ?? shorter
    while start > 0, first[start - 1] == .zeroWidthJoiner { start -= 1 }
    var end = (0..<(shorter - start)).first { first[first.count - 1 - $0] != second[second.count - 1 - $0] } ?? shorter - start
    while end > 0, first[first.count - end].attachesToAny { end -= 1 }
    return (start, end)
  }
}

extension Unicode.Scalar {
  fileprivate var escaped: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }
}

extension Typesetting {
  /// What the cells of a frame have of a text, but for variation selectors, which many terminals ignore.
  fileprivate func drawn(_ text: String) -> String {
    var drawn = ""
    forEachCluster(of: text) { cluster in
      drawn.unicodeScalars += cluster.drawn.unicodeScalars.filter { !(0xFE00...0xFE0F ~= $0.value) }
      return true
    }
    return drawn
  }
}
