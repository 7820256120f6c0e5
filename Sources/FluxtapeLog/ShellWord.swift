/// Words for a shell.
package enum ShellWord {
  /// Returns a text as one word, quoted if necessary.
  ///
  /// Works by scalars: with a mark that combines with it, a quotation mark is not a character of its own, but a shell still obeys it.
  package static func quoted(_ text: String) -> String {
    var (isPlain, word) = (!text.isEmpty, "'")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "+"..."9", ":", "@", "%", "_": break  // `+,-./` and digits, too
      default: isPlain = false
      }
      if scalar == "'" { word += "'\\'" }
      word.unicodeScalars.append(scalar)
    }
    return isPlain ? text : word + "'"
  }
}
