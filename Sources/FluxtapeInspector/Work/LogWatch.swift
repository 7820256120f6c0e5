package import FluxtapeHistory
import FluxtapeLocking

/// Reads the inspected logs to their end, then follows them.
package final class LogWatch: Sendable {
  let logs: FollowedLogs
  /// The last reported run, and whether it was complete.
  private let reported = Locked<(run: Int, known: FixedRun, isWhole: Bool)?>(nil)

  /// - Parameter reopening: Opens the paths again.
  package init(_ opening: HistoryOpening, reopening: @escaping @Sendable () throws(HistoryError) -> HistoryOpening) {
    logs = FollowedLogs(opening, keeping: 8) { (_) throws(HistoryError) in try reopening() }
  }

  /// The runs read so far.
  package var runs: [FixedRun] { logs.histories.map(FixedRun.init) }
}

/// A change of the logs.
package struct LogNews: Sendable {
  let event: FollowedLogs.Event
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
  /// - Returns: Nil if there is nothing new to read. ``FollowedLogs/absence`` may have changed then.
  func news(since check: LogCheck, waits: Bool) throws(HistoryError) -> LogNews? {
    let run = check.run
    let opening = logs.opening
    if waits { try opening.wait() }
    let progress = opening.progress
    guard progress.isDone else { return news(.grown, run: run, progress) }
    try opening.wait()
    if reported.withLock({ $0?.isWhole != true || $0?.run != run }) { return news(.grown, run: run) }
    if let event = try logs.check() { return news(event, run: event == .grown ? run : logs.histories.count - 1) }
    // Earlier news may have been dropped with cancelled work.
    let runs = logs.histories
    guard runs.indices.contains(run), FixedRun(runs[run]) != check.known else { return nil }
    return news(.grown, run: run)
  }

  private func news(_ event: FollowedLogs.Event, run: Int, _ progress: HistoryOpening.Progress? = nil) -> LogNews? {
    let runs = runs
    guard runs.indices.contains(run) else { return nil }
    let known = runs[run]
    let isNew = reported.withLock { reported in
      defer { reported = (run, known, progress == nil) }
      guard progress != nil, let reported else { return true }
      return reported.run != run || reported.known != known
    }
    return LogNews(event: event, runs: runs, run: run, index: isNew ? TimelineIndex(of: known) : nil, progress: progress)
  }
}
