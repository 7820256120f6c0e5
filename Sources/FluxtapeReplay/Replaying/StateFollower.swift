import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON

/// Encodes each change of a replayed state as the recorder would. Comparing changes is much cheaper than comparing whole states.
struct StateFollower {
  private let name: String
  private let delta = ImageComparison(rules: .plain)
  private var bytes: [UInt8] = []
  private var recorded: [UInt8] = []

  init(name: String) { self.name = name }

  /// Starts from a state.
  mutating func start<State>(from state: State) {
    delta.forget()
    advance(to: state)
  }

  mutating func advance<State>(to state: State) { _ = advance(to: state, expecting: nil) }

  /// Advances to a state. Returns whether the change has exactly the same JSON as `patch`.
  ///
  /// - Complexity: O(what changed).
  mutating func advance<State>(to state: State, expecting patch: JSONNode?) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    let written = delta.advance(to: state, named: name, appendingTo: &bytes)
    _ = delta.takeReleased()
    guard let written, let patch else { return false }
    guard !written.isEmpty, patch.count > 0 else { return written.isEmpty && patch.kind == .array && patch.count == 0 }
    recorded.removeAll(keepingCapacity: true)
    patch.write(into: &recorded)
    return bytes == recorded
  }

  /// Advances to a state. Returns the change; `nil` if a patch cannot express it.
  ///
  /// - Complexity: O(what changed).
  mutating func patch<State>(to state: State) throws -> JSONPatch? {
    bytes.removeAll(keepingCapacity: true)
    let written = delta.advance(to: state, named: name, appendingTo: &bytes)
    _ = delta.takeReleased()
    return written == nil ? nil : try JSONPatch(decoding: JSONValue(parsing: bytes))
  }

  /// Returns the whole current state.
  ///
  /// - Complexity: O(size of the state).
  mutating func whole() throws -> JSONNode {
    var whole: [UInt8] = []
    delta.appendWhole(to: &whole)
    _ = delta.takeReleased()
    return try JSONNode(parsing: whole)
  }
}
