import Fluxtape
import FluxtapeLocking

/// A test case that is being run, and its log.
final class RecordedCase: Sendable {
  @TaskLocal static var current: RecordedCase?

  private let log: TestLog
  private let place: TestLogPlace
  private let facts: CaseFacts
  private let progress = Locked(Progress())

  private struct Progress {
    var problems = 0
    /// The test said that it need not go on.
    var isSkipped = false
    /// Something failed while the case was run, and nobody knows whether here.
    var sawStrangeProblem = false
  }

  /// `nil` if nothing is to be recorded.
  init?(_ facts: CaseFacts, options: RecorderOptions) {
    guard let place = TestLogPlace.ofProcess else { return nil }
    self.place = place
    self.facts = facts
    var options = options
    options.keeping = .everything
    log = TestLog(facts.fileName(options), in: place.folder, options: options) { number in
      var context = RecordingContext.current()
      context.meta = facts.meta(options)
      context.meta["attempt"] = String(number)
      return context
    }
    if let failure = log.recorder.failure { TestLogPlace.tellOnce("the tests are not recorded: \(failure)") }
  }

  var recorder: Recorder { log.recorder }
}

// MARK: - What happens

extension RecordedCase {
  /// Puts a problem of this case between its actions.
  func note(problem text: String, at site: String?) {
    progress.withLock { $0.problems += 1 }
    recorder.mark(text, level: .error, site: site)
  }

  /// Puts something that fails nothing between the actions.
  func note(_ text: String, level: Recorder.Level, at site: String?) { recorder.mark(text, level: level, site: site) }

  /// A problem that no test is known to have. It may come from a thread or a detached task of this one, or of another that runs now.
  func note(strangeProblem text: String, at site: String?) {
    progress.withLock { $0.sawStrangeProblem = true }
    recorder.mark("outside of any test: " + text, level: .warning, site: site)
  }

  func noteSkipped() { progress.withLock { $0.isSkipped = true } }
}

// MARK: - The end

extension RecordedCase {
  /// Ends the log, and keeps it if it is worth keeping.
  ///
  /// - Parameter isCancelled: Whether the test's task was cancelled: it took too long, as a rule, which is only told when this is over.
  /// - Returns: Where the log is, if the case failed.
  @discardableResult func end(isCancelled: Bool) -> String? {
    let progress = progress.withLock { $0 }
    let result: Result =
      progress.problems > 0 ? .failed : progress.isSkipped ? .skipped : isCancelled ? .cancelled : .passed
    let isProblem = result == .failed || result == .cancelled
    guard isProblem || place.keep.keepsPassed(afterFailure: log.followsFailure) || progress.sawStrangeProblem else {
      log.discard()
      return nil
    }
    guard let path = log.keep(as: result.rawValue) else { return nil }
    if let newest = place.newestKept { log.keepNewest(newest) }
    guard isProblem else { return nil }
    SystemFacts.tell("\(facts.name) \(result.rawValue); what it did: fluxtape \(Recorder.quoted(path))")
    return path
  }

  /// As file names and the last records of logs have them.
  private enum Result: String { case passed, failed, skipped, cancelled }
}
