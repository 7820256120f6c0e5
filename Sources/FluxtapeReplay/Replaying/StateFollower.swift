import FluxtapeCoding
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeMemory

/// Follows the states of a replay, and tells each change as a recorder would: so that a change is compared with the log's, and not one whole
/// state with another.
struct StateFollower {
  private let name: String
  private let delta = EncodingRules.inMemory.stateComparison()
  private var bytes: [UInt8] = []
  private var recorded: [UInt8] = []

  init(name: String) { self.name = name }

  /// Forgets what was and begins with a state.
  mutating func start<State>(from state: State) {
    delta.forget()
    advance(to: state)
  }

  mutating func advance<State>(to state: State) { _ = advance(to: state, expecting: nil) }

  /// Goes on to a state. - Returns: whether the change is told in the very words of `patch`, a JSON Patch.
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

  /// Goes on to a state. - Returns: what changed; `nil` if that cannot be told as a patch.
  ///
  /// - Complexity: O(what changed).
  mutating func patch<State>(to state: State) throws -> JSONPatch? {
    bytes.removeAll(keepingCapacity: true)
    let written = delta.advance(to: state, named: name, appendingTo: &bytes)
    _ = delta.takeReleased()
    return written == nil ? nil : try JSONPatch(decoding: JSONValue(parsing: bytes))
  }

  /// The state that was advanced to, whole.
  ///
  /// - Complexity: O(size of the state).
  mutating func whole() throws -> JSONNode {
    var whole: [UInt8] = []
    delta.appendWhole(to: &whole)
    _ = delta.takeReleased()
    return try JSONNode(parsing: whole)
  }
}

extension EncodingRules {
  /// Everything as it is, compared in memory where that is possible.
  fileprivate static var inMemory: EncodingRules {
    var rules = EncodingRules.plain
    rules.memory = Memory()
    return rules
  }
}
