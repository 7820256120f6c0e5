import FluxtapeLog
import FluxtapeLogReading

/// What looks wrong in the order of rows and their causes, without their contents. Times and memory are those of one pass over the index;
/// lines are read only where it has found something.
struct RowSuspicions {
  private let index: RunIndex
  private let requests: RequestSearch
  private var screens: LeakedStores
  private var answers: LateAnswers
  private var dispatches: UnhandledActions
  private var values: Glitches

  init(_ history: History) {
    index = history.index
    requests = RequestSearch(index)
    screens = LeakedStores(history)
    answers = LateAnswers(history)
    dispatches = UnhandledActions(history)
    values = Glitches(history)
  }

  /// - Parameter report: As of ``History/check(_:report:)``.
  mutating func findings(_ report: (Int) -> Bool) throws(HistoryError) -> [Finding] {
    // What became of a store, or who handled an action, may stand in what is missing.
    var isWhole = true
    for row in index.rows.indices {
      switch index.rows[row].kind {
      case .gap, .jump, .badLine: isWhole = false
      case .action where !index.rows[row].flags.contains(.isDuplicate):
        let cause = requests.cause(of: row)
        screens.take(row, cause)
        answers.take(row)
        dispatches.take(row, cause)
        try values.take(row, cause)
      default: break
      }
      if row % History.rowsPerCheckReport == 0, !report(row) || Task.isCancelled { return [] }
    }
    return try (isWhole ? screens.findings + dispatches.findings : []) + answers.findings() + values.findings()
  }
}
