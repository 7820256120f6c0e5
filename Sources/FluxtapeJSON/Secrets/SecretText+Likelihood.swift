// Recording redacts if there is any doubt, since hiding too much does no harm. A search in a finished log should report secrets, but not
// every label like "Password: required".

extension SecretText {
  /// The ranges of likely secrets in a text of a payload or state, in order. Call it only for texts that ``SecretPrefilter`` or the test
  /// for card digits did not reject.
  package func likelyPlaces(in text: Span<UInt8>) -> [Range<Int>] {
    let bytes = text.indices.map { text[$0] }
    return likely(finds(in: bytes), in: bytes).map(\.range)
  }

  package func likely(_ finds: [SecretFind], in bytes: [UInt8]) -> [SecretFind] {
    var likely: [SecretFind] = []
    for find in finds where isLikely(find, in: bytes) {
      if let last = likely.last, find.range.lowerBound < last.range.upperBound {
        // A form is stronger evidence than a name.
        if last.form == .named, find.form != .named { likely[likely.count - 1] = find }
      } else {
        likely.append(find)
      }
    }
    return likely
  }

  /// Whether a text under a secret key is a secret, not a placeholder.
  package static func isLikely(_ text: String) -> Bool { !SecretLikelihood(text).isInPlaceOfOne }

  /// Whether `text` looks generated, not like a word.
  package static func looksMade(_ text: String) -> Bool { SecretLikelihood(text).looksMade }

  /// Whether a text under a possibly secret key looks like a secret: a number, a generated text, or a value after the name of a scheme.
  package static func isMade(_ text: String) -> Bool {
    if let blank = text.firstIndex(of: " ") {
      // One generated word in a sentence is enough, as is anything after the name of a scheme.
      return SecretWords.all.has(.scheme, text[..<blank].lowercased())
        || text.split(separator: " ").contains { SecretLikelihood(String($0)).looksMade }
    }
    let value = SecretLikelihood(text)
    return value.isNumber ? text.utf8.count > 3 : value.looksMade
  }

  /// Whether a number under a secret key is a secret, not a count such as the number of tokens in a text.
  package static func isLikely(_ number: Int, under key: String) -> Bool {
    SensitiveKeyName.meaning(of: key) == .secret && !SecretLikelihood.isPlural(key) && number.magnitude >= 100
  }

  private func isLikely(_ find: SecretFind, in bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes[find.range], as: UTF8.self)
    let value = SecretLikelihood(text)
    switch find.form {
    case .errorInformation: return false
    case .privateKey, .serviceKey, .personal: return true
    case .cardNumber: return value.hasIssuer
    case .webToken: return value.hasThreeParts
    case .userInformation: return !value.isInPlaceOfOne
    case .bearer: return !value.isInPlaceOfOne && (text.utf8.count >= 16 || (text.utf8.count >= 8 && value.looksMade))
    case .named: return !value.isInPlaceOfOne && isLikely(value, find, in: bytes)
    }
  }

  private func isLikely(_ value: SecretLikelihood, _ find: SecretFind, in bytes: [UInt8]) -> Bool {
    let key = find.key ?? ""
    let meaning = keys.meaning(of: key)
    if value.isNumber { return meaning == .secret && !SecretLikelihood.isPlural(key) && value.text.utf8.count >= 3 }
    if value.text.utf8.last == UInt8(ascii: ":") || SecretLikelihood.isPin(key) && !value.hasDigit { return false }
    switch find.style ?? .apart {
    case _ where meaning == .about: return value.looksMade
    case .quoted, .glued: return !value.isProse && value.text.utf8.count > 1
    case .apart where value.isWrapped: return !value.isProse
    case .scheme: return !value.isProse && (value.looksMade || value.text.utf8.count >= 8)
    case .apart:
      if value.looksMade { return meaning == .secret || value.text.utf8.count >= 16 }
      // An HTTP header.
      if meaning == .secret, key.contains("-"), value.text.utf8.count >= 6, !value.isProse, endsItem(find.range, in: bytes) { return true }
      return meaning == .secret && endsItem(find.range, in: bytes) && SecretLikelihood.isChosenByPeople(key) && !value.isProse
        && value.isWord
    }
  }

  /// Whether the value after a colon or an equals sign is a complete item: the line ends after it, or another item follows.
  private func endsItem(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard let sign = bytes[..<range.lowerBound].last(where: { !PrintedValue.isQuoteOrSpace($0) }), ":=".utf8.contains(sign) else {
      return false
    }
    return range.upperBound == bytes.count || "\n\r,;}]\"'".utf8.contains(bytes[range.upperBound])
  }
}

