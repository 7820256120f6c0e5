import Fluxtape
import FluxtapeLocking
import FluxtapeLog

/// A running test case and its log.
final class RecordedCase: Sendable {
  @TaskLocal static var current: RecordedCase?
  /// The running test of XCTest.
  static let ofProcess = Locked<RecordedCase?>(nil)

  /// The cases that have not ended, by their numbers.
  private static let running = Locked<(cases: [Int: RecordedCase], count: Int)>(([:], 0))

  /// Counts the cases of the process.
  private let number: Int
  private let log: TestLog
  private let place: TestLogPlace
  private let facts: CaseFacts
  /// The case's name for logs of other cases, without what its own options take for secrets.
  private let title: String
  private let progress = Locked(Progress())

  private struct Progress {
    var problems = 0
    /// Whether the test was skipped.
    var isSkipped = false
    /// Whether something failed outside any test while the case was running.
    var sawUnattributedProblem = false
    /// The marks about stores that this case shares with others: one of each text.
    var sharings: Set<String> = []
  }

  /// Returns `nil` if recording is off.
  init?(_ facts: CaseFacts, options: RecorderOptions) {
    guard let place = TestLogPlace.ofProcess else { return nil }
    self.place = place
    self.facts = facts
    let title = facts.title(options)
    self.title = title
    var options = options
    options.keeping = .everything
    let number = Self.running.withLock { running in
      running.count += 1
      return running.count
    }
    self.number = number
    log = TestLog(facts.fileName(options), in: place.folder, options: options) { attempt in
      var context = RecordingContext.current()
      context.meta = facts.meta(options)
      context.meta["attempt"] = String(attempt)
      context.onAction = { Self.note(action: $0, ofStoreMadeIn: number, titled: title) }
      return context
    }
    if let failure = log.recorder.failure { TestLogPlace.warnOnce("the tests are not recorded: \(failure)") }
    Self.running.withLock { $0.cases[number] = self }
  }

  var recorder: Recorder { log.recorder }

  func makeAttachmentsFolder() -> String? { log.makeAttachmentsFolder() }
}

// MARK: - Marks

extension RecordedCase {
  /// Marks a problem of this case.
  func note(problem text: String, at site: String?) {
    progress.withLock { $0.problems += 1 }
    recorder.mark(text, level: .error, site: site)
  }

  /// Marks something that is not a failure.
  func note(_ text: String, level: Recorder.Level, at site: String?) { recorder.mark(text, level: level, site: site) }

  /// Marks a problem outside any test. It may come from a thread or a detached task of this case or of another running one.
  func note(unattributedProblem text: String, at site: String?) {
    progress.withLock { $0.sawUnattributedProblem = true }
    recorder.mark("outside of any test: " + text, level: .warning, site: site)
  }

  func noteSkipped() { progress.withLock { $0.isSkipped = true } }
}

// MARK: - Stores of other cases

extension RecordedCase {
  /// Marks an action on a store of another test.
  ///
  /// If the running task belongs to another case, the logs of both say so. A thread, a queue or a detached task belongs to none: then it is
  /// only told, in the logs of all running cases, if the store's own case has ended.
  ///
  /// - Parameters:
  ///   - owner: The number of the case that made the store.
  ///   - title: That case's name.
  private static func note(action name: String, ofStoreMadeIn owner: Int, titled title: String) {
    let acting = current ?? ofProcess.withLock { $0 }
    // Its own task may go on after it.
    if acting?.number == owner { return }
    let cases = running.withLock { $0.cases }
    if acting == nil, cases[owner] != nil { return }
    let changed = "a store of \(title) was changed: \(name)"
    guard let acting else { return cases.values.forEach { $0.note(changed, sharedWith: title) } }
    cases[owner]?.note("a store of this test was changed by \(acting.title): \(name)", sharedWith: acting.title)
    cases[acting.number]?.note(changed, sharedWith: title)
  }

  private func note(_ text: String, sharedWith test: String) {
    if progress.withLock({ $0.sharings.insert(text).inserted }) { recorder.mark(text, sharedWith: test) }
  }
}

// MARK: - The end

extension RecordedCase {
  /// Ends the log, and keeps it if it is worth keeping.
  ///
  /// - Parameter isCancelled: Whether the test's task was cancelled, usually because of its time limit, whose issue comes only afterwards.
  /// - Returns: The path of the log, if the case failed.
  @discardableResult func end(isCancelled: Bool) -> String? {
    // Not before the log is closed, as stores that are asked for their last states may act.
    defer { _ = Self.running.withLock { $0.cases.removeValue(forKey: number) } }
    let progress = progress.withLock { $0 }
    let result: Result =
      progress.problems > 0 ? .failed : progress.isSkipped ? .skipped : isCancelled ? .cancelled : .passed
    let isProblem = result == .failed || result == .cancelled
    guard isProblem || place.keep.keepsPassed(afterFailure: log.followsFailure) || progress.sawUnattributedProblem else {
      log.discard()
      return nil
    }
    guard let path = log.keep(as: result.rawValue) else { return nil }
    if let newest = place.newestKept { log.keepNewest(newest) }
    guard isProblem else { return nil }
    SystemFacts.tell("\(facts.name) \(result.rawValue); what it did: fluxtape \(ShellWord.quoted(path))")
    return path
  }

  /// The results, as in file names and in the last records of logs.
  private enum Result: String { case passed, failed, skipped, cancelled }
}
