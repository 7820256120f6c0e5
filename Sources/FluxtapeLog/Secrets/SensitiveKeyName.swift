/// Decides which keys name secrets.
///
/// A key is split into words at capitals, digits and punctuation. It names a secret if one of its words does, or some adjacent words do:
/// `password`, `newPassword2`, `X-API-Key`, `access_token`, also without separators: `userpassword`, `PASSWORDHASH`. Other parts of words
/// do not count: `pinned`, `tokenizer`, `passenger`. The words are in `SecretWords.swift`.
package enum SensitiveKeyName {
  /// The meaning of a key for its value.
  package enum Meaning: Hashable, Sendable {
    /// The key says nothing about secrets.
    case none
    /// A text is a secret. Other values share only the name: the result of a test, `pass`.
    case text
    /// A text is a secret if it looks generated: it has digits or symbols among its letters, or is a number. Other texts are words: the
    /// state of an `authorization`, the purpose of a `session`.
    case made
    /// The value is a fact *about* a secret: `tokenCount`, `passwordAttempts`. Numbers and dates are facts; a text may be the secret
    /// itself.
    case about
    /// Every value is a secret.
    case secret
  }

  /// The meaning of `key` for its value.
  package static func meaning(of key: String) -> Meaning {
    key.withUTF8Span { mayMatch($0) } ? meaning(of: words(of: key)) : .none
  }

  /// Whether a text under `key` is or may be a secret, not only a fact about one.
  package static func matches(_ key: String) -> Bool { ![.none, .about].contains(meaning(of: key)) }

  package static func meaning(of words: [String]) -> Meaning {
    guard let last = words.last else { return .none }
    let named = named(by: words, last)
    guard named != .none, !table.has(.description, last), !holds(.otherThing, words) else { return .none }
    return named == .secret && words.contains { table.has(.attribute, $0) || isAttributeOfPassword($0) } ? .about : named
  }

  /// Whether `words` name personal data that ``SecretKeyRules/hidesPersonalData`` hides.
  static func isPersonal(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    // `birthDate` is personal, though a date under another key is only a fact.
    if (2...3).contains(where: { words.count >= $0 && table.has(.personalCompound, words.suffix($0)) }) { return true }
    guard !words.contains(where: { table.has(.attribute, $0) }) else { return false }
    return table.has(.personal, last) || holds(.personalCompound, words)
  }

  private static let table = SecretWords.all
}

// MARK: - Adjacent words

extension SensitiveKeyName {
  private static func named(by words: [String], _ last: String) -> Meaning {
    if words.contains(where: isSecret) || holds(.compound, words) { return .secret }
    if words.contains("authorization") || table.has(.made, last) { return .made }
    guard last == "pass", words.count > 1 else { return table.has(.text, last) ? .text : .none }
    return table.has(.passOwner, words[words.count - 2]) ? .text : .made
  }

  private static func isSecret(_ word: String) -> Bool {
    table.has(.secret, word) || (table.has(.compound, word) && word != "passkey") || endings.contains { word.hasSuffix($0) }
      || (word.hasPrefix("password") && word != "passwordless") || word.hasPrefix("aspsessionid")
      || (word.utf8.contains { $0 >= 0x80 } && unspacedWords.contains { word.contains($0) })
  }

  /// Endings of words that consist of two words without a separator: `userpassword`.
  private static let endings = words(
    "password passwords passwd passwort kennwort passphrase token tokens secret apikey secretkey privatekey sessionid sessid")

  /// Parts of words, for languages without blanks between words or with inflected endings.
  private static let unspacedWords = words(
    """
    密码 密碼 口令 验证码 驗證碼 密钥 密鑰 令牌 身份证号 身份證號 パスワード 暗証番号 秘密鍵 認証コード トークン 비밀번호 암호 토큰 парол токен συνθηματικ снилс マイナンバー
    סיסמ passwort kennwort schlüsselwort
    """)

  private static func words(_ text: String) -> [String] { text.utf8.split { $0 <= 0x20 }.map { String(Substring($0)) } }

  /// Whether two or three adjacent words form a phrase with the role.
  private static func holds(_ role: SecretWords.Role, _ words: [String]) -> Bool {
    words.indices.contains { start in
      (start + 2...start + 3).contains { end in end <= words.count && table.has(role, words[start..<end]) }
    }
  }

  /// Whether words in a sentence together name a secret: `API key`.
  package static func isPhrase(_ words: Span<UInt8>) -> Bool { roles(ofPhrase: words) & SecretWords.Role.compound.bit != 0 }

