/// Which keys name secrets.
///
/// A key is taken apart into words, at capitals, digits and punctuation. It names a secret if one of its words does, or two words side by side:
/// `password`, `newPassword2`, `X-API-Key`, `access_token`. It does not if another word says that it holds something *about* the
/// secret: `tokenCount`, `maxTokens`, `passwordStrength`. Parts of words mean nothing: `pinned`, `tokenizer`.
public enum SecretKey {
  /// Whether what stands under `key` is to be kept secret.
  public static func matches(_ key: String) -> Bool {
    key.withBytes { mayMatch($0) } && matches(words(of: key))
  }

  package static func matches(_ words: [String]) -> Bool {
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

    init(ascii byte: UInt8) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .small
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
      default: self = .mark
      }
    }

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "a"..."z": self = .small
      case "A"..."Z": self = .capital
      default: self = !scalar.isASCII && scalar.properties.isAlphabetic ? (scalar.properties.isUppercase ? .capital : .small) : .mark
      }
    }
  }
}

// MARK: - The usual answer

extension SecretKey {
  /// Whether it takes a closer look to answer ``matches(_:)``. Most keys hold no word that any secret's name has, and there are tables with
  /// as many keys as values: so the words are hashed where they stand, and few of them fall through the sieve by chance.
  package static func mayMatch(_ key: Span<UInt8>) -> Bool {
    let sieve = sieve
    var (word, previous) = (WordHash(), CharacterKind.mark)
    for place in key.indices {
      guard key[place] < 0x80 else { return true }
      let kind = CharacterKind(ascii: key[place])
      let next = place + 1 < key.count ? CharacterKind(ascii: key[place + 1]) : .mark
      if kind == .mark || (kind == .capital && (previous != .capital || next == .small)) {
        if sieve.contains(word) { return true }
        word = WordHash()
      }
      if kind != .mark { word.add(key[place]) }
      previous = kind
    }
    return sieve.contains(word)
  }

  private static let sieve = Sieve(Array(secrets) + pairs.compactMap { $0.split(separator: " ").first.map(String.init) })

  private struct WordHash {
    private(set) var bits: UInt32 = 0

    mutating func add(_ letter: UInt8) { bits = bits &* 33 &+ UInt32(letter | 0x20) }
  }

  private struct Sieve {
    private var holes: [UInt64] = Array(repeating: 0, count: 32)

    init(_ words: [String]) {
      for word in words {
        var hash = WordHash()
        for letter in word.utf8 { hash.add(letter) }
        holes[Self.place(of: hash)] |= Self.bit(of: hash)
      }
    }

    func contains(_ word: WordHash) -> Bool { holes[Self.place(of: word)] & Self.bit(of: word) != 0 }

    private static func place(of word: WordHash) -> Int { Int(word.bits >> 6 & 31) }
    private static func bit(of word: WordHash) -> UInt64 { 1 << UInt64(word.bits & 63) }
  }
}
