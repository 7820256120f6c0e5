package import FluxtapeHistory
import FluxtapeLocking

/// Reads the inspected logs to their end, then follows them.
package final class LogWatch: Sendable {
  private struct State {
    var opening: HistoryOpening
    /// The last reported run, and whether it was complete.
    var reported: (run: Int, known: FixedRun, isWhole: Bool)?
    /// The runs of logs that were replaced.
    var earlier: [History] = []
    /// What happened to the log, while there is no new one to open.
    var reopening: LogNews.Event?
    var absence: LogAbsence?
    /// Whether standard input may have more than was reported.
    var isInputOpen: Bool
  }

  /// Opens the paths again.
  private let reopening: @Sendable () throws(HistoryError) -> HistoryOpening
  private let state: Locked<State>

  /// The maximum number of replaced runs to keep.
  private static let keptRuns = 8

  package init(_ opening: HistoryOpening, reopening: @escaping @Sendable () throws(HistoryError) -> HistoryOpening) {
    self.reopening = reopening
    state = Locked(State(opening: opening, isInputOpen: opening.isInputOpen))
  }

  /// The runs read so far.
  package var runs: [FixedRun] { state.withLock { $0.opening.histories.map(FixedRun.init) } }

  /// Why the last check could not read the log.
  var absence: LogAbsence? { state.withLock { $0.absence } }

  /// Whether standard input was open when the last check began.
  var isInputOpen: Bool { state.withLock { $0.isInputOpen } }
}

/// Why the last log cannot be read at its path.
package enum LogAbsence: Hashable, Sendable {
  /// The file was removed. What was read stays readable.
  case removed
  /// An empty file replaced the log. What was read stays readable.
  case replaced
  /// The file was truncated to nothing. Only what is in memory is left.
  case emptied
}

/// A change of the logs.
package struct LogNews: Sendable {
  package enum Event: Hashable, Sendable {
    /// New rows, or rows with more information.
    case grown
    /// The file was truncated, and is read again.
    case truncated
    /// Another log replaced the file.
    case replaced
  }

  let event: Event
  let runs: [FixedRun]
  /// The index of the shown run.
  let run: Int
  /// The index of that run's rows; nil if they did not change.
  let index: TimelineIndex?
  /// Nil when reading is done.
  let progress: HistoryOpening.Progress?
}

extension LogWatch {
  /// Checks the logs for news.
  ///
  /// - Parameter waits: Whether to wait until reading is done.
  /// - Returns: Nil if there is nothing new to read. ``absence`` may have changed then.
  func news(since check: LogCheck, waits: Bool) throws(HistoryError) -> LogNews? {
    let run = check.run
    let opening = state.withLock { $0.opening }
    if waits { try opening.wait() }
    let progress = opening.progress
    guard progress.isDone else { return news(.grown, run: run, of: opening, progress) }
    try opening.wait()
    if let event = state.withLock({ $0.reopening }) { return try reopen(as: event) }
    if state.withLock({ $0.reported?.isWhole != true || $0.reported?.run != run }) { return news(.grown, run: run, of: opening, nil) }
    let isInputOpen = opening.isInputOpen
    let growth = try opening.readOn()
    state.withLock { state in
      state.absence = growth == .removed ? .removed : nil
      if growth == .unchanged { state.isInputOpen = isInputOpen }
    }
    switch growth {
    case .unchanged, .removed:
      // Earlier news may have been dropped with cancelled work.
      let runs = state.withLock { $0.earlier } + opening.histories
      guard runs.indices.contains(run), FixedRun(runs[run]) != check.known else { return nil }
      return news(.grown, run: run, of: opening, nil)
    case .grown: return news(.grown, run: run, of: opening, nil)
    case .truncated: return try reopen(as: .truncated)
    case .replaced: return try reopen(as: .replaced)
    case .remade: return try remake(run: run)
    }
  }

  /// Opens the paths again for the same logs with new contents. Returns nil while the last one is being written.
  private func remake(run: Int) throws(HistoryError) -> LogNews? {
    let next: HistoryOpening
    do throws(HistoryError) {
      next = try reopening()
      try next.wait()
    } catch {
      guard error.mayBeUnfinished else { throw error }
      return nil
    }
    state.withLock { $0.opening = next }
    return news(.grown, run: run, of: next, nil)
  }

  private func news(_ event: LogNews.Event, run: Int, of opening: HistoryOpening, _ progress: HistoryOpening.Progress?) -> LogNews? {
    let runs = (state.withLock { $0.earlier } + opening.histories).map(FixedRun.init)
    guard runs.indices.contains(run) else { return nil }
    let known = runs[run]
    let isNew = state.withLock { state in
      defer { state.reported = (run, known, progress == nil) }
      guard event == .grown, progress != nil, let reported = state.reported else { return true }
      return reported.run != run || reported.known != known
    }
    return LogNews(event: event, runs: runs, run: run, index: isNew ? TimelineIndex(of: known) : nil, progress: progress)
  }

  /// Opens the paths again. Returns nil while nothing is written there.
  private func reopen(as event: LogNews.Event) throws(HistoryError) -> LogNews? {
    let next: HistoryOpening
    do throws(HistoryError) {
      next = try reopening()
      try next.wait()
    } catch {
      guard error.mayBeUnfinished else { throw error }
      state.withLock { state in
        state.reopening = event
        state.absence = event == .truncated ? .emptied : error.reason == .notFound ? .removed : .replaced
      }
      return nil
    }
    let run = state.withLock { state in
      // A truncated log is no longer readable; a replaced one is.
      let old = state.earlier + (event == .replaced ? state.opening.histories : [])
      state.earlier = Array(old.suffix(Self.keptRuns))
      state.opening = next
      (state.reopening, state.absence) = (nil, nil)
      return state.earlier.count + next.histories.count - 1
    }
    return news(event, run: run, of: next, nil)
  }
}
