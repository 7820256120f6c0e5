import FluxtapeDocuments
import FluxtapeJSON

/// A document that patches change.
protocol FoldedDocument: Sendable {
  associatedtype Patch: Sendable
  static func isEmpty(_ patch: Patch) -> Bool
  /// Changes the document where it lies. What it is after an error is not said.
  mutating func fold(_ patch: Patch) throws(JSONPatchError)
}

extension JSONNode: FoldedDocument {
  static func isEmpty(_ patch: NodePatch) -> Bool { patch.isEmpty }
  mutating func fold(_ patch: NodePatch) throws(JSONPatchError) { try patch.applyInPlace(to: &self) }
}

extension JSONValue: FoldedDocument {
  static func isEmpty(_ patch: JSONPatch) -> Bool { patch.isEmpty }
  mutating func fold(_ patch: JSONPatch) throws(JSONPatchError) { try patch.apply(to: &self) }
}

/// A store's state as the events up to one of them make it.
enum FoldedState<Document: FoldedDocument>: Sendable {
  case absent
  case neverRecorded
  case nothingToPatch(row: UInt32)
  case patchFailed(JSONPatchError, row: UInt32)
  case value(Document)
}

extension FoldedState {
  /// Takes one more event. `outcome` is what its line tells; a patch without operations and an end need none.
  mutating func take(_ event: StoreTimeline.Event, patch: Document.Patch?, state: Document?) {
    if event.kind.contains(.ends) {
      self = .absent
    } else if let state {
      // Beside a patch too: the snapshot is what the recorder saw.
      self = .value(state)
    } else if event.kind.contains(.begins) {
      self = event.kind.contains(.omitted) ? .neverRecorded : .absent
    } else if let patch, !Document.isEmpty(patch) {
      apply(patch, row: event.row)
    } else if case .absent = self {
      self = .neverRecorded  // unchanged, or not recorded: there is a state, and the log has not told it
    }
  }

  private mutating func apply(_ patch: Document.Patch, row: UInt32) {
    switch self {
    case .value(var document):
      self = .absent  // the document is held once now, and changed where it lies
      do {
        try document.fold(patch)
        self = .value(document)
      } catch {
        self = .patchFailed(error, row: row)
      }
    case .absent, .neverRecorded: self = .nothingToPatch(row: row)
    case .nothingToPatch, .patchFailed: break
    }
  }
}
