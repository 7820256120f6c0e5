public import FluxtapeDocuments
public import FluxtapeJSON

/// How a store stood at some point of a run, as far as the log tells.
public enum StoreState: Hashable, Sendable {
  /// The store has no state: it is not there yet, it has ended, or it only hands actions on.
  case absent
  /// The state, read where it lies in the log's bytes. States of one store share what is the same.
  case known(JSONNode, certainty: Certainty)
  /// The state cannot be rebuilt, and why.
  case unknown(Reason)

  /// How far the state is the one at the row asked for.
  public enum Certainty: Hashable, Sendable {
    /// The state at this very point.
    case exact
    /// The last recorded state. The action at the row may have changed it, and that is not recorded.
    case notRecordedSince(row: Int)
    /// At the row records are missing, unreadable or repeated, which may have changed the state. The store's next snapshot ends
    /// this.
    case uncertain(since: Int)
  }

  /// Why a state cannot be rebuilt.
  public enum Reason: Hashable, Sendable {
    /// The store acts, but no state of it was recorded up to here.
    case neverRecorded
    /// The log has a patch at the row, and no state that it would change.
    case nothingToPatch(row: Int)
    /// The patch at the row does not fit the state before it. The store's next snapshot ends this.
    case patchFailed(JSONPatchError, row: Int)
    /// The log asks for a reader that knows these.
    case needs([String])
  }
}

extension StoreState {
  /// The state, if it is known.
  public var node: JSONNode? { if case .known(let node, _) = self { node } else { nil } }

  /// The state as a value in memory, if it is known.
  ///
  /// - Complexity: O(its size). To look at parts of it, ask ``node``.
  public var value: JSONValue? { node?.value }
}
