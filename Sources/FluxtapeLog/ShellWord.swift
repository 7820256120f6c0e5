/// Words for a shell.
package enum ShellWord {
  /// Returns a text as one word, quoted if necessary.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "+"..."9", ":", "@", "%", "_": true  // `+,-./` and digits, too
      default: false
      }
    }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
