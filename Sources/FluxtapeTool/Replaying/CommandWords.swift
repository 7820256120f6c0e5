/// Splits a command line like a POSIX shell (POSIX.1-2017, Shell Command Language, 2.2 Quoting), without expansions.
enum CommandWords {
  /// Returns the words between blanks. A blank in quotes or after a backslash belongs to its word.
  ///
  /// - Throws: ``UsageError`` if a quote is not closed.
  static func split(_ text: String) throws(UsageError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    // By scalars, see `String.escapingScalars`.
    for character in text.unicodeScalars {
      if isEscaped {
        // In double quotes, a backslash escapes only special characters.
        if quote == "\"", !"\"\\$`".unicodeScalars.contains(character) { word = (word ?? "") + "\\" }
        word = (word ?? "") + String(Character(character))
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character == " " || character == "\t" || character == "\n" {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(Character(character))
      }
    }
    if let quote { throw UsageError(message: "--host has an unclosed quote: \(quote)") }
    if isEscaped { throw UsageError(message: "--host ends with a backslash that escapes nothing") }
    if let word { words.append(word) }
    return words
  }
}
