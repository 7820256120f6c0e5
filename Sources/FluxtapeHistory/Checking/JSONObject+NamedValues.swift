import FluxtapeJSON
import FluxtapeLog
import FluxtapeSecrets

// Headers and the fields of forms: `{"name":"password","value":"x"}`.

extension JSONObject {
  static var keysOfNamedValues: [String] { SecretLabel.keysOfNamedValues }

  /// Whether a member of this object tells that another one is a secret.
  func namesSecretBeside(_ keys: SecretKeyRules) -> Bool {
    // The name of the type is no member of the app's value.
    let count = self.count - (self[TaggedValue.typeKey] == nil ? 0 : 1)
    guard (2...Self.mostMembers).contains(count), Self.keysOfNamedValues.contains(where: { self[$0] != nil }) else { return false }
    return contains { member in
      guard let kind = SecretLabel.NameOfNeighbor(member.key), let name = member.value.string, name.utf8.count <= SecretKeyRules.longestName
      else { return false }
      return kind.isSecret(name, keys, amongMembers: count)
    }
  }

  /// Members beyond which an object is something else than a named value.
  private static let mostMembers = 6
}
