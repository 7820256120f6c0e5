package import FluxtapeJSON

/// What keys and names say about secrets under given rules. It remembers what it has judged, so it is used under a lock.
struct SecretNames {
  private let rules: EncodingRules
  private var judged: [String: SecretKey.Meaning] = [:]

  /// Keys beyond this number are judged anew each time: the keys of a dictionary of data could be any number.
  private static let mostJudged = 10_000

  init(_ rules: EncodingRules) { self.rules = rules }

  mutating func meaning(of key: String) -> SecretKey.Meaning {
    guard rules.hidesSecrets, key.withBytes({ mayBeSecret($0) }) else { return .none }
    if let known = judged[key] { return known }
    let meaning = rules.meaning(of: key)
    if judged.count < Self.mostJudged { judged[key] = meaning }
    return meaning
  }

  /// Whether a text under `key` is a secret.
  mutating func isSecret(_ key: String) -> Bool {
    switch meaning(of: key) {
    case .none, .about: false
    case .text, .secret: true
    }
  }

  /// Whether a text is the name of a secret that stands beside it.
  mutating func isName(_ text: String) -> Bool { text.utf8.count <= Self.longestName && isSecret(text) }

  /// Bytes of a text that may be a name. What is longer is prose.
  static let longestName = 64

  /// Members or elements that may be about one another, whatever their keys are.
  static let mostNeighbours = 3

  mutating func traits(of key: String) -> KeyTraits {
    KeyTraits(meaning(of: key)).union(key.withBytes(KeyTraits.init(ofNeighbour:)))
  }

  private func mayBeSecret(_ key: Span<UInt8>) -> Bool { !rules.secretKeys.isEmpty || SecretKey.mayMatch(key) }
}

// MARK: - Labels

extension SecretNames {
  /// Labels that leave it to the name around them what they hold: `_0` of an enum case, `value` of a wrapper.
  static func saysNothing(_ key: String) -> Bool {
    isPositional(key) || ["value", "rawValue", "newValue", "text", "string"].contains(key)
  }

  static func isPositional(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "_") && key.utf8.count > 1
      && key.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether a label beside a secret says that it holds something else, as `user` and `reason` do. Each of its words must.
  static func isInnocent(_ label: String) -> Bool {
    let words = SecretKey.words(of: label)
    return !words.isEmpty && words.allSatisfy { innocentWords.contains($0) }
  }

  private static let innocentWords: Set<String> = [
    "account", "at", "attempt", "attempts", "count", "date", "duration", "email", "error", "errors", "expires", "expiry", "field", "for",
    "host", "id", "ids", "index", "is", "kind", "length", "line", "method", "name", "page", "permission", "permissions", "provider",
    "reason", "retries", "role", "roles", "scope", "scopes", "screen", "service", "source", "status", "step", "store", "strength", "time",
    "timeout", "tries", "type", "user", "users", "username", "uuid", "version", "via",
  ]
}

extension EncodingRules {
  /// Whether a label leaves it to the name around it what it holds: `_0`, `value`, `text`.
  package static func saysNothing(_ key: String) -> Bool { SecretNames.saysNothing(key) }

  /// Whether a label beside a secret says that it holds something else: `user`, `reason`.
  package static func isInnocent(_ label: String) -> Bool { SecretNames.isInnocent(label) }

  var hasOwnKeys: Bool { !secretKeys.isEmpty || !openKeys.isEmpty }

  /// What `key` says about secrets, by what the app says and by the general rules.
  package func meaning(of key: String) -> SecretKey.Meaning {
    guard hasOwnKeys else { return SecretKey.meaning(of: key) }
    let lowercased = key.lowercased()
    if openKeys.contains(lowercased) { return .none }
    return secretKeys.contains(lowercased) ? .secret : SecretKey.meaning(of: key)
  }
}
