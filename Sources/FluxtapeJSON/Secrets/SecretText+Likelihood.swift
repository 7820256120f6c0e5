// What is written is redacted where there is any doubt, since a word too many that is hidden does no harm. Who searches a log that is
// written wants to know of secrets, and not of each label that says "Password: required".

extension SecretText {
  /// Where secrets stand in `text` in all likelihood, from its beginning on, each with what is shown of its surroundings. None overlaps with
  /// another.
  package func likelySecrets(in text: String) -> [(form: SecretFind.Form, excerpt: String)] {
    let finds = finds(in: text)
    guard !finds.isEmpty else { return [] }
    let bytes = Array(text.utf8)
    var likely: [SecretFind] = []
    for find in finds where isLikely(find, in: bytes) {
      if let last = likely.last, find.range.lowerBound < last.range.upperBound {
        // A form says more than that it stands behind a name.
        if last.form == .named, find.form != .named { likely[likely.count - 1] = find }
      } else {
        likely.append(find)
      }
    }
    return likely.map { ($0.form, SecretExcerpt(finds, in: bytes).text(around: $0.range)) }
  }

  /// Whether a text under a key that names a secret is one, and not something in its place.
  package static func isLikely(_ text: String) -> Bool { !SecretLikelihood(text).isInPlaceOfOne }

  /// Whether no word of a language looks like `text`.
  package static func looksMade(_ text: String) -> Bool { SecretLikelihood(text).looksMade }

  /// Whether a number under a key that names a secret is one: not a count, as of the tokens of a text.
  package static func isLikely(_ number: Int, under key: String) -> Bool {
    SecretKey.meaning(of: key) == .secret && !SecretLikelihood.isPlural(key) && number.magnitude >= 100
  }

  private func isLikely(_ find: SecretFind, in bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes[find.range], as: UTF8.self)
    let value = SecretLikelihood(text)
    switch find.form {
    case .errorInformation: return false
    case .privateKey, .serviceKey: return true
    case .cardNumber: return value.hasIssuer
    case .webToken: return value.hasThreeParts
    case .userInformation: return !value.isInPlaceOfOne
    case .bearer: return !value.isInPlaceOfOne && (text.utf8.count >= 16 || (text.utf8.count >= 8 && value.looksMade))
    case .named: return !value.isInPlaceOfOne && isLikely(value, named: find.key ?? "", find.style ?? .apart)
    }
  }

  private func isLikely(_ value: SecretLikelihood, named key: String, _ style: PrintedValue.Style) -> Bool {
    let meaning = keys.meaning(of: key)
    if value.isNumber { return meaning == .secret && !SecretLikelihood.isPlural(key) && value.text.utf8.count >= 3 }
    switch style {
    case _ where meaning == .about: return value.looksMade
    case .quoted, .glued: return !value.isProse
    case .apart where value.isWrapped: return !value.isProse
    case .scheme: return !value.isProse && (value.looksMade || value.text.utf8.count >= 8)
    case .apart: return value.looksMade && (meaning != .text || value.text.utf8.count >= 16)
    }
  }
}

/// What speaks for and against a value being a secret.
struct SecretLikelihood {
  let text: String
  /// Whether it stands within `Optional("…")` and its like.
  let isWrapped: Bool
  private let bytes: [UInt8]

  /// - Parameter printed: As it stands, be it within `Optional("…")`.
  init(_ printed: String) {
    var text = printed[...]
    if !text.utf8.starts(with: "[".utf8), let start = text.firstIndex(of: "\""), let end = text.lastIndex(of: "\""), start < end {
      text = text[text.index(after: start)..<end]
    }
    isWrapped = text.utf8.count < printed.utf8.count
    self.text = String(text)
    bytes = Array(self.text.utf8)
  }

  /// Only digits.
  var isNumber: Bool { !bytes.isEmpty && bytes.allSatisfy(Self.isDigit) }

  /// Whether it stands where a secret was, or where one is to be put: `[redacted]`, `•••••`, `<token>`, `${TOKEN}`, `nil`.
  var isInPlaceOfOne: Bool {
    guard let first = bytes.first else { return true }
    let small = text.lowercased()
    return "<$%{".utf8.contains(first) || text.allSatisfy { "*•●…._-#xX ".contains($0) } || Self.absences.contains(small)
      || ["redacted", "hidden", "masked", "placeholder", "omitted"].contains { small.contains($0) }
  }

  private static let absences: Set<String> = [
    "", "[]", "()", "\"\"", "nil", "null", "none", "true", "false", "undefined", "optional(nil)", "string", "optional<string>", "string?",
  ]

  /// Whether it is of words that speak about a secret: `Enter your password`, `is wrong`.
  var isProse: Bool {
    let words = text.lowercased().split { $0.isWhitespace }.map(String.init)
    return words.contains { SecretText.isOrdinary($0) || (SecretKey.meaning(of: $0) != .none && !$0.utf8.contains(where: Self.isDigit)) }
  }

  /// Whether no word of a language looks like that: it has digits or signs among its letters, or it is long and has capitals in it.
  var looksMade: Bool {
    let core = bytes[..<(bytes.lastIndex { !",;.:!?)]}".utf8.contains($0) }.map { $0 + 1 } ?? 0)]
    guard core.count >= 4, core.contains(where: Self.isLetter), !isAddress, !SecretText.isOrdinary(text.lowercased()) else { return false }
    if core.contains(where: Self.isDigit) || core.contains(where: { "!@#$^*+=~".utf8.contains($0) }) { return true }
    return core.count >= 20 && core.dropFirst().count(where: Self.isCapital) >= 2 && !core.contains(UInt8(ascii: "("))
  }

  /// Whether it is where a person or a page is, which is somebody's and yet no secret.
  private var isAddress: Bool {
    if text.contains("://") { return true }
    guard let at = text.firstIndex(of: "@"), at > text.startIndex else { return false }
    return text[at...].dropFirst().split(separator: ".").count >= 2
  }

  /// RFC 7519: header and claims are base64url of at least `{}`, and more than that in practice.
  var hasThreeParts: Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count >= 3 && parts.prefix(2).allSatisfy { $0.utf8.count >= 4 }
  }

  /// Whether a number that may be a card's begins as those that issuers gave out (ISO/IEC 7812-1) and has as many digits. One of ten times
  /// in milliseconds, and of ten numbers of orders, has the right check digit.
  var hasIssuer: Bool {
    let digits = bytes.filter(Self.isDigit)
    func number(_ count: Int) -> Int { digits.prefix(count).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    switch number(4) {
    case 4000...4999: return [13, 16, 19].contains(digits.count)
    case 5100...5599, 2221...2720, 3528...3589, 6011, 6440...6599: return digits.count == 16
    case 3400...3499, 3700...3799: return digits.count == 15
    case 3000...3059, 3600...3699, 3800...3999: return digits.count == 14
    case 6200...6299: return (16...19).contains(digits.count)
    default: return false
    }
  }

  /// Of many of them one tells the number.
  static func isPlural(_ key: String) -> Bool { SecretKey.words(of: key).last?.utf8.last == UInt8(ascii: "s") }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
  private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}
