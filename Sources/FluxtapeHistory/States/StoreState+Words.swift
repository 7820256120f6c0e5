// What is told to a person where a state is not known, or not for sure.

extension StoreState {
  /// Why the state is not known, as a clause; `nil` where it is.
  public func whyUnknown(in history: History) -> String? {
    switch self {
    case .known: nil
    case .absent: "the store has not begun there, or has ended (@@DEINIT)"
    case .unknown(let reason): reason.words(in: history)
    }
  }
}

extension StoreState.Reason {
  /// The reason as a clause.
  public func words(in history: History) -> String {
    switch self {
    case .neverRecorded: "no state of the store is recorded up to there"
    case .nothingToPatch(let row): "the log has a patch at \(history.name(ofRow: row)) and no state before it"
    case .patchFailed(let error, let row): "the patch at \(history.name(ofRow: row)) does not fit the state before it: \(error)"
    case .needs(let needs): "the log needs a reader that supports \(needs.joined(separator: ", "))"
    }
  }
}

extension StoreState.Certainty {
  /// What speaks against the state, as a clause; `nil` where nothing does.
  public func doubt(in history: History) -> String? {
    switch self {
    case .exact: nil
    case .notRecordedSince(let row): "as it was before \(history.name(ofRow: row)), which recorded no state"
    case .uncertain(let row): "not certain: \(history.doubt(since: row))"
    }
  }
}

extension History {
  /// Why states are not certain from a row on, as a clause.
  package func doubt(since row: Int) -> String {
    let facts = rows[row]
    if facts.isInFlight { return "\(name(ofRow: row)) is in flight" }
    if facts.isOutcomeLost { return "the outcome of \(name(ofRow: row)) is lost" }
    if facts.isOmitted { return "no state is recorded at \(name(ofRow: row))" }
    if facts.hasPatch, !facts.isDuplicate, !facts.isTorn { return "the patch at \(name(ofRow: row)) does not fit" }
    return "the log is not whole at \(name(ofRow: row))"
  }

  /// Why a query is not decided at some rows, as a clause.
  package func words(for rows: UndecidedRows) -> String {
    let many = rows.count == 1 ? "not known at 1 row" : "not known at \(rows.count) rows, the first here"
    return many + (rows.doubt.map { ", as \(doubt(since: $0))" } ?? "")
  }

  /// Where a change came about that several rows may have made, as a clause.
  package func words(for origin: ValueOrigin) -> String? {
    guard case .between(let first, let last) = origin else { return nil }
    return "between \(name(ofRow: first)) and \(name(ofRow: last)), as not every state is recorded"
  }

  /// `step 214`, or the line where the row has no step.
  package func name(ofRow index: Int) -> String {
    guard rows.indices.contains(index) else { return "a step" }
    let row = rows[index]
    return row.step.map { "step \($0)" } ?? row.missing.map { "the missing step \($0.lowerBound)" } ?? "line \(row.lineNumber ?? 0)"
  }
}
