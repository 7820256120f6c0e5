import FluxtapeLog
import FluxtapeLogReading

/// A property of a step that `is:` tests.
package enum RowTrait: String, Hashable, Sendable, CaseIterable {
  case action, bad, changed, deinitialized = "deinit", duplicate, effect, end, error, gap, inflight, initial = "init", live, lost, mark
  case omitted, pending, snapshot, state, torn, unchanged, unknown, unreduced
}

extension RowTrait {
  func holds(for row: HistoryRow) -> Bool {
    switch self {
    case .action: row.kind == .action
    case .bad: row.kind == .badLine
    case .changed: (row.hasPatch || row.hasState) && !row.isUnchanged
    case .deinitialized: row.kind == .action && row.type == ActionRecord.storeEnded
    case .duplicate: row.isDuplicate
    case .effect: row.hasEffect
    case .end: row.kind == .end
    case .error: row.hasError || (row.kind == .mark && row.level == "error")
    case .gap: row.kind == .gap || row.kind == .jump
    case .inflight: row.isInFlight
    case .initial: row.kind == .action && row.type == ActionRecord.storeBegan
    case .live: row.isByInspector || row.liveCommand != nil
    case .lost: row.isOutcomeLost
    case .mark: row.kind == .mark
    case .omitted: row.isOmitted
    case .pending: row.isPending
    case .snapshot: row.hasState
    case .state: row.kind == .state
    case .torn: row.isTorn
    case .unchanged: row.isUnchanged
    case .unknown: row.kind == .unknown
    case .unreduced: row.isUnreduced
    }
  }
}
