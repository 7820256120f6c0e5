package import FluxtapeHistory
import FluxtapeLocking

/// The logs that are inspected: read to their end at first, and looked at again and again after that.
package final class LogWatch: Sendable {
  private struct State {
    var opening: HistoryOpening
    /// The shown run, and whether it was whole, as it was told last.
    var told: (run: Int, known: FixedRun, isWhole: Bool)?
    /// Runs of logs that had the path before.
    var earlier: [History] = []
    /// What became of the log, while there is nothing to open in its place.
    var reopening: LogNews.Event?
    var absence: LogAbsence?
    /// Whether standard input may have more to give than was told of it.
    var isInputOpen: Bool
    /// Whether every byte was looked at.
    var isThorough: Bool
  }

  /// Opens what has the paths now, and looks at every byte.
  private let reopening: @Sendable () throws(HistoryError) -> HistoryOpening
  private let state: Locked<State>

  /// Runs that are kept when another log takes the path.
  private static let keptRuns = 8

  package init(_ opening: HistoryOpening, reopening: @escaping @Sendable () throws(HistoryError) -> HistoryOpening) {
    self.reopening = reopening
    state = Locked(State(opening: opening, isInputOpen: opening.isInputOpen, isThorough: !opening.isQuick))
  }

  /// What is there at once.
  package var runs: [FixedRun] { state.withLock { $0.opening.histories.map(FixedRun.init) } }

  /// Why the last look found nothing to read.
  var absence: LogAbsence? { state.withLock { $0.absence } }

  /// Whether standard input was still open when the last look began.
  var isInputOpen: Bool { state.withLock { $0.isInputOpen } }
}

/// Why there is nothing to read at the last log's path.
package enum LogAbsence: Hashable, Sendable {
  /// No file has the path. What was read of the log stays readable.
  case removed
  /// A file in which nothing is written yet has the path. What was read of the log stays readable.
  case replaced
  /// The log was cut off to nothing: what was read of it is gone, but for what is in memory.
  case emptied
}

/// What became of the logs.
package struct LogNews: Sendable {
  package enum Event: Hashable, Sendable {
    /// More rows, or rows that tell more.
    case grown
    /// The file was cut off, and is read anew.
    case truncated
    /// Another log has the path.
    case replaced
  }

  let event: Event
  let runs: [FixedRun]
  /// The number of the run that is shown, and what the timeline draws of its rows.
  let run: Int
  /// Nil where the rows are those that were told last.
  let index: TimelineIndex?
  /// Nil when all is read.
  let progress: HistoryOpening.Progress?
}

extension LogWatch {
  /// Looks at the logs.
  ///
  /// - Parameter waits: Whether to wait until all is read.
  /// - Returns: Nil where there is nothing new to read; ``absence`` may be another one then.
  func take(_ look: LogLook, waits: Bool) throws(HistoryError) -> LogNews? {
    let run = look.run
    let opening = state.withLock { $0.opening }
    if waits { try opening.wait() }
    let progress = opening.progress
    guard progress.isDone else { return news(.grown, run: run, of: opening, progress) }
    try opening.wait()
    if let event = state.withLock({ $0.reopening }) { return try reopen(as: event) }
    if state.withLock({ $0.told?.isWhole != true || $0.told?.run != run }) { return news(.grown, run: run, of: opening, nil) }
    let isInputOpen = opening.isInputOpen
    let growth = try opening.readOn()
    state.withLock { state in
      state.absence = growth == .removed ? .removed : nil
      if growth == .unchanged { state.isInputOpen = isInputOpen }
    }
    if growth == .unchanged || growth == .grown, let damage = damage(run: run, of: opening) { return damage }
    switch growth {
    case .unchanged, .removed:
      // News may have been dropped on their way, by somebody who wanted no more of them just then.
      let runs = state.withLock { $0.earlier } + opening.histories
      guard runs.indices.contains(run), FixedRun(runs[run]) != look.known else { return nil }
      return news(.grown, run: run, of: opening, nil)
    case .grown: return news(.grown, run: run, of: opening, nil)
    case .truncated: return try reopen(as: .truncated)
    case .replaced: return try reopen(as: .replaced)
    case .remade: return try remake(run: run)
    }
  }

  /// Reads logs once more that were opened quickly; nil where no line turns out to be damaged.
  private func damage(run: Int, of opening: HistoryOpening) -> LogNews? {
    let wasThorough = state.withLock { state in
      defer { state.isThorough = true }
      return state.isThorough
    }
    guard !wasThorough, let next = try? reopening() else { return nil }
    // A log that can no longer be read is told with the next look.
    guard (try? next.wait()) != nil, next.histories.map(\.badLineCount) != opening.histories.map(\.badLineCount) else { return nil }
    state.withLock { $0.opening = next }
    return news(.grown, run: run, of: next, nil)
  }

  /// Opens the paths again, for the same logs with more in them; nil while the last one is being written.
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
      defer { state.told = (run, known, progress == nil) }
      guard event == .grown, progress != nil, let told = state.told else { return true }
      return told.run != run || told.known != known
    }
    return LogNews(event: event, runs: runs, run: run, index: isNew ? TimelineIndex(of: known) : nil, progress: progress)
  }

  /// Opens the paths again; nil while nothing is written there.
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
      // What was cut off is no longer there to be read; logs that had the path before it are.
      let old = state.earlier + (event == .replaced ? state.opening.histories : [])
      state.earlier = Array(old.suffix(Self.keptRuns))
      state.opening = next
      (state.reopening, state.absence) = (nil, nil)
      return state.earlier.count + next.histories.count - 1
    }
    return news(event, run: run, of: next, nil)
  }
}
