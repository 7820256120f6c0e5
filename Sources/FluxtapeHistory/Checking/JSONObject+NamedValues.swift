import FluxtapeJSON

// Headers and the fields of forms: `{"name":"password","value":"x"}`.

extension JSONObject {
  static let keysOfNamedValues = ["value", "values", "text"]

  /// Whether a member of this object tells that another one is a secret.
  func namesSecretBeside(_ keys: SecretKeyRules) -> Bool {
    guard (2...Self.mostMembers).contains(count), Self.keysOfNamedValues.contains(where: { self[$0] != nil }) else { return false }
    return ["name", "key", "field", "header", "keyPath", "inputType"].contains { key in
      guard let name = self[key]?.string, name.utf8.count <= Self.longestName else { return false }
      return [.secret, .text, .made].contains(keys.meaning(of: name))
    }
  }

  /// Members beyond which an object is something else than a named value.
  private static let mostMembers = 6

  /// Bytes of a text that may be a name. What is longer is prose.
  private static let longestName = 64
}
