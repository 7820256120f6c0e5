package import FluxtapeJSON

extension JSONValue {
  /// Whether RFC 6902's `test` calls both equal: like `==`, but numbers by their value, so that `1.0` is `1`.
  package func isEquivalent(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left.isNumericallyEqual(to: right)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isEquivalent(to: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count && left.allSatisfy { member in right[member.key]?.isEquivalent(to: member.value) ?? false }
    default: self == other
    }
  }
}
