import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeReports

// Work that reads the whole log.

extension InspectorWork {
  static func blame(_ question: ValueQuestion) -> InspectorWork {
    InspectorWork(.values) { isCancelled, report in
      let history = question.run.history
      guard let row = question.run.rows.number(at: question.row) else { return report(.blamed(question, [], nil, nil)) }
      do throws(HistoryError) {
        let entries = try history.blame(question.path, store: question.store, after: row) { _, _ in !isCancelled() }
        guard !isCancelled() else { return }
        report(.blamed(question, entries ?? [], try history.state(of: question.store, after: row), nil))
      } catch {
        report(.blamed(question, [], nil, "\(error)"))
      }
    }
  }

  static func changes(_ question: ValueQuestion) -> InspectorWork {
    InspectorWork(.values) { isCancelled, report in
      do throws(HistoryError) {
        let changes = try question.run.history.changes(of: [question.path], store: question.store) { _, _ in !isCancelled() }
        report(.valueChanged(question, changes, nil))
      } catch {
        report(.valueChanged(question, [], "\(error)"))
      }
    }
  }

  static func series(_ question: WatchQuestion) -> InspectorWork {
    InspectorWork(.watches) { isCancelled, report in
      let (history, rows) = (question.run.history, question.run.rows)
      let known = Set(history.stores)
      let values = question.values.filter { known.contains($0.store) }
      let paths = values.map { StatePath(store: $0.store, parts: $0.path.parts) }
      // The series ends at a damaged line. The panes report the damage at the cursor.
      let changes = (try? history.changes(of: paths) { _, _ in !isCancelled() }) ?? []
      guard !isCancelled() else { return }
      var series: [WatchedValue: Series] = [:]
      for value in question.values { series[value] = Series([], in: rows) }
      for (number, value) in values.enumerated() { series[value] = Series(changes.filter { $0.path == number }, in: rows) }
      report(.watched(question, series))
    }
  }

  static func problems(run: Int, of known: FixedRun) -> InspectorWork {
    InspectorWork(.problems) { isCancelled, report in
      do throws(HistoryError) {
        let findings = try known.history.check { _, _ in !isCancelled() }
        guard !isCancelled() else { return }
        report(.problemsFound(run: run, CheckedRun(known.history, log: known.name, findings: findings), nil))
      } catch {
        report(.problemsFound(run: run, nil, "\(error)"))
      }
    }
  }

  static func statistics(run: Int, of known: FixedRun) -> InspectorWork {
    InspectorWork(.statistics) { isCancelled, report in
      let (history, log) = (known.history, known.name)
      do throws(HistoryError) {
        let statistics = try history.statistics { _, _ in !isCancelled() }
        guard !isCancelled() else { return }
        report(.counted(run: run, StatisticsReport(statistics, of: history, log: log), nil))
      } catch {
        report(.counted(run: run, nil, "\(error)"))
      }
    }
  }
}
