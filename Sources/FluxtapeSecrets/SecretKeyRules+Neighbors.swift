import FluxtapeJSON
package import FluxtapeLog

extension SecretKeyRules {
  /// The keys of a value whose name is another member: `{"name":"password","value":"x"}`.
  package static let keysOfNamedValues = ["value", "values", "text"]

  static func isNamedValue(_ key: String) -> Bool { keysOfNamedValues.contains(key.lowercased()) }

  /// Whether a text names a secret in a neighbor, in a value of `count` members.
  ///
  /// - Parameter key: The key of the text.
  package func isNameOfNeighbor(_ text: String, under key: String, amongMembers count: Int) -> Bool {
    guard text.utf8.count <= SensitiveKeyName.longestName else { return false }
    let key = SensitiveKeyName(key)
    // `{"type":"password","value":"x"}`. Other kinds are those of parsers and maps: `token`, `pin`.
    if key.isWholly(.kindOfNeighbor) { return SensitiveKeyName(text).isOfPassword }
    let isName = key.isWholly(.nameOfNeighbor) || key.isWholly(.nameOfFew) && count <= SensitiveKeyName.mostNeighbors
    return isName && meaning(of: text).isOfSecret
  }
}