/// The evidence for and against a value being a secret.
struct SecretLikelihood {
  let text: String
  /// Whether the value is wrapped in `Optional("…")` or similar.
  let isWrapped: Bool
  private let bytes: [UInt8]

  /// - Parameter printed: The printed value, possibly inside of `Optional("…")`.
  init(_ printed: String) {
    var text = printed[...]
    if !text.utf8.starts(with: "[".utf8), let start = text.firstIndex(of: "\""), let end = text.lastIndex(of: "\""), start < end {
      text = text[text.index(after: start)..<end]
    }
    isWrapped = text.utf8.count < printed.utf8.count
    self.text = String(text)
    bytes = Array(self.text.utf8)
  }

  /// Whether the value consists of digits, possibly with separators: `604418.`, `078-05-1120`.
  var isNumber: Bool {
    let core = bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes[...]
    if !core.contains(where: { !Self.isDigit($0) }) { return !core.isEmpty }
    return core.allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: "-") } && core.count(where: Self.isDigit) >= 6
  }

  var hasDigit: Bool { bytes.contains(where: Self.isDigit) }

  /// Whether the value is one word without characters of templates.
  var isWord: Bool { bytes.count >= 4 && !isAddress && !bytes.contains { $0 <= 0x20 || "<>(){}[]/$".utf8.contains($0) } }

  /// Whether the value is a placeholder for a secret: `[redacted]`, `•••••`, `<token>`, `${TOKEN}`, `nil`.
  var isInPlaceOfOne: Bool {
    guard let first = bytes.first else { return true }
    let small = text.lowercased()
    return "<$%{".utf8.contains(first) || text.allSatisfy { "*•●…._-#xX ".contains($0) } || Self.absences.contains(small)
      || ["redacted", "hidden", "masked", "placeholder", "omitted"].contains { small.contains($0) }
  }

  private static let absences: Set<String> = [
    "", "[]", "()", "\"\"", "nil", "null", "none", "true", "false", "undefined", "optional(nil)", "string", "optional<string>", "string?",
  ]

  /// Whether the value consists of words about a secret: `Enter your password`, `is wrong`.
  var isProse: Bool {
    let words = text.lowercased().split { $0.isWhitespace }.map(String.init)
    return words.contains {
      SecretText.isOrdinary($0) || (SensitiveKeyName.meaning(of: $0) != .none && !$0.utf8.contains(where: Self.isDigit))
    }
  }

  /// Whether the value looks generated, not like a word: it has digits or symbols among its letters, or is long and has capitals inside.
  var looksMade: Bool {
    let core = bytes[..<(bytes.lastIndex { !",;.:!?)]}".utf8.contains($0) }.map { $0 + 1 } ?? 0)]
    guard core.count >= 4, core.contains(where: Self.isLetter), !isAddress, !SecretText.isOrdinary(text.lowercased()) else { return false }
    if core.contains(where: Self.isDigit) || core.contains(where: { "!@#$^*+=~".utf8.contains($0) }) { return true }
    return core.count >= 20 && core.dropFirst().count(where: Self.isCapital) >= 2 && !core.contains(UInt8(ascii: "("))
  }

  /// Whether the value is an email address or a URL, which identify someone but are not secrets.
  private var isAddress: Bool {
    if text.contains("://") { return true }
    guard let at = text.firstIndex(of: "@"), at > text.startIndex else { return false }
    return text[at...].dropFirst().split(separator: ".").count >= 2
  }

  /// Whether the value has the parts of a JWT (RFC 7519): header and claims are base64url of at least `{}`, in practice longer.
  var hasThreeParts: Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count >= 3 && parts.prefix(2).allSatisfy { $0.utf8.count >= 4 }
  }

  /// Whether a possible card number begins like those of real issuers (ISO/IEC 7812-1) and has their length. One in ten timestamps in
  /// milliseconds or order numbers has a valid check digit.
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

  /// Whether the key is plural, so that a number under it is a count.
  static func isPlural(_ key: String) -> Bool { SensitiveKeyName.words(of: key).last?.utf8.last == UInt8(ascii: "s") }

  /// Whether people choose the value under the key, so that it may be any word.
  static func isChosenByPeople(_ key: String) -> Bool {
    let words = SensitiveKeyName.words(of: key)
    return !isPlural(key) && !words.contains { ["token", "key", "cookie", "session", "authorization", "jwt", "bearer"].contains($0) }
  }

  static func isPin(_ key: String) -> Bool { ["pin", "pins"].contains(SensitiveKeyName.words(of: key).last) }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
  private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}
