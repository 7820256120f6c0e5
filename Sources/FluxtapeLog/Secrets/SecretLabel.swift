/// The meaning of a label beside or inside something with the name of a secret.
package enum SecretLabel {
  /// Whether the label leaves the meaning to the enclosing name: `_0` of an enum case, `value` of a wrapper.
  package static func saysNothing(_ label: String) -> Bool {
    isPositional(label) || ["value", "rawValue", "newValue", "text", "string"].contains(label)
  }

  /// Whether the label is the index of an unlabeled value: `_0`, `_1`.
  package static func isPositional(_ label: String) -> Bool {
    label.utf8.first == UInt8(ascii: "_") && label.utf8.count > 1
      && label.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether the label says that the value is not the secret, like `user` and `reason`. All of its words must say so.
  package static func isInnocent(_ label: String) -> Bool {
    let words = SensitiveKeyName.words(of: label)
    return !words.isEmpty && words.allSatisfy { SecretWords.all.has(.innocent, $0) }
  }

  /// Whether the name ends with a word for passwords: `newPassword`.
  package static func isPassword(_ name: String) -> Bool {
    SensitiveKeyName.words(of: name).last.map { SecretWords.all.has(.spokenName, $0) } ?? false
  }

  /// The maximum size of an object or array whose parts may depend on each other, whatever the keys.
  package static let mostNeighbors = 3

  /// The maximum length of a name in bytes. Longer texts are prose.
  package static let longestName = 64
}
