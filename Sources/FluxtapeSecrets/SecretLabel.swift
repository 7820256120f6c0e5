package import FluxtapeLog

/// The keys of members that name each other.
package enum SecretLabel {
  /// The keys of a value whose name is another member: `{"name":"password","value":"x"}`.
  package static let keysOfNamedValues = ["value", "values", "text"]

  static func isNamedValue(_ key: String) -> Bool { keysOfNamedValues.contains(key.lowercased()) }

  /// The meaning of a key whose value may name its neighbor.
  package enum NameOfNeighbor {
    case name
    /// Only in values of two or three members.
    case nameOfFew
    /// `{"type":"password","value":"x"}`. Other kinds are those of parsers and maps: `token`, `pin`.
    case kind

    package init?(_ key: String) {
      switch key.lowercased() {
      case "name", "key", "field", "header", "keypath", "inputtype": self = .name
      case "id", "identifier", "label", "parameter", "forkey": self = .nameOfFew
      case "type", "kind": self = .kind
      default: return nil
      }
    }

    /// Whether the neighbor of a member with this value is a secret, in a value of `count` members.
    package func isSecret(_ name: String, _ keys: SecretKeyRules, amongMembers count: Int) -> Bool {
      switch self {
      case .name: [.secret, .text, .made].contains(keys.meaning(of: name))
      case .nameOfFew: count <= 3 && [.secret, .text, .made].contains(keys.meaning(of: name))
      case .kind: KeyWords(name).end(with: .password)
      }
    }
  }
}
