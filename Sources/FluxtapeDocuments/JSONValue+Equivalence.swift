package import FluxtapeJSON

extension JSONValue {
  /// Whether the `test` operation of RFC 6902 considers both equal: like `==`, but it compares numbers by value, so that `1.0` equals `1`.
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
