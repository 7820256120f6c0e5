import FluxtapeJSON

/// A store's state as the events up to one of them make it.
enum FoldedState: Sendable {
  case absent
  case neverRecorded
  case nothingToPatch(row: UInt32)
  case patchFailed(JSONPatchError, row: UInt32)
  case value(JSONValue)
}

extension FoldedState {
  /// Takes one more event. `outcome` is what its line tells; a patch without operations and an end need none.
  mutating func take(_ event: StoreTimeline.Event, patch: JSONPatch?, state: JSONValue?) {
    if event.kind.contains(.ends) {
      self = .absent
    } else if let state {
      // Beside a patch too: the snapshot is what the recorder saw.
      self = .value(state)
    } else if event.kind.contains(.begins) {
      self = event.kind.contains(.omitted) ? .neverRecorded : .absent
    } else if let patch, !patch.isEmpty {
      apply(patch, row: event.row)
    } else if case .absent = self {
      self = .neverRecorded  // unchanged, or not recorded: there is a state, and the log has not told it
    }
  }

  private mutating func apply(_ patch: JSONPatch, row: UInt32) {
    switch self {
    case .value(var document):
      self = .absent  // the document is held once now, and changed where it lies
      do {
        try patch.apply(to: &document)
        self = .value(document)
      } catch {
        self = .patchFailed(error, row: row)
      }
    case .absent, .neverRecorded: self = .nothingToPatch(row: row)
    case .nothingToPatch, .patchFailed: break
    }
  }
}
