import FluxtapeHistory
import FluxtapeLog

/// What is said where a state is not known, or not for sure.
enum StateWords {
  static func unknown(_ reason: StoreState.Reason, in history: History) -> String {
    switch reason {
    case .neverRecorded: "No state of this store was ever recorded."
    case .nothingToPatch(let row): "Not known: \(name(row, in: history)) has a patch, and no state stands before it."
    case .patchFailed(let error, let row): "Not known: the patch of \(name(row, in: history)) does not fit the state before it: \(error)."
    case .needs(let needs): "Not known: the log needs a reader that knows \(needs.joined(separator: ", "))."
    }
  }

  /// Nil where the state is exact.
  static func uncertain(_ certainty: StoreState.Certainty, in history: History) -> String? {
    switch certainty {
    case .exact: nil
    case .notRecordedSince(let row): "As it was before \(name(row, in: history)), which recorded no state."
    case .uncertain(let row): "Uncertain: at \(name(row, in: history)) the log is not whole."
    }
  }

  private static func name(_ row: Int, in history: History) -> String {
    guard history.rows.indices.contains(row) else { return "a step" }
    let row = history.rows[row]
    return row.step.map { "#" + QuantityText.grouped($0.rawValue) } ?? "line \(row.lineNumber.map(QuantityText.grouped) ?? "?")"
  }
}
