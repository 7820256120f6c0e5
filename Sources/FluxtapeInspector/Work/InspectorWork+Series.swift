import FluxtapeHistory

extension InspectorWork {
  /// Reads the changes of values over the whole log.
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
