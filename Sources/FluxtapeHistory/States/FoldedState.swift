import FluxtapeDocuments
import FluxtapeJSON

/// A store's state after some of its events.
enum FoldedState: Sendable {
  case absent
  case neverRecorded
  case nothingToPatch(row: UInt32)
  case patchFailed(JSONPatchError, row: UInt32)
  case value(JSONNode)
}

extension FoldedState {
  /// Applies an event with the patch and the state of its line. Events of empty patches and ends need neither.
  mutating func take(_ event: StoreTimeline.Event, patch: NodePatch?, state: JSONNode?) {
    if event.kind.contains(.ends) {
      self = .absent
    } else if let state {
      // Also beside a patch: the snapshot is the state that the recorder saw.
      self = .value(state)
    } else if event.kind.contains(.begins) {
      self = event.kind.contains(.omitted) ? .neverRecorded : .absent
    } else if let patch, !patch.isEmpty {
      apply(patch, row: event.row)
    } else if case .absent = self {
      self = .neverRecorded  // unchanged, or not recorded: there is a state, and the log has not told it
    }
  }

  /// Changes the document in place, if there is one.
  mutating func change(_ change: (inout JSONNode) -> Void) {
    guard case .value(var document) = self else { return }
    self = .absent
    change(&document)
    self = .value(document)
  }

  private mutating func apply(_ patch: NodePatch, row: UInt32) {
    switch self {
    case .value(var document):
      self = .absent  // the document is held once now, and changed where it lies
      do {
        try patch.applyInPlace(to: &document)
        self = .value(document)
      } catch {
        self = .patchFailed(error, row: row)
      }
    case .absent, .neverRecorded: self = .nothingToPatch(row: row)
    case .nothingToPatch, .patchFailed: break
    }
  }
}

extension FoldedState {
  /// Applies a patch, and calls `body` before and after each operation.
  ///
  /// - Returns: `false` without a state, and for a patch that copies, whose size is limited as a whole.
  mutating func take(_ patch: NodePatch, row: Int, aroundEach body: (NodePatch.Operation, JSONNode, _ isDone: Bool) -> Void) -> Bool {
    guard case .value(var document) = self else { return false }
    if let copy = patch.operations.first(where: { if case .copy = $0 { true } else { false } }) {
      body(copy, document, false)
      return false
    }
    self = .absent  // held once, as above
    for (place, operation) in patch.operations.enumerated() {
      body(operation, document, false)
      do {
        try NodePatch.apply(operation, to: &document)
      } catch {
        self = .patchFailed(JSONPatchError(error.reason, operationIndex: place, pointer: error.pointer), row: UInt32(row))
        return true
      }
      body(operation, document, true)
    }
    self = .value(document)
    return true
  }
}
