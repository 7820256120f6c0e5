import FluxtapeHistory
import FluxtapeReports

// Work that goes through the whole log.

extension InspectorWork {
  static func blame(_ question: ValueQuestion, in history: History) -> InspectorWork {
    InspectorWork(.values) { isCancelled, report in
      do throws(HistoryError) {
        let entries = try history.blame(question.path, store: question.store, after: question.row) { _, _ in !isCancelled() }
        report(.blamed(question, entries, nil))
      } catch {
        report(.blamed(question, nil, "\(error)"))
      }
    }
  }

  static func changes(_ question: ValueQuestion, in history: History) -> InspectorWork {
    InspectorWork(.values) { isCancelled, report in
      do throws(HistoryError) {
        let changes = try history.changes(of: [question.path], store: question.store) { _, _ in !isCancelled() }
        report(.valueChanged(question, changes, nil))
      } catch {
        report(.valueChanged(question, [], "\(error)"))
      }
    }
  }

  /// - Parameter isAgain: whether it was done before, for a log that was shorter.
  static func series(_ question: WatchQuestion, in history: History) -> InspectorWork {
    InspectorWork(.watches) { isCancelled, report in
      let known = Set(history.stores)
      let values = question.values.filter { known.contains($0.store) }
      let paths = values.map { StatePath(store: $0.store, parts: $0.path.parts) }
      // What cannot be read is told where the cursor is; here the course ends.
      let changes = (try? history.changes(of: paths) { _, _ in !isCancelled() }) ?? []
      guard !isCancelled() else { return }
      var series: [WatchedValue: Series] = [:]
      for value in question.values { series[value] = Series([]) }
      for (number, value) in values.enumerated() { series[value] = Series(changes.filter { $0.path == number }) }
      report(.watched(question, series))
    }
  }

  static func statistics(run: Int, of history: History) -> InspectorWork {
    InspectorWork(.statistics) { isCancelled, report in
      let name = history.files.first?.displayName ?? ""
      let log = name.split(separator: "/").last.map(String.init) ?? name
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
