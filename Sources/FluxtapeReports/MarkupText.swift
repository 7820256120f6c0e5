import FluxtapeScreen

/// Text made safe for XML 1.0 and HTML. Control characters, which XML cannot represent, and characters that reverse text are replaced by
/// visible ones.
enum MarkupText {
  /// Escapes text in an element or a quoted attribute.
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

  /// Escapes several lines and joins them.
  static func escaped(lines: [String]) -> String { lines.map(escaped).joined(separator: "\n") }
}
