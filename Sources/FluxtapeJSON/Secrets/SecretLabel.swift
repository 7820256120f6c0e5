/// What a label says beside, or within, something that has the name of a secret.
package enum SecretLabel {
  /// Whether it leaves it to the name around it what it holds: `_0` of an enum case, `value` of a wrapper.
  package static func saysNothing(_ label: String) -> Bool {
    isPositional(label) || ["value", "rawValue", "newValue", "text", "string"].contains(label)
  }

  /// Whether it counts what has no label: `_0`, `_1`.
  package static func isPositional(_ label: String) -> Bool {
    label.utf8.first == UInt8(ascii: "_") && label.utf8.count > 1
      && label.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether it says that it holds something else, as `user` and `reason` do. Each of its words must.
  package static func isInnocent(_ label: String) -> Bool {
    let words = SensitiveKeyName.words(of: label)
    return !words.isEmpty && words.allSatisfy { SecretWords.all.has(.innocent, $0) }
  }
}
