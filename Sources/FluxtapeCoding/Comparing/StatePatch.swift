/// Keeps the last state of one store, and writes the changes to the next one: the operations of RFC 6902, and `splice`.
///
/// Applied to the previous whole state, the changes always give the next whole state; secrets are redacted in both. ``ImageComparison`` is the one that recorders use.
///
/// It is used under the lock of one store, and never while app code runs.
package protocol StateComparison: AnyObject, Sendable {
  /// Whether there is a previous state.
  var hasState: Bool { get }

  /// The type of the last state.
  var stateType: ObjectIdentifier? { get }

  /// Whether states are compared only by their encoded texts, so that a patch cannot miss a change.
  var comparesTexts: Bool { get }

  /// Whether the last state itself is kept, not its encoding.
  var keepsState: Bool { get }

  /// The types whose values are compared the slow way, in the order in which that became known, from an index on.
  func slowTypes(from place: Int) -> [SlowType]

  /// Whether any state was ever cut off because the thread's stack was nearly full. Encoded at another stack depth, the same state may then
  /// look different.
  var dependsOnStack: Bool { get }

  /// Appends the operations that lead from the previous state to `state`, as a JSON array; afterwards `state` is the previous one.
  ///
  /// - Parameter name: The key for the state as a whole: the name of its store.
  /// - Returns: `nil`, with nothing appended, if there is no previous state of this type and name, or none from which a patch can start, or
  ///   if `state` is too large to keep: then ``hasState`` is `false`.
  func advance<State>(to state: State, named name: String, appendingTo bytes: inout [UInt8]) -> StatePatch?

  /// Whether `state` certainly equals the previous state. `false` if the values alone do not prove it.
  func isUnchanged<State>(_ state: State, named name: String) -> Bool

  /// Appends the last state as a whole, without asking the app again; `null` if there is none. Returns `false`, with nothing appended, if
  /// it is too large.
  @discardableResult func appendWhole(to bytes: inout [UInt8]) -> Bool

  /// Appends a fresh encoding of a state, regardless of the previous one.
  func append<State>(_ state: State, named name: String, to bytes: inout [UInt8])

  /// Drops the previous state, so that the next one is written whole.
  func forget()

  /// From now on compares states only by their encoded texts, which costs a full encoding of each state. For states whose changes do not
  /// show in their bytes: their `encode(to:)` reads something besides the value, or a type has a wrong ``ValueSemantic`` conformance.
  func distrust()

  /// Does the same for all states of the last one's type in the whole process, after a patch between such states was wrong.
  func distrustType()

  /// Returns the values set aside since the last call. Large values have to be released outside of locks.
  func takeReleased() -> ReleasedStates

  /// Returns the types whose `encode(to:)` has thrown since the last call, each type once.
  func takeFailures() -> [EncodingFailure]
}

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
