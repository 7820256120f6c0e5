import FluxtapeJSON
import FluxtapeScreen

/// Text made safe for XML 1.0 and HTML. Control characters, which XML cannot represent, and characters that reverse text are replaced by
/// visible ones.
enum MarkupText {
  /// Escapes text in an element or a quoted attribute.
  static func escaped(_ text: String) -> String {
    text.displayed().escapingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }

  /// Escapes several lines and joins them.
  static func escaped(lines: [String]) -> String { lines.map(escaped).joined(separator: "\n") }
}
