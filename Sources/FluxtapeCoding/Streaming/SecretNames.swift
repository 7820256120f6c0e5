package import FluxtapeJSON

/// What keys and names say about secrets under given rules. It remembers what it has judged, so it is used under a lock.
package struct SecretNames {
  private let rules: EncodingRules
  private var judged: [String: SensitiveKeyName.Meaning] = [:]

  /// Keys beyond this number are judged anew each time: the keys of a dictionary of data could be any number.
  private static let mostJudged = 10_000

  init(_ rules: EncodingRules) { self.rules = rules }

  mutating func meaning(of key: String) -> SensitiveKeyName.Meaning {
    guard rules.hidesSecrets, key.withBytes({ mayBeSecret($0) }) else { return .none }
    if let known = judged[key] { return known }
    let meaning = rules.meaning(of: key)
    if judged.count < Self.mostJudged { judged[key] = meaning }
    return meaning
  }

  /// Whether a text under `key` is a secret.
  package mutating func isSecret(_ key: String) -> Bool {
    switch meaning(of: key) {
    case .none, .about: false
    case .text, .made, .secret: true
    }
  }

  /// Whether a text is the name of a secret that stands beside it.
  mutating func isName(_ text: String) -> Bool { text.utf8.count <= Self.longestName && isSecret(text) }

  /// Bytes of a text that may be a name. What is longer is prose.
  static let longestName = 64

  /// Members or elements that may be about one another, whatever their keys are.
  package static let mostNeighbours = 3

  mutating func traits(of key: String) -> KeyTraits {
    KeyTraits(meaning(of: key)).union(key.withBytes(KeyTraits.init(ofNeighbour:)))
  }

  private func mayBeSecret(_ key: Span<UInt8>) -> Bool {
    !rules.keys.secret.isEmpty || rules.keys.hidesPersonalData || SensitiveKeyName.mayMatch(key)
  }
}

extension EncodingRules {
  /// What `key` says about secrets, by what the app says and by the general rules.
  package func meaning(of key: String) -> SensitiveKeyName.Meaning { keys.meaning(of: key) }

  var hasOwnKeys: Bool { !keys.areGeneral }
}
