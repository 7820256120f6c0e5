/// Keeps the last state of one store, and writes what changes from it to the next: the operations of RFC 6902, and `splice`.
///
/// What it writes always leads from the whole state as ``ValueWriter`` wrote it to the whole state as it writes it now, secrets left out of
/// both. ``TextComparison`` compares what is written; a ``MemoryRoom`` may compare the values themselves, and then looks only at what changed.
///
/// It is used under the lock of one store. Before and after code of the app runs it is touched, never meanwhile.
package protocol StateComparison: AnyObject, Sendable {
  /// Whether there is a state to go on from.
  var hasState: Bool { get }

  /// The type of the last state.
  var stateType: ObjectIdentifier? { get }

  /// Whether states are compared by what is written of them and nothing else, so that a patch cannot miss a change.
  var comparesTexts: Bool { get }

  /// Whether the last state itself is kept, and not what it encodes.
  var keepsState: Bool { get }

  /// Whether a state was ever cut off because the thread's stack was short. One that is written from another call may then differ without a change.
  var dependsOnStack: Bool { get }

  /// Appends the operations that lead from the previous state to `state`, as a JSON array; `state` is the previous one afterwards.
  ///
  /// - Parameter name: Stands for the key of the state as a whole: the name of its store.
  /// - Returns: `nil`, with nothing appended, if there is no previous state of this type and name, or none that a patch could start from, or
  ///   if `state` is too large to be kept: then ``hasState`` is `false`.
  func advance<State>(to state: State, named name: String, appendingTo bytes: inout [UInt8]) -> StatePatch?

  /// Whether `state` is certain to be the one last advanced to. `false` if the values alone do not prove it.
  ///
  /// Releases what ``releaseLatest()`` does.
  func isUnchanged<State>(_ state: State, named name: String) -> Bool

  /// Keeps the state last advanced to as the app has it until ``releaseLatest()``, if what is kept of it for comparison has other addresses.
  func keepLatest<State>(_ state: State)

  /// Sees to it that the app has its lists to itself, and changes them in place.
  func releaseLatest()

  /// Appends the whole of the state last advanced to, without asking the app for it again; `null` if there is none. `false`, with nothing
  /// appended, if it is too large.
  @discardableResult func appendWhole(to bytes: inout [UInt8]) -> Bool

  /// Appends a state as it is encoded now, whatever the previous one was.
  func append<State>(_ state: State, named name: String, to bytes: inout [UInt8])

  /// Appends a state as it is written from what would be kept of it, if it were the first.
  func appendKept<State>(_ state: State, named name: String, to bytes: inout [UInt8])

  /// Lets go of the previous state: the next one is written whole.
  func forget()

  /// Compares states from now on by what is written of them and nothing else, at the cost of writing each of them whole. For states that
  /// change in other ways than their bytes tell: their `encode(to:)` reads something besides the value, or a type lies about its
  /// ``ValueSemantic``.
  func distrust()

  /// Does the same for all states of the last one's type, in the whole process: a patch from one to the next turned out to be wrong.
  func distrustType()

  /// What was put aside since the last call. Large values are let go of outside of locks.
  func takeReleased() -> ReleasedStates

  /// Which `encode(to:)` have thrown since the last call, each type once.
  func takeFailures() -> [EncodingFailure]
}

/// What was written of a change.
package struct StatePatch: Hashable, Sendable {
  package let operationCount: Int

  package init(operationCount: Int) { self.operationCount = operationCount }

  /// Whether nothing changed: `[]` was written.
  package var isEmpty: Bool { operationCount == 0 }
}

/// Values that are no longer needed. To let go of the last reference to a large state takes time and may run code of the app, so it is left
/// to a place outside of locks.
package struct ReleasedStates: @unchecked Sendable {
  /// Mostly there is one, and no array is made for it.
  private var first: AnyObject?
  private var others: [AnyObject] = []

  package init() {}

  package var count: Int { (first == nil ? 0 : 1) + others.count }

  package mutating func add(_ value: AnyObject) {
    if first == nil { first = value } else { others.append(value) }
  }
}
