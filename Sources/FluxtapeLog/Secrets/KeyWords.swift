/// The words of a key, which say whether it names a secret.
///
/// A key is split into words at capitals, digits and punctuation. It names a secret if one of its words does, or some adjacent words do:
/// `password`, `newPassword2`, `X-API-Key`, `access_token`, also without separators: `userpassword`, `PASSWORDHASH`. Other parts of words do
/// not count: `pinned`, `tokenizer`, `passenger`. The words are in `SecretWords.swift`.
package struct KeyWords {
  /// What a key says of its value.
  package enum Meaning: Hashable, Sendable {
    /// Nothing about secrets.
    case none
    /// A text is a secret. Other values share only the name: the result of a test, `pass`.
    case text
    /// A text is a secret if it looks generated. Other texts are words: the state of an `authorization`, the purpose of a `session`.
    case made
    /// The value is a fact *about* a secret: `tokenCount`. Numbers and dates are facts; a text may be the secret itself.
    case about
    /// Every value is a secret.
    case secret
  }

  /// What a word is in names of secrets, or beside them. `SecretWords` has them in this order.
  package enum Role: UInt32 {
    /// Names a secret anywhere in a key, as a phrase too; at its end, if the value is text; if it is text that looks generated.
    case secret, text, made
    /// With one of these, secrets' names name something else; at the end, the value describes one, or is an event; a number or date under the
    /// key is a fact about a secret; at the end, the name of personal data.
    case otherThing, description, attribute, personal
    /// In a label: the value is not the secret. In sentences: follows a name without revealing the secret; precedes it; connects them.
    case innocent, ordinary, scheme, verb
    /// Names of passwords, of secrets that no person chooses, of headers, of digits.
    case password, generated, header, pin
    /// In a label: says nothing; the value may be the key of its neighbors; only if it names a password; the value is such a neighbor.
    case plain, name, kind, value

    fileprivate var bit: UInt32 { 1 << rawValue }
  }

  // Bits of roles: of any word or phrase of up to three words; of the last word and the phrases that it ends; of each single word.
  private var (all, last, common): (UInt32, UInt32, UInt32) = (0, 0, .max)
  /// The roles of phrases of two and three words, and of those at the end.
  private var (phrases, lastPhrases): (UInt32, UInt32) = (0, 0)
  // The hashes of phrases of two and three words that the next word ends.
  private var pair, triple: UInt64
  /// Whether the key has no words, as the index of an unlabeled value: `_0`.
  package private(set) var isEmpty = true

  package init(_ key: some StringProtocol) { self = String(key).withUTF8Span { KeyWords($0) } }

  /// - Parameter previous: The words directly before these: in a text the `API` of `API key`.
  package init(_ key: Span<UInt8>, after previous: KeyWords? = nil) {
    (pair, triple) = (previous?.pair ?? 0, previous?.triple ?? 0)
    guard key.indices.contains(where: { key[$0] >= 0x80 }) else {
      add(key)
      return
    }
    Self.folded(key.text(key.indices)).withUTF8Span { key in
      add(key)
      let hasPart = key.indices.contains { place in Self.parts[key[place]]?.contains { key.has($0, at: place) } == true }
      if hasPart { (all, last) = (all | Role.secret.bit, last | Role.secret.bit) }
    }
  }

  /// Whether any word or phrase has the role; the last one, as in `AccessToken` but not `TokenBucket`; every word.
  package func has(_ role: Role) -> Bool { all & role.bit != 0 }
  package func end(with role: Role) -> Bool { last & role.bit != 0 }
  func hasPhrase(with role: Role) -> Bool { phrases & role.bit != 0 }
  func endsInPhrase(with role: Role) -> Bool { lastPhrases & role.bit != 0 }
  package func areAll(_ role: Role) -> Bool { !isEmpty && common & role.bit != 0 }

  /// Whether a label leaves the meaning to the enclosing name: `_0` of an enum case, `value` of a wrapper.
  package var sayNothing: Bool { isEmpty || areAll(.plain) }

  package var meaning: Meaning {
    guard all != 0, !end(with: .description), !has(.otherThing) else { return .none }
    if has(.secret) { return has(.attribute) ? .about : .secret }
    return end(with: .text) ? .text : end(with: .made) || has(.header) ? .made : .none
  }

  // MARK: - Splitting

  /// - Parameter key: With other letters than English ones in lower case.
  private mutating func add(_ key: Span<UInt8>) {
    var (start, hashes, wasCapital) = (0, (SecretWords.basis, pair, triple), false)
    for place in 0...key.count {
      let byte = place < key.count ? key[place] : 0
      let (isLetter, isCapital) = (TextByte.isLetter(byte) || byte >= 0x80, byte &- UInt8(ascii: "A") < 26)
      if !isLetter || isCapital && (!wasCapital || place + 1 < key.count && key[place + 1] &- UInt8(ascii: "a") < 26) {
        if start < place {
          let own = SecretWords.all.roles(hashes.0) | (place - start > 5 ? Self.roles(ofPartsOf: key.extracting(start..<place)) : 0)
          let phrases = SecretWords.all.roles(hashes.1) | SecretWords.all.roles(hashes.2)
          // A word such as `passkey` is no secret, but says nothing of the words beside it.
          let isOther = own & Role.otherThing.bit != 0
          last = (isOther ? own & ~(Role.otherThing.bit | Role.secret.bit) : own) | phrases
          (all, common, isEmpty, lastPhrases) = (all | last, common & own, false, phrases)
          self.phrases |= phrases
          hashes = (SecretWords.basis, SecretWords.hash(hashes.0, SecretWords.joint), SecretWords.hash(hashes.1, SecretWords.joint))
        }
        start = isLetter ? place : place + 1
      }
      if isLetter {
        let letter = byte < 0x80 ? byte | 0x20 : byte
        hashes = (SecretWords.hash(hashes.0, letter), SecretWords.hash(hashes.1, letter), SecretWords.hash(hashes.2, letter))
      }
      wasCapital = isCapital
    }
    (pair, triple) = (hashes.1, hashes.2)
  }

  /// The roles of a longer word because of its parts: `userpassword`, `passwordlength`.
  private static func roles(ofPartsOf word: Span<UInt8>) -> UInt32 {
    func has(_ part: String, at place: Int) -> Bool {
      place >= 0 && zip(part.utf8, place...).allSatisfy { letter, place in place < word.count && word[place] | 0x20 == letter }
    }
    let tail = (word.count - 4..<word.count).reduce(0 as UInt32) { $0 << 8 | UInt32(word[$1] | 0x20) }
    let isSecret = tails.contains(tail) && endings.contains { has($0, at: word.count - $0.utf8.count) } || has("aspsessionid", at: 0)
    guard has("password", at: 0) else { return isSecret ? Role.secret.bit : 0 }
    let rest = (8..<word.count).reduce(SecretWords.basis) { SecretWords.hash($0, word[$1] | 0x20) }
    return Role.secret.bit | SecretWords.all.roles(rest) & Role.attribute.bit
  }

  private static func list(_ words: String) -> [String] { words.split { $0.isWhitespace }.map(String.init) }

  /// Endings of words that consist of two words without a separator, and their last four letters.
  private static let endings = list(
    "password passwords passwd passwort kennwort passphrase token tokens secret apikey secretkey privatekey sessionid sessid")
  private static let tails = endings.map { $0.utf8.suffix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) } }

  /// Parts of words, for languages without blanks between words or with inflected endings, by their first byte.
  private static let parts = Dictionary(grouping: list(foreign)) { $0.utf8.first ?? 0 }
  private static let foreign = """
    密码 密碼 口令 验证码 驗證碼 密钥 密鑰 令牌 身份证号 身份證號 パスワード 暗証番号 秘密鍵 認証コード トークン 비밀번호 암호 토큰 парол токен συνθηματικ снилс マイナンバー
    סיסמ passwort kennwort schlüsselwort
    """

  /// A key in lower case, with `_` before words that begin with a capital, and for marks.
  private static func folded(_ key: String) -> String {
    var (text, wasSmall, wasCapital) = (String.UnicodeScalarView(), false, false)
    let scalars = Array(key.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      // `PINÄnderung` has two words.
      let isBeforeSmall = place + 1 < scalars.count && scalars[place + 1].properties.isLowercase
      let isCapital = scalar.properties.isUppercase
      if isCapital, wasSmall || wasCapital && isBeforeSmall { text.append("_") }
      wasCapital = isCapital
      text.append(scalar.isASCII || scalar.properties.isAlphabetic ? scalar : "_")
      wasSmall = scalar.properties.isLowercase
    }
    return String(text).lowercased()
  }
}
