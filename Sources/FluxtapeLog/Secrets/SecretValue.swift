import FluxtapeJSON

/// The evidence for and against a text being a secret, if a name says that it is one.
package struct SecretValue {
  package let text: String
  /// Whether the value is wrapped in `Optional("…")` or similar.
  package let isWrapped: Bool

  /// - Parameter printed: The printed value, possibly inside of `Optional("…")`.
  package init(_ printed: String) {
    if printed.utf8.first != UInt8(ascii: "["), let start = printed.firstIndex(of: "\""), let end = printed.lastIndex(of: "\""), start < end
    {
      (text, isWrapped) = (String(printed[printed.index(after: start)..<end]), true)
    } else {
      (text, isWrapped) = (printed, false)
    }
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
    let core = text.utf8.last == UInt8(ascii: ".") ? text.utf8.dropLast() : text.utf8[...]
    let digits = core.count(where: TextByte.isDigit)
    return digits == core.count ? digits > 0 : digits >= 6 && core.allSatisfy { TextByte.isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  /// Whether the value is a placeholder for a secret: `[redacted]`, `•••••`, `<token>`, `${TOKEN}`, `nil`.
  package var isPlaceholder: Bool {
    let small = text.lowercased()
    return "<$%{".utf8.contains(text.utf8.first ?? 0x24) || Self.absences.contains(small)
      || !small.contains { $0.isLetter && $0 != "x" || $0.isNumber } && small != "x"
      || small.withBytes { $0.containsAny(of: ["redacted", "hidden", "masked", "placeholder", "omitted"]) }
  }

  private static let absences: Set<String> = [
    "nil", "null", "none", "true", "false", "undefined", "optional(nil)", "string", "optional<string>", "string?",
  ]

  /// Whether the value consists of words about a secret: `Enter your password`, `is wrong`.
  package var isProse: Bool {
    text.lowercased().split(whereSeparator: \.isWhitespace).contains { word in
      Self.isOrdinary(word) || !word.utf8.contains(where: TextByte.isDigit) && SensitiveKeyName.meaning(of: String(word)) != .none
    }
  }

  /// Whether a lower-case word, without marks behind it, commonly follows the name of a secret in sentences that do not reveal it.
  package static func isOrdinary(_ word: some StringProtocol) -> Bool {
    let end = word.lastIndex { $0.isLetter || $0.isNumber }.map(word.index(after:)) ?? word.startIndex
    return SecretWords.all.has(.ordinary, word[..<end])
  }

  /// Whether the value looks generated, not like a word: it has digits or symbols among its letters, or is long and has capitals inside.
  package var looksMade: Bool {
    let core = text.utf8.prefix(
      upTo: text.utf8.lastIndex { !",;.:!?)]}".utf8.contains($0) }.map(text.utf8.index(after:)) ?? text.startIndex)
    guard core.count >= 4, core.contains(where: TextByte.isLetter), !isAddress, !Self.isOrdinary(text.lowercased()) else { return false }
    if core.contains(where: { TextByte.isDigit($0) || "!@#$^*+=~".utf8.contains($0) }) { return true }
    return core.count >= 20 && core.dropFirst().count { $0 &- UInt8(ascii: "A") < 26 } >= 2 && !core.contains(UInt8(ascii: "("))
  }

  /// Whether the value is an email address or a URL, which identify someone but are not secrets.
  package var isAddress: Bool {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    return text.contains("://") || parts.count == 2 && !parts[0].isEmpty && parts[1].split(separator: ".").count > 1
  }
}
