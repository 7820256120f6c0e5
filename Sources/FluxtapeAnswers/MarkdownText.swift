import FluxtapeScreen

/// Text made safe for Markdown, as a cell of a table or within a line: it is shown as it is and has no other effect.
///
/// Characters with a meaning in Markdown or HTML are escaped. GitHub and GitLab also make links after parsing, when the text is unescaped
/// again: mentions, which notify people (`@team`), issues (`#12`, `GH-12`, `!12`), commits (`9f2c41d`) and addresses. Those get a
/// zero-width space.
package enum MarkdownText {
  package static func escaped(_ text: String) -> String {
    var result = ""
    let scalars = Array(text.displayed().unicodeScalars)
    let breaks = breaks(in: scalars)
    for (place, scalar) in scalars.enumerated() {
      if breaks.contains(place) { result += "&#8203;" }
      switch scalar {
      case "\\", "|", "`", "*", "_", "[", "]", "#", "!", "~", "$", "@": result += "\\\(scalar)"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      // A bare URL becomes a link.
      case ":": result += scalars[(place + 1)...].starts(with: "//".unicodeScalars) ? "&#58;" : ":"
      case ".": result += endsWithWWW(scalars[..<place]) ? "&#46;" : "."
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The places before which a reference must be broken.
  private static func breaks(in scalars: [Unicode.Scalar]) -> Set<Int> {
    var breaks: Set<Int> = []
    for (place, scalar) in scalars.enumerated() where place + 1 < scalars.count && isWordPart(scalars[place + 1]) {
      if scalar == "@" || scalar == "#" || scalar == "!" { breaks.insert(place + 1) }
      if scalar == "-", scalars[..<place].suffix(2).elementsEqual("GH".unicodeScalars) { breaks.insert(place + 1) }
    }
    var start = 0
    while start < scalars.count {
      var end = start
      while end < scalars.count, isWordPart(scalars[end]) { end += 1 }
      if mayBeCommit(scalars[start..<end]) { breaks.insert(start + shortestCommit / 2) }
      start = end + 1
    }
    return breaks
  }

  /// The number of digits from which GitHub recognizes a commit.
  private static let shortestCommit = 7

  /// Whether a word may be the beginning of a commit's digest. A plain number seldom is, and people would copy it with the break.
  private static func mayBeCommit(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    (shortestCommit...64).contains(word.count) && word.allSatisfy { $0.isASCII && $0.properties.isASCIIHexDigit }
      && word.contains { $0.properties.isAlphabetic }
  }

  private static func endsWithWWW(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    scalars.suffix(3).count == 3 && scalars.suffix(3).allSatisfy { $0 == "w" || $0 == "W" }
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
}
