import FluxtapeLog

/// Judges keys and names by the rules for secrets. It caches its judgments, so it is used under a lock.
struct SecretNames {
  private let rules: EncodingRules
  private var judged: [[UInt8]: SensitiveKeyName.Meaning] = [:]

  /// Keys beyond this number are not cached: a dictionary of data may have any number of keys.
  private static let mostJudged = 10_000

  init(_ rules: EncodingRules) { self.rules = rules }

  mutating func meaning(of key: String) -> SensitiveKeyName.Meaning {
    guard rules.hidesSecrets, rules.hasOwnKeys || key.withUTF8Span({ SensitiveKeyName.mayMatch($0) }) else { return .none }
    let exactly = Array(key.utf8)
    if let known = judged[exactly] { return known }
    let meaning = rules.meaning(of: key)
    if judged.count < Self.mostJudged { judged[exactly] = meaning }
    return meaning
  }

  /// Whether a text under `key` is a secret.
  mutating func isSecret(_ key: String) -> Bool {
    switch meaning(of: key) {
    case .none, .about: false
    case .text, .made, .secret: true
    }
  }

  /// Whether a text names a secret in its neighbors.
  ///
  /// - Parameter traits: Those of the text's key.
  mutating func isName(_ text: String, _ traits: KeyTraits = []) -> Bool {
    // A text with more digits is an identifier: the last group of a UUID may read `…89FA17`, and `fa` is a word.
    guard text.utf8.count <= SecretLabel.longestName, text.utf8.count(where: TextByte.isDigit) <= Self.mostDigits, isSecret(text)
    else { return false }
    return !traits.contains(.kindOfNeighbor) || SecretLabel.isPassword(text)
  }

  /// The maximum size of an object or array whose parts may depend on each other, whatever the keys.
  static let mostNeighbors = SecretLabel.mostNeighbors

  private static let mostDigits = 4
}

extension EncodingRules {
  /// The meaning of `key` by the app's rules and the general ones.
  func meaning(of key: String) -> SensitiveKeyName.Meaning { keys.meaning(of: key) }

  var hasOwnKeys: Bool { !keys.areGeneral }
}
