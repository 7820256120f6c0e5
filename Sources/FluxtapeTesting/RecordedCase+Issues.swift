import Fluxtape
import Testing

extension RecordedCase {
  /// Marks what the testing library found wrong.
  ///
  /// Handlers of all running cases are told of an issue that was recorded outside of any test: by a thread, a queue, a detached task.
  func note(_ issue: Issue) {
    let text = ([String(describing: issue.kind)] + issue.comments.map(\.rawValue)).joined(separator: " — ")
    let site = issue.sourceLocation.map(\.site)
    if Test.current == nil {
      if issue.isFailure { note(strangeProblem: text, at: site) }
    } else if issue.isFailure {
      note(problem: text, at: site)
    } else if issue.severity == .warning {
      note(text, level: .warning, at: site)
    } else {
      note("known issue: " + text, level: .info, at: site)
    }
  }

  /// Marks the error that ended the test. It has no place of its own, so that of the test stands for it, as in what the testing library prints.
  func note(thrown error: any Error, by test: Test) {
    // Marked when the expectation failed.
    if error is ExpectationFailedError { return }
    // What `Test.cancel()` throws. It is not public, and failing to know it keeps a log too many.
    if String(reflecting: type(of: error)) == "Testing.SkipInfo" { return noteSkipped() }
    if error is CancellationError, Task.isCancelled { return note("cancelled", level: .warning, at: test.sourceLocation.site) }
    note(problem: "Caught error: \(error)", at: test.sourceLocation.site)
  }
}

extension SourceLocation {
  /// As logs have places of the source: `Shop/CartView.swift:42`.
  var site: String { "\(fileID):\(line)" }
}
