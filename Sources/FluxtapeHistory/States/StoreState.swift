public import FluxtapeDocuments
public import FluxtapeJSON

/// The state of a store at a point of a run.
public enum StoreState: Hashable, Sendable {
  /// The store has no state: it has not begun, has ended, or only forwards actions.
  case absent
  /// The state, read in place from the log's bytes. States of one store share memory.
  case known(JSONNode, certainty: Certainty)
  /// The state cannot be rebuilt, and why.
  case unknown(Reason)

  /// How certain the state is.
  public enum Certainty: Hashable, Sendable {
    /// The state at this very point.
    case exact
    /// The last recorded state. The action at the row may have changed it, and that is not recorded.
    case notRecordedSince(row: Int)
    /// Records at the row are missing, unreadable or repeated, and may have changed the state. The store's next snapshot ends this.
    case uncertain(since: Int)
  }

  /// Why a state cannot be rebuilt.
  public enum Reason: Hashable, Sendable {
    /// The store acts, but no state of it was recorded up to here.
    case neverRecorded
    /// The log has a patch at the row, and no state before it.
    case nothingToPatch(row: Int)
    /// The patch at the row cannot be applied to the state before it. The store's next snapshot ends this.
    case patchFailed(JSONPatchError, row: Int)
    /// The log needs a reader with these features.
    case needs([String])
  }
}

extension StoreState {
  /// The state, if it is known.
  public var node: JSONNode? { if case .known(let node, _) = self { node } else { nil } }

  /// The state as a value in memory, if it is known.
  ///
  /// - Complexity: O(its size). For parts of it, use ``node``.
  public var value: JSONValue? { node?.value }
}
