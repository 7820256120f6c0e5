import FluxtapeScreen

/// Wraps sentences.
enum TextWrapping {
  /// Returns `text` in lines of at most `width` columns. A longer word gets a line to itself, and is cut when drawn.
  static func lines(of text: String, width: Int, in typesetting: Typesetting) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(whereSeparator: \.isNewline).joined(separator: " ").split(separator: " ") {
      let cells = typesetting.width(of: String(word))
      if used > 0, used + 1 + cells > width {
        lines.append(line)
        (line, used) = ("", 0)
      }
      if used > 0 { line += " " }
      line += word
      used += cells + (used > 0 ? 1 : 0)
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
