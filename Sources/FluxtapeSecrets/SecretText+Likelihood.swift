import FluxtapeLog

// Recording redacts if there is any doubt, since hiding too much does no harm. A search in a finished log should report secrets, but not
// every label like "Password: required".

extension SecretText {
  /// The likely secrets among the findings in a text, in order. None overlaps another.
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
  package static func isLikely(_ text: String) -> Bool { !SecretValue(text).isInPlaceOfOne }

  /// Whether `text` looks generated, not like a word.
  package static func looksMade(_ text: String) -> Bool { SecretValue(text).looksMade }

  /// Whether a text under a possibly secret key looks like a secret: a number, a generated text, or a value after the name of a scheme.
  package static func isMade(_ text: String) -> Bool { SecretValue(text).isMade }

  /// Whether a number under a secret key is a secret, not a count such as the number of tokens in a text.
  package static func isLikely(_ number: Int, under key: String) -> Bool {
    KeyWords(key).meaning == .secret && !SecretValue.isPlural(key) && number.magnitude >= 100
  }

  private func isLikely(_ find: SecretFind, in bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes[find.range], as: UTF8.self)
    let value = SecretValue(text)
    switch find.form {
    case .errorInformation: return false
    case .privateKey, .serviceKey, .cardNumber: return true
    case .webToken: return value.hasThreeParts
    case .userInformation: return !value.isInPlaceOfOne
    case .bearer: return !value.isInPlaceOfOne && (text.utf8.count >= 16 || (text.utf8.count >= 8 && value.looksMade))
    case .named: return find.key == nil || !value.isInPlaceOfOne && isLikely(value, find, in: bytes)
    }
  }

  private func isLikely(_ value: SecretValue, _ find: SecretFind, in bytes: [UInt8]) -> Bool {
    let key = find.key ?? ""
    let meaning = keys.meaning(of: key)
    if value.isNumber { return meaning == .secret && !SecretValue.isPlural(key) && value.text.utf8.count >= 3 }
    if value.text.utf8.last == UInt8(ascii: ":") || SecretValue.isPin(key) && !value.hasDigit { return false }
    switch find.style ?? .apart {
    case _ where meaning == .about: return value.looksMade
    case .quoted, .glued: return !value.isProse && value.text.utf8.count > 1
    case .scheme: return !value.isProse && (value.looksMade || value.text.utf8.count >= 8)
    case .apart:
      if value.looksMade { return meaning == .secret || value.text.utf8.count >= 16 }
      // An HTTP header.
      if meaning == .secret, key.contains("-"), value.text.utf8.count >= 6, !value.isProse, endsItem(find.range, in: bytes) { return true }
      return meaning == .secret && endsItem(find.range, in: bytes) && SecretValue.isChosenByPeople(key) && !value.isProse
        && value.isWord
    }
  }

  /// Whether the value after a colon or an equals sign is a complete item: the line ends after it, or another item follows.
  private func endsItem(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard let sign = bytes[..<range.lowerBound].last(where: { !TextByte.isQuoteOrSpace($0) }), ":=".utf8.contains(sign) else {
      return false
    }
    return range.upperBound == bytes.count || "\n\r,;}]\"'".utf8.contains(bytes[range.upperBound])
  }
}

extension SecretValue {
  /// Whether the value has the parts of a JWT (RFC 7519): header and claims are base64url of at least `{}`, in practice longer.
  var hasThreeParts: Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count >= 3 && parts.prefix(2).allSatisfy { $0.utf8.count >= 4 }
  }

  /// Whether the key is plural, so that a number under it is a count.
  static func isPlural(_ key: String) -> Bool { key.utf8.last.map { $0 | 0x20 } == UInt8(ascii: "s") }

  /// Whether people choose the value under the key, so that it may be any word.
  static func isChosenByPeople(_ key: String) -> Bool { !isPlural(key) && !KeyWords(key).has(.generated) }

  static func isPin(_ key: String) -> Bool { KeyWords(key).end(with: .pin) }
}
