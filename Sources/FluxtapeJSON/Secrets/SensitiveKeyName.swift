/// Which keys name secrets.
///
/// A key is taken apart into words, at capitals, digits and punctuation. It names a secret if one of its words does, or some words side by
/// side: `password`, `newPassword2`, `X-API-Key`, `access_token`, also without a mark between them: `userpassword`, `PASSWORDHASH`. Other parts
/// of words mean nothing: `pinned`, `tokenizer`, `passenger`. The words themselves are in `SecretWords.swift`.
public enum SensitiveKeyName {
  /// What a key says about the value under it.
  public enum Meaning: Hashable, Sendable {
    /// Nothing.
    case none
    /// A text there is a secret. Anything else is something that goes by the same name: the result of a test, `pass`.
    case text
    /// A text there is a secret if it looks like one: it has digits or signs among its letters, or is a number. Others are words: the state of
    /// an `authorization`, the purpose of a `session`.
    case made
    /// The value is something *about* a secret: `tokenCount`, `passwordAttempts`. Numbers and dates tell that; what is a text may be the
    /// secret itself.
    case about
    /// Whatever is there is a secret.
    case secret
  }

  /// What `key` says about its value.
  public static func meaning(of key: String) -> Meaning {
    key.withBytes { mayMatch($0) } ? meaning(of: words(of: key)) : .none
  }

  /// Whether a text that stands under `key` is, or may be, a secret, and not just something about one.
  public static func matches(_ key: String) -> Bool {
    switch meaning(of: key) {
    case .none, .about: false
    case .text, .made, .secret: true
    }
  }

  package static func meaning(of words: [String]) -> Meaning {
    guard let last = words.last else { return .none }
    let named = named(by: words, last)
    guard named != .none, !table.has(.description, last), !holds(.otherThing, words) else { return .none }
    return named == .secret && words.contains { table.has(.attribute, $0) || isAttributeOfPassword($0) } ? .about : named
  }

  /// Whether `words` name something about a person that ``SecretKeyRules/hidesPersonalData`` hides.
  static func isPersonal(_ words: [String]) -> Bool {
    guard let last = words.last, !words.contains(where: { table.has(.attribute, $0) }) else { return false }
    return table.has(.personal, last) || holds(.personalCompound, words)
  }

  private static let table = SecretWords.all
}

// MARK: - Words side by side

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

  /// Ends of words that are made of two without a mark between them: `userpassword`.
  static let endings = words(
    "password passwords passwd passwort kennwort passphrase token tokens secret apikey secretkey privatekey sessionid sessid")

  /// Words of languages that put no blank between words, or bend their ends: parts of words.
  static let unspacedWords = words(
    """
    密码 密碼 口令 验证码 驗證碼 密钥 密鑰 令牌 身份证号 身份證號 パスワード 暗証番号 秘密鍵 認証コード トークン 비밀번호 암호 토큰 парол токен συνθηματικ снилс マイナンバー
    סיסמ passwort kennwort schlüsselwort
    """)

  private static func words(_ text: String) -> [String] {
    text.utf8.split { $0 <= 0x20 }.map { String(Substring($0)) }
  }

  /// Whether two or three words that stand side by side are a phrase with the role.
  private static func holds(_ role: SecretWords.Role, _ words: [String]) -> Bool {
    words.indices.contains { start in
      (start + 2...start + 3).contains { end in end <= words.count && table.has(role, words[start..<end]) }
    }
  }

  /// Whether two words that stand side by side in a sentence name a secret together: `API key`.
  static func isPair(_ text: String) -> Bool {
    let words = words(of: text)
    return words.count < 4 && holds(.compound, words)
  }

  /// Whether what `name` ends with may be the name of a secret, as that of a type is: `AccessToken`, and not `TokenBucket`.
  package static func mayEndWithSecret(_ name: String) -> Bool {
    let words = words(of: name)
    guard let last = words.last else { return false }
    return isSecret(last) || (2...3).contains { count in words.count >= count && table.has(.compound, words.suffix(count)) }
  }

  /// `passwordlength` in one word.
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
    /// What stands between words: punctuation, and digits, since `password2` holds a password.
    case mark

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "a"..."z": self = .small
      case "A"..."Z": self = .capital
      default: self = !scalar.isASCII && scalar.properties.isAlphabetic ? (scalar.properties.isUppercase ? .capital : .small) : .mark
      }
    }
  }
}
