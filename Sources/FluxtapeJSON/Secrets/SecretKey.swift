/// Which keys name secrets.
///
/// A key is taken apart into words, at capitals, digits and punctuation. It names a secret if one of its words does, or some words side by
/// side: `password`, `newPassword2`, `X-API-Key`, `access_token`, also without a mark between them: `userpassword`, `PASSWORDHASH`. Other parts
/// of words mean nothing: `pinned`, `tokenizer`, `passenger`.
public enum SecretKey {
  /// What a key says about the value under it.
  public enum Meaning: Hashable, Sendable {
    /// Nothing.
    case none
    /// A text there is a secret. Anything else is something that goes by the same name: a `session` with its members, a `pan` of a camera.
    case text
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

  /// Whether a text that stands under `key` is a secret, and not just something about one.
  public static func matches(_ key: String) -> Bool {
    switch meaning(of: key) {
    case .none, .about: false
    case .text, .secret: true
    }
  }

  package static func meaning(of words: [String]) -> Meaning {
    guard words.contains(where: isSecret) || holdsCompound(words) else { return lastNamesText(words) ? .text : .none }
    if let last = words.last, descriptions.contains(last) { return .none }
    return words.contains { attributes.contains($0) || isAttributeOfPassword($0) } ? .about : .secret
  }
}

// MARK: - Words that name secrets

extension SecretKey {
  static let secrets: Set<String> = Set(
    [
      "password", "passwords", "passwd", "pwd", "pw", "passphrase", "passcode", "pin", "otp", "otps", "totp", "secret", "secrets", "token",
      "tokens", "jwt", "bearer", "authorization", "cookie", "cookies", "credential", "credentials", "cvv", "cvc", "ssn", "sid", "csrf",
      "xsrf", "iban", "mnemonic",
    ] + compounds.map { String($0.filter { $0 != " " }) })

  /// Words that name a secret where they stand side by side.
  static let compounds: Set<String> = [
    "access key", "api key", "auth code", "auth key", "backup code", "backup codes", "card number", "card pan", "client key",
    "connection string", "credit card", "credit cards", "encryption key", "master key", "one time code", "pass code", "pass phrase",
    "pass word", "private key", "recovery code", "recovery codes", "recovery key", "recovery phrase", "secret key", "security answer",
    "security code", "seed phrase", "session id", "session key", "signing key", "ssh key", "verification code",
  ]

  /// Words that name a secret as the last of a key, if the value is a text.
  static let texts: Set<String> = ["auth", "oauth", "pan", "pass", "pins", "session", "signature"]

  /// What comes before `pass` where it is none that opens a door to data.
  private static let otherPasses: Set<String> = ["boarding", "by", "day", "first", "render", "season", "second", "ski"]

  /// Ends of words that are made of two without a mark between them: `userpassword`.
  private static let endings = [
    "password", "passwords", "passwd", "passphrase", "token", "tokens", "secret", "apikey", "secretkey", "privatekey",
  ]

  private static func isSecret(_ word: String) -> Bool {
    secrets.contains(word) || endings.contains { word.hasSuffix($0) } || (word.hasPrefix("password") && word != "passwordless")
  }

  private static func holdsCompound(_ words: [String]) -> Bool {
    guard words.count > 1 else { return false }
    return words.indices.dropLast().contains { start in
      let pair = words[start] + " " + words[start + 1]
      return compounds.contains(pair) || (start + 2 < words.count && compounds.contains(pair + " " + words[start + 2]))
    }
  }

  /// Whether what `name` ends with may be the name of a secret, as that of a type is: `AccessToken`, and not `TokenBucket`.
  package static func mayEndWithSecret(_ name: String) -> Bool {
    let words = words(of: name)
    guard let last = words.last else { return false }
    return isSecret(last)
      || (2...3).contains { count in words.count >= count && compounds.contains(words.suffix(count).joined(separator: " ")) }
  }

  private static func lastNamesText(_ words: [String]) -> Bool {
    guard let last = words.last, texts.contains(last) else { return false }
    return last != "pass" || words.count == 1 || !otherPasses.contains(words[words.count - 2])
  }
}

// MARK: - Words about secrets

extension SecretKey {
  /// As the last of a key they say that the value describes a secret, also if it is a text: `tokenType`, `passwordStrength`.
  private static let descriptions: Set<String> = ["kind", "policy", "rule", "rules", "strength", "type"]

  /// Words that say that a number or a date tells what is known about a secret without giving it away.
  private static let attributes: Set<String> = [
    "age", "at", "attempts", "count", "counts", "date", "error", "errors", "expiration", "expires", "expiry", "kind", "length", "lifetime",
    "limit", "max", "maximum", "min", "minimum", "policy", "rule", "rules", "size", "status", "strength", "total", "ttl", "type",
    "usage", "used",
  ]

  /// `passwordlength` in one word.
  private static func isAttributeOfPassword(_ word: String) -> Bool {
    word.hasPrefix("password") && attributes.contains(String(word.dropFirst("password".count)))
  }
}
