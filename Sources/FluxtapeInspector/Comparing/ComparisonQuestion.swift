import FluxtapeHistory

/// The shown run, and another one to compare it with.
package struct ComparisonQuestion: Hashable, Sendable {
  /// The index of the shown run.
  var shownNumber: Int
  var shown: FixedRun
  /// The index of the other run.
  var otherNumber: Int
  var other: FixedRun

  /// Differences are told from the shown run's point of view.
  var shownName: String { "this run" }
  /// The other run's name, with its number as `:run` takes it.
  var otherName: String { "run \(otherNumber + 1)" }

  var title: String { "\(shownName) and \(otherName)" }
}

extension InspectorWork {
  static func comparison(_ question: ComparisonQuestion) -> InspectorWork {
    InspectorWork(.comparison) { isCancelled, report in
      do throws(HistoryError) {
        let (other, shown) = (question.other.history, question.shown.history)
        let comparison = try RunComparison(other, shown, valuesOfFirst: Answer.limit) { _, _ in !isCancelled() }
        guard !isCancelled() else { return }
        report(.compared(question, RunDifferences(comparison, to: question), nil))
      } catch {
        report(.compared(question, nil, "\(error)"))
      }
    }
  }
}
