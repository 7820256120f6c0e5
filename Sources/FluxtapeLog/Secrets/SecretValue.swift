/// The evidence for and against a text being a secret, if a name says that it is one.
package struct SecretValue {
  package let text: String
  private let bytes: [UInt8]

  package init(_ text: String) { (self.text, bytes) = (text, Array(text.utf8)) }

  /// Whether a text under a possibly secret key looks like a secret: a number, a generated text, or a value after the name of a scheme. One
  /// generated word in a sentence is enough.
  package var isMade: Bool {
    let words = text.split(separator: " ")
    guard words.count > 1 else { return isNumber ? bytes.count > 3 : looksMade }
    return KeyWords(words[0]).has(.scheme) || words.contains { SecretValue(String($0)).looksMade }
  }

  /// Whether the value consists of digits, possibly with separators: `604418.`, `078-05-1120`.
  package var isNumber: Bool {
    let core = bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes[...]
    let count = core.count(where: TextByte.isDigit)
    return count > 0 && count == core.count || count >= 6 && core.allSatisfy { TextByte.isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  package var hasDigit: Bool { bytes.contains(where: TextByte.isDigit) }

  /// Whether the value is one word without characters of templates.
  package var isWord: Bool { bytes.count >= 4 && !isAddress && !bytes.contains { $0 <= 0x20 || "<>(){}[]/$".utf8.contains($0) } }

  /// Whether the value is a placeholder for a secret: `[redacted]`, `•••••`, `<token>`, `${TOKEN}`, `nil`.
  package var isInPlaceOfOne: Bool {
    if isAbsence || "<$%{".utf8.contains(bytes[0]) || text.allSatisfy({ "*•●…._-#xX ".contains($0) }) { return true }
    let small = text.lowercased()
    return ["redacted", "hidden", "masked", "placeholder", "omitted"].contains { small.contains($0) }
  }

  /// Whether the value says that there is none, or of which type it is.
  var isAbsence: Bool { bytes.count < 17 && Self.absences.contains(text.lowercased()) }

  private static let absences: Set<String> = [
    "", "[]", "()", "\"\"", "nil", "null", "none", "true", "false", "undefined", "optional(nil)", "string", "optional<string>", "string?",
  ]

  /// Whether the value has words about a secret: `Enter your password`, `is wrong`.
  package var isProse: Bool {
    text.split { $0.isWhitespace }.contains { word in
      !word.utf8.contains(where: TextByte.isDigit) && (Self.isOrdinary(word) || KeyWords(word.lowercased()).meaning != .none)
    }
  }

  /// Whether the words behind a scheme are such words: `token expired`.
  var isProseBehindScheme: Bool { SecretValue(text.split(separator: " ").dropFirst().joined(separator: " ")).isProse }

  /// Whether a word commonly follows the name of a secret in sentences that do not reveal it.
  package static func isOrdinary(_ word: some StringProtocol) -> Bool {
    word.first?.isLetter == true && !word.utf8.contains(where: TextByte.isDigit) && KeyWords(word).areAll(.ordinary)
  }

  /// Whether the value looks generated, not like a word: it has digits or symbols among its letters, or is long and has capitals inside.
  package var looksMade: Bool {
    let core = bytes[..<(bytes.lastIndex { !",;.:!?)]}".utf8.contains($0) }.map { $0 + 1 } ?? 0)]
    let isLong = core.count >= 20 && core.dropFirst().count { $0 &- UInt8(ascii: "A") < 26 } >= 2
    guard core.count >= 4, isLong || core.contains(where: { TextByte.isDigit($0) || "!@#$^*+=~".utf8.contains($0) }) else { return false }
    // `makeToken()` is source code.
    let isCall = text.hasSuffix("()") || isLong && core.contains(UInt8(ascii: "("))
    return core.contains(where: TextByte.isLetter) && !isCall && !isAddress && !Self.isOrdinary(text)
  }

  /// Whether the value is an email address or a URL, which identify someone but are not secrets.
  private var isAddress: Bool { text.contains("://") || text.drop { $0 != "@" }.dropLast().contains(".") && bytes[0] != UInt8(ascii: "@") }
}
