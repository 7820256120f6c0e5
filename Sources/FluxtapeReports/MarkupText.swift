import FluxtapeScreen

/// Text made safe for XML 1.0 and HTML. Control characters, which XML cannot represent, and characters that reverse text are replaced by
/// visible ones.
enum MarkupText {
  /// Escapes text in an element or a quoted attribute.
  static func escaped(_ text: String) -> String {
    var result = ""
    // By scalars: with a mark that combines with it, `<` is not a character of its own.
    for scalar in text.displayed().unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escapes several lines and joins them.
  static func escaped(lines: [String]) -> String { lines.map(escaped).joined(separator: "\n") }
}
