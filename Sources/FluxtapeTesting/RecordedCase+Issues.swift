import Fluxtape
import Testing

extension RecordedCase {
  /// Marks an issue in the log.
  ///
  /// The handlers of all running cases get an issue that was recorded outside any test, such as by a thread, a queue or a detached task.
  func note(_ issue: Issue) {
    let text = ([String(describing: issue.kind)] + issue.comments.map(\.rawValue)).joined(separator: " — ")
    let site = issue.sourceLocation.map(\.site)
    if Test.current == nil {
      if issue.isFailure { note(unattributedProblem: text, at: site) }
    } else if issue.isFailure {
      note(problem: text, at: site)
    } else if issue.severity == .warning {
      note(text, level: .warning, at: site)
    } else {
      note("known issue: " + text, level: .info, at: site)
    }
  }

  /// Marks the error that ended the test. It has no place, so the mark has the test's, as in the testing library's output.
  func note(thrown error: any Error, by test: Test) {
    // The failed expectation is already marked.
    if error is ExpectationFailedError { return }
    // `Test.cancel()` throws this type, which is not public. Without this check, a skipped test would keep its log.
    if String(reflecting: type(of: error)) == "Testing.SkipInfo" { return noteSkipped() }
    if error is CancellationError, Task.isCancelled { return note("cancelled", level: .warning, at: test.sourceLocation.site) }
    note(problem: "Caught error: \(error)", at: test.sourceLocation.site)
  }
}

extension SourceLocation {
  /// The place as in logs: `Shop/CartView.swift:42`.
  var site: String { "\(fileID):\(line)" }
}
