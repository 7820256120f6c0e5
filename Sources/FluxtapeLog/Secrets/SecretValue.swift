/// The evidence for and against a text being a secret, if a name says that it is one.
package struct SecretValue {
  package let text: String
  /// Whether the value is wrapped in `Optional("…")` or similar.
  package let isWrapped: Bool
  private let bytes: [UInt8]

  /// - Parameter printed: The printed value, possibly inside of `Optional("…")`.
  package init(_ printed: String) {
    var text = printed[...]
    if !text.utf8.starts(with: "[".utf8), let start = text.firstIndex(of: "\""), let end = text.lastIndex(of: "\""), start < end {
      text = text[text.index(after: start)..<end]
    }
    isWrapped = text.utf8.count < printed.utf8.count
    self.text = String(text)
    bytes = Array(self.text.utf8)
  }

  /// Whether a text under a possibly secret key looks like a secret: a number, a generated text, or a value after the name of a scheme.
  package static func isMade(_ text: String) -> Bool {
    if let blank = text.firstIndex(of: " ") {
      // One generated word in a sentence is enough, as is anything after the name of a scheme.
      return SecretWords.all.has(.scheme, text[..<blank].lowercased())
        || text.split(separator: " ").contains { SecretValue(String($0)).looksMade }
    }
    let value = SecretValue(text)
    return value.isNumber ? text.utf8.count > 3 : value.looksMade
  }

  /// Whether the value consists of digits, possibly with separators: `604418.`, `078-05-1120`.
  package var isNumber: Bool {
    let core = bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes[...]
    if core.allSatisfy(TextByte.isDigit) { return !core.isEmpty }
    return core.allSatisfy { TextByte.isDigit($0) || $0 == UInt8(ascii: "-") } && core.count(where: TextByte.isDigit) >= 6
  }

  package var hasDigit: Bool { bytes.contains(where: TextByte.isDigit) }

  /// Whether the value is one word without characters of templates.
  package var isWord: Bool { bytes.count >= 4 && !isAddress && !bytes.contains { $0 <= 0x20 || "<>(){}[]/$".utf8.contains($0) } }

  /// Whether the value is a placeholder for a secret: `[redacted]`, `•••••`, `<token>`, `${TOKEN}`, `nil`.
  package var isInPlaceOfOne: Bool {
    guard let first = bytes.first else { return true }
    let small = text.lowercased()
    return "<$%{".utf8.contains(first) || text.allSatisfy { "*•●…._-#xX ".contains($0) } || isAbsence
      || ["redacted", "hidden", "masked", "placeholder", "omitted"].contains { small.contains($0) }
  }

  /// Whether the value says that there is none.
  var isAbsence: Bool { Self.absences.contains(text.lowercased()) }

  private static let absences: Set<String> = [
    "", "[]", "()", "\"\"", "nil", "null", "none", "true", "false", "undefined", "optional(nil)", "string", "optional<string>", "string?",
  ]

  /// Whether the value consists of words about a secret: `Enter your password`, `is wrong`.
  package var isProse: Bool {
    text.lowercased().split { $0.isWhitespace }.contains { word in
      Self.isOrdinary(word) || (SensitiveKeyName.meaning(of: String(word)) != .none && !word.utf8.contains(where: TextByte.isDigit))
    }
  }

  /// Whether a lower-case word, without marks behind it, commonly follows the name of a secret in sentences that do not reveal it.
  package static func isOrdinary(_ word: some StringProtocol) -> Bool {
    var end = word.endIndex
    while end > word.startIndex, case let last = word[word.index(before: end)], !last.isLetter, !last.isNumber {
      end = word.index(before: end)
    }
    return SecretWords.all.has(.ordinary, word[..<end])
  }

  /// Whether the value looks generated, not like a word: it has digits or symbols among its letters, or is long and has capitals inside.
  package var looksMade: Bool {
    let core = bytes[..<(bytes.lastIndex { !",;.:!?)]}".utf8.contains($0) }.map { $0 + 1 } ?? 0)]
    guard core.count >= 4, core.contains(where: TextByte.isLetter), !isAddress, !Self.isOrdinary(text.lowercased()) else { return false }
    if core.contains(where: { TextByte.isDigit($0) || "!@#$^*+=~".utf8.contains($0) }) { return true }
    return core.count >= 20 && core.dropFirst().count { $0 &- UInt8(ascii: "A") < 26 } >= 2 && !core.contains(UInt8(ascii: "("))
  }

  /// Whether the value is an email address or a URL, which identify someone but are not secrets.
  private var isAddress: Bool {
    if text.contains("://") { return true }
    guard let at = text.firstIndex(of: "@"), at > text.startIndex else { return false }
    return text[at...].dropFirst().split(separator: ".").count >= 2
  }
}