  /// Whether the word names nothing alone, but may begin a phrase that names a secret: `API`.
  static func isOnlyLead(_ word: Span<UInt8>) -> Bool {
    let roles = roles(ofPhrase: word)
    return roles & SecretWords.Role.lead.bit != 0 && roles & (Self.roles & ~SecretWords.Role.lead.bit) == 0
  }

  private static func roles(ofPhrase words: Span<UInt8>) -> UInt16 {
    var hash = SecretWords.Hash()
    for place in words.indices {
      let byte = words[place]
      hash.add(isLetter(byte) ? byte | 0x20 : byte == 0x20 || byte == UInt8(ascii: "-") ? SecretWords.joint : byte)
    }
    return SecretWords.all.roles(hash)
  }

  /// Whether the end of `name` may name a secret, as in a type's name: `AccessToken`, but not `TokenBucket`.
  package static func mayEndWithSecret(_ name: String) -> Bool {
    let words = words(of: name)
    guard let last = words.last else { return false }
    return isSecret(last) || (2...3).contains { count in words.count >= count && table.has(.compound, words.suffix(count)) }
  }

  /// Whether the word is a compound like `passwordlength`.
  private static func isAttributeOfPassword(_ word: String) -> Bool {
    word.hasPrefix("password") && table.has(.attribute, String(word.dropFirst("password".count)))
  }
}

// MARK: - Words of keys

extension SensitiveKeyName {
  /// The words of `key` in lower case: `X-API-Key` and `xAPIKey` give `x`, `api`, `key`.
  package static func words(of key: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous = CharacterKind.mark
    let scalars = Array(key.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let kind = CharacterKind(scalar)
      let next = place + 1 < scalars.count ? CharacterKind(scalars[place + 1]) : .mark
      let isStart = kind == .capital && (previous != .capital || next == .small)
      if isStart || kind == .mark, !word.isEmpty {
        words.append(word)
        word = ""
      }
      if kind != .mark { word.unicodeScalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars) }
      previous = kind
    }
    return word.isEmpty ? words : words + [word]
  }

  private enum CharacterKind {
    case small, capital
    /// Separators between words: punctuation, and digits, since `password2` contains `password`.
    case mark

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "a"..."z": self = .small
      case "A"..."Z": self = .capital
      default: self = !scalar.isASCII && scalar.properties.isAlphabetic ? (scalar.properties.isUppercase ? .capital : .small) : .mark
      }
    }
  }

  /// Whether ``meaning(of:)`` needs a full check. Most keys contain no word of a secret's name, and some tables have as many keys as
  /// values. So the words are hashed in place, and few others pass by chance.
  package static func mayMatch(_ key: Span<UInt8>) -> Bool {
    var end = key.count
    // Characters after the last letter belong to no word, like the number in `sku-10234`.
    while end > 0, !isLetter(key[end &- 1]), key[end &- 1] < 0x80 { end &-= 1 }
    var (start, hash, isAfterCapital) = (0, SecretWords.Hash(), false)
    for place in 0..<end {
      let byte = key[place]
      guard byte < 0x80 else { return true }
      let isCapital = byte &- UInt8(ascii: "A") < 26
      if !isLetter(byte) || isCapital && (!isAfterCapital || place &+ 1 < end && key[place &+ 1] &- UInt8(ascii: "a") < 26) {
        if mayNameSecret(start..<place, hash, in: key) { return true }
        (start, hash) = (isLetter(byte) ? place : place &+ 1, SecretWords.Hash())
      }
      if isLetter(byte) { hash.add(byte | 0x20) }
      isAfterCapital = isCapital
    }
    return mayNameSecret(start..<end, hash, in: key)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether a word may name a secret, begin a phrase that does, or consist of two words one of which does. No such word is a single letter.
  private static func mayNameSecret(_ word: Range<Int>, _ hash: SecretWords.Hash, in key: Span<UInt8>) -> Bool {
    func number(_ places: Range<Int>) -> UInt32 { places.reduce(0) { $0 &<< 8 | UInt32(key[$1] | 0x20) } }
    guard word.count > 1 else { return false }
    if SecretWords.all.roles(hash) & roles != 0 { return true }
    return word.count > 5 && (tails.contains(number(word.suffix(4))) || heads.contains(number(word.lowerBound + 1..<word.lowerBound + 5)))
  }

  private static let roles =
    SecretWords.Role.secret.bit | SecretWords.Role.compound.bit | SecretWords.Role.text.bit | SecretWords.Role.made.bit
    | SecretWords.Role.lead.bit

  /// The last four letters of words that end with the name of a secret, and four from the second on of those that begin with one.
  private static let tails = numbers("word ords wort sswd rase oken kens cret ikey tkey ekey onid ssid")
  private static let heads = numbers("assw spse")

  private static func numbers(_ texts: String) -> [UInt32] {
    words(texts).map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
  }
}
