/// Which keys name secrets.
///
/// A key is taken apart into words, at capitals, digits and punctuation. It names a secret if one of its words does, or two words side by side:
/// `password`, `newPassword2`, `X-API-Key`, `access_token`. It does not if another word says that it holds something *about* the
/// secret: `tokenCount`, `maxTokens`, `passwordStrength`. Parts of words mean nothing: `pinned`, `tokenizer`.
public enum SecretKey {
  /// Whether what stands under `key` is to be kept secret.
  public static func matches(_ key: String) -> Bool {
    let words = words(of: key)
    let isNamed = words.contains { secrets.contains($0) } || zip(words, words.dropFirst()).contains { pairs.contains($0 + " " + $1) }
    return isNamed && !words.contains { attributes.contains($0) }
  }

  private static let secrets: Set<String> = [
    "password", "passwords", "passwd", "pwd", "passphrase", "passcode", "pin", "otp", "secret", "secrets", "token", "tokens", "jwt",
    "bearer", "authorization", "cookie", "cookies", "credential", "credentials", "cvv", "cvc", "ssn",
    // Without a capital or a mark between their words, as in HTTP headers and forms.
    "accesskey", "accesstoken", "apikey", "authtoken", "cardnumber", "clientsecret", "idtoken", "privatekey", "refreshtoken",
    "secretkey", "sessiontoken",
  ]

  private static let pairs: Set<String> = [
    "access key", "api key", "auth code", "card number", "encryption key", "pass code", "pass phrase", "pass word", "private key",
    "secret key", "security code", "session key", "signing key",
  ]

  /// Words that name what is known about a secret without giving it away.
  private static let attributes: Set<String> = [
    "age", "attempts", "count", "counts", "date", "error", "errors", "expiration", "expires", "expiry", "kind", "length", "lifetime",
    "limit", "max", "maximum", "min", "minimum", "policy", "rule", "rules", "size", "status", "strength", "total", "ttl", "type",
    "usage", "used",
  ]
}

// MARK: - Words

extension SecretKey {
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
