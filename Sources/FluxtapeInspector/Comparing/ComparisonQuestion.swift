import FluxtapeHistory

/// The shown run, and another one to compare it with.
package struct ComparisonQuestion: Hashable, Sendable {
  /// The index of the shown run.
  var shownNumber: Int
  var shown: FixedRun
  /// The index of the other run.
  var otherNumber: Int
  var other: FixedRun

  /// The shown run's name, with its number as `:run` takes it.
  var shownName: String { "run \(shownNumber + 1)" }
  var otherName: String { "run \(otherNumber + 1)" }

  /// Values change from the other run to the shown one, as from a pinned step to the shown one.
  var title: String { "from \(otherName) to \(shownName)" }
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
