import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

// Work that reads the whole log.

extension InspectorWork {
  /// Answers what a pane asks; nil if the inspector's state already holds the answer.
  static func answer(to subject: OpenAnswer.Subject) -> InspectorWork? {
    let lane: Lane
    switch subject {
    case .question: lane = .values
    case .statistics: lane = .statistics
    case .problems: lane = .problems
    case .comparison: lane = .comparison
    case .plot, .bookmarks, .runs, .filters, .help, .value: return nil
    }
    return InspectorWork(lane) { subject.answer($0, $1) }
  }

  static func check(of run: FixedRun, start: Start) -> InspectorWork {
    InspectorWork(.check, start: start) { OpenAnswer.Subject.problems(run).answer($0, $1) }
  }

  static func series(_ question: WatchQuestion) -> InspectorWork {
    InspectorWork(.watches) { isCancelled, report in
      let (history, rows) = (question.run.history, question.run.rows)
      let known = Set(history.stores)
      let values = question.values.filter { $0.store.map(known.contains) == true }
      // The series ends at a damaged line. The panes report the damage at the cursor.
      let changes = (try? history.changes(of: values) { _, _ in !isCancelled() }) ?? []
      guard !isCancelled() else { return }
      var series: [StatePath: Series] = [:]
      for value in question.values { series[value] = Series([], in: rows) }
      for (number, value) in values.enumerated() { series[value] = Series(changes.filter { $0.path == number }, in: rows) }
      report(.watched(question, series))
    }
  }
}

extension OpenAnswer.Subject {
  fileprivate func answer(_ isCancelled: () -> Bool, _ report: (InspectorAnswer) -> Void) {
    do throws(HistoryError) {
      let content = try answer(isCancelled: isCancelled)
      if !isCancelled() { report(.found(self, content)) }
    } catch {
      report(.found(self, .problem("\(error)")))
    }
  }

  private func answer(isCancelled: () -> Bool) throws(HistoryError) -> OpenAnswer.Content {
    switch self {
    case .question(let question):
      switch try question.answer(isCancelled: isCancelled) {
      case .success(let answer):
        return .answer(answer, wide: answer.table(.pane(isNarrow: false)), narrow: answer.table(.pane(isNarrow: true)))
      case .failure(let unanswered): return isCancelled() ? .waiting : .problem(try unanswered.words())
      }
    case .statistics(let run):
      let statistics = try run.history.statistics { _, _ in !isCancelled() }
      return .statistics(StatisticsReport(statistics, of: run.history, log: run.name))
    case .problems(let run):
      let checked = CheckedRun(run.history, log: run.name, findings: try run.history.check { _, _ in !isCancelled() })
      return .problems(checked, counts: RunFindings(checked, of: run).counts)
    case .comparison(let question):
      let (other, shown) = (question.other.history, question.shown.history)
      let comparison = try RunComparison(other, shown, ignoring: question.ignored, valuesOfFirst: OpenAnswer.limit) { _, _ in !isCancelled()
      }
      return .comparison(RunDifferences(comparison, to: question))
    case .plot, .bookmarks, .runs, .filters, .help, .value: return .known
    }
  }
}
