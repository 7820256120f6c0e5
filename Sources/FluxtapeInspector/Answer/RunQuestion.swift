import FluxtapeAnswers
import FluxtapeHistory

/// A question about a run, as it was asked.
package struct RunQuestion: Hashable, Sendable {
  let question: Question
  let run: FixedRun
  /// The row, or the one after which a state is meant; nil for the whole run.
  var row: Int?
  /// With its store.
  var path: StatePath?

  /// What the answer stays about when the cursor moves: `after #100`, or `of #100`.
  var step: String? { row.flatMap { run.rows[$0] }.map { (path == nil ? "of " : "after ") + StepWords.name(of: $0) } }

  func answer(isCancelled: () -> Bool) throws(HistoryError) -> Question.Found {
    try question.answer(Asked(run.history, log: "", row: row, paths: [path].compactMap(\.self))) { _, _ in !isCancelled() }
  }
}
