import FluxtapeScreen

/// Text made safe to stand in XML 1.0 and HTML. Control characters, which XML has no way to write, and those that turn text around are shown
/// instead.
enum MarkupText {
  /// In an element or an attribute in quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.displayed() {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
    return result
  }

  /// Several lines, each as one.
  static func escaped(lines: [String]) -> String { lines.map(escaped).joined(separator: "\n") }
}
