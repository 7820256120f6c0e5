import Foundation

/// Shows the progress of long work on one line of standard error, if that is a terminal.
struct Progress {
  private let task: String
  private let isShown = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant?

  /// Shorter work shows no progress.
  private static let delay = Duration.milliseconds(400)
  private static let interval = Duration.milliseconds(100)

  init(_ task: String) { self.task = task }

  /// - Returns: `true`, for work that asks whether to go on.
  @discardableResult
  mutating func show(_ done: Int, of total: Int) -> Bool {
    guard isShown, total > 0 else { return true }
    let now = ContinuousClock.now
    guard now - start > Self.delay, last.map({ now - $0 > Self.interval }) ?? true else { return true }
    last = now
    StandardOutput.showProgress("\(task): \(done * 100 / total) %")
    return true
  }

  /// Shows the progress that `work` reports.
  static func of<Result>(_ task: String, _ work: (_ report: (Int, Int) -> Bool) throws -> Result) rethrows -> Result {
    var progress = Progress(task)
    defer { progress.end() }
    return try work { progress.show($0, of: $1) }
  }

  /// Clears the line.
  mutating func end() {
    if last != nil { StandardOutput.showProgress("") }
    last = nil
  }
}
