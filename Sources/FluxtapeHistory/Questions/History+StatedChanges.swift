import FluxtapeJSON

/// What a state without an action says, held against how its store stood before.
package enum StatedChange: Hashable, Sendable {
  /// The log does not tell how the store stood before.
  case first
  /// The store stood so before.
  case same
  /// The store stood otherwise before. Where that is not certain, as records are missing, what differs may be their doing.
  case changed(ChangeCounts, isCertain: Bool)
}

extension History {
  /// What the state without an action at `row` changed; `nil` for a row of another kind, or if the log tells no state there.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  /// - Complexity: O(patches since the store's nearest snapshot + size of what differs). A whole state needs no patches itself.
  package func statedChange(at row: Int) throws(HistoryError) -> StatedChange? {
    let facts = rows[row]
    guard facts.kind == .state, let store = facts.store.map({ stores[$0] }), let new = try state(of: store, after: row).node else {
      return nil
    }
    guard case .known(let old, let certainty) = try state(of: store, before: row) else { return .first }
    let counts = ChangeCounts(FluxtapeHistory.changes(from: old, to: new))
    return counts == ChangeCounts() ? .same : .changed(counts, isCertain: certainty == .exact)
  }
}

extension ChangeCounts {
  /// Of a comparison.
  fileprivate init(_ changes: [Change]) {
    self.init()
    for change in changes {
      switch change.kind {
      case .added: added += 1
      case .removed: removed += 1
      case .replaced: replaced += 1
      case .moved: moved += 1
      }
    }
  }
}
