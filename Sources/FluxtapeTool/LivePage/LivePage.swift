import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLiveWire
import FluxtapeReports

/// The report page of a log, which a browser shows and which grows as the log grows.
struct LivePage {
  private let log: String
  private let logs: FollowedLogs
  private let checklist: Checklist
  private let sites = SourceSites()

  /// Milliseconds between looks at the file.
  private static let interval = 200

  /// Opens the log as soon as there is one.
  init(of log: String, _ checklist: Checklist = Checklist()) throws {
    self.log = log
    self.checklist = checklist
    logs = FollowedLogs(try LogFollower.firstOpening(of: [log]), keeping: 0) { (_) throws(HistoryError) in try HistoryOpening(any: [log]) }
  }

  /// Serves the page until the program is ended.
  ///
  /// - Parameter tell: Called with the page's address.
  func serve(tell: (String) -> Void) throws {
    let server = try PageServer()
    tell(server.address)
    var isNew = false
    var pause = Duration.zero
    var latest = ContinuousClock.now
    while true {
      try server.serve(milliseconds: Self.interval) { try report().page().html }
      if try logs.check() != nil { isNew = true }
      // Making the page may take long. At most a quarter of the time goes into that.
      guard isNew || server.hasNewcomer, server.isAwaited, ContinuousClock.now - latest >= pause else { continue }
      let start = ContinuousClock.now
      server.tell(try report().update())
      (isNew, latest) = (false, .now)
      pause = (latest - start) * 3
    }
  }

  private func report() throws(HistoryError) -> PageReport {
    let history = logs.opening.histories.last
    guard let history else { throw HistoryError(.empty, path: log) }
    let run = CheckedRun(history, log: log, findings: try history.check(checklist))
    return PageReport(run, statistics: try history.statistics(), isServed: true) { sites.source(around: $0) }
  }
}
