package import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogReading

/// What a row shows of its store's state, held against how the store stood before.
///
/// A patch is the row's own doing. What a whole state differs in besides, where the state before was not certain, is not: it came about at some
/// row since. ``StateStanding`` draws that line, for this and for every other answer.
package struct RowChange: Sendable {
  /// A difference, and whose doing it is.
  package struct Part: Sendable {
    package let old: JSONNode
    package let new: JSONNode
    package let origin: ValueOrigin

    /// The changes, as ``FluxtapeHistory/changes(from:to:identityKeys:)`` finds them.
    package var changes: [Change] { FluxtapeHistory.changes(from: old, to: new) }
  }

  package let before: StoreState
  package let after: StoreState
  /// What the row itself changed; `nil` where the log does not tell that, or no state to change.
  package let own: Part?
  /// What the state after it differs in besides, where that is not the row's doing alone.
  package let found: Part?
}

extension History {
  /// What the row changed in its store; `nil` for a row without a store.
  ///
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  /// - Complexity: O(patches since the store's nearest snapshot). Differences are found when they are asked for.
  package func change(at row: Int) throws(HistoryError) -> RowChange? {
    let index = index
    guard let number = index.store(of: row) else { return nil }
    let before = try state(of: stores[number], before: row)
    let after = try state(of: stores[number], after: row)
    guard let old = before.node, let new = after.node, !rows[row].isChangeUnknown else {
      return RowChange(before: before, after: after, own: nil, found: nil)
    }
    let timeline = index.timelines[number]
    let event = timeline.lastEvent(upTo: index.outcomePlace(of: row), including: true)
    guard let event, Int(timeline.events[event].row) == row else {
      return RowChange(before: before, after: after, own: .init(old: old, new: new, origin: .action(row: row)), found: nil)
    }
    let origins = timeline.standing(of: number, before: event).origins(of: timeline.events[event], in: index)
    guard rows[row].hasState, case .between = origins.state else {
      return RowChange(before: before, after: after, own: .init(old: old, new: new, origin: origins.patch), found: nil)
    }
    guard let result = try patch(at: row).flatMap({ try? old.applying($0) }) else {
      return RowChange(before: before, after: after, own: nil, found: .init(old: old, new: new, origin: origins.state))
    }
    return RowChange(
      before: before, after: after, own: .init(old: old, new: result, origin: origins.patch),
      found: result == new ? nil : .init(old: result, new: new, origin: origins.state))
  }

  private func patch(at row: Int) throws(HistoryError) -> JSONPatch? {
    switch try record(at: row) {
    case .state(let state)?: state.outcome.patch
    default: try action(at: row)?.outcome.patch
    }
  }
}

// MARK: - States without an action

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
  /// - Complexity: as ``change(at:)``, and O(size of what differs).
  package func statedChange(at row: Int) throws(HistoryError) -> StatedChange? {
    guard rows[row].kind == .state, let change = try change(at: row), let new = change.after.node else { return nil }
    guard let old = change.before.node else { return .first }
    let counts = ChangeCounts(FluxtapeHistory.changes(from: old, to: new))
    return counts == ChangeCounts() ? .same : .changed(counts, isCertain: change.found == nil)
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
