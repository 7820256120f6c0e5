/// A type of which equal bytes do not prove equality, so that its values are encoded each time.
package struct SlowType: Hashable, Sendable {
  package let name: String
  /// The reason, to be read after the name: `is a class`.
  package let reason: String
}

/// The result of writing a change.
package struct StatePatch: Hashable, Sendable {
  package let operationCount: Int

  package init(operationCount: Int) { self.operationCount = operationCount }

  /// Whether nothing changed, and `[]` was written.
  package var isEmpty: Bool { operationCount == 0 }
}

/// Values that are no longer needed. Releasing the last reference to a large state takes time and may run app code, so that happens outside
/// of locks.
package struct ReleasedStates: @unchecked Sendable {
  /// Usually there is one value; this avoids an array for it.
  private var first: AnyObject?
  private var others: [AnyObject] = []

  package init() {}

  package var count: Int { (first == nil ? 0 : 1) + others.count }

  package mutating func add(_ value: AnyObject) {
    if first == nil { first = value } else { others.append(value) }
  }
}
