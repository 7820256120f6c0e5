import FluxtapeHistory
import FluxtapeReports

/// What was asked about more than one step, and what is known of the answer by now: what the Answer pane shows.
struct Answer: Sendable {
  enum Subject: Hashable, Sendable {
    /// Who wrote a value last.
    case blame(ValueQuestion)
    /// Every change of a value.
    case changes(ValueQuestion)
    /// The course of one number through the log, or of two.
    case plot([WatchedValue], isLogarithmic: Bool)
    /// The chain of causes that a row belongs to.
    case chain(row: LinePlace)
    case statistics
    case bookmarks
    case runs
    /// Where the log is not whole, or the app failed.
    case problems
  }

  /// What was read, with the rows that its numbers mean.
  enum Content: Sendable {
    case waiting
    case blame([Blame], in: RunRows)
    case changes([ValueChange], in: RunRows)
    case statistics(StatisticsReport)
    case problem(String)
    /// What is in the state anyway.
    case known
  }

  var subject: Subject
  var content: Content

  /// Rows of a list at most: more than anyone reads, and less than anyone waits for.
  static let limit = 5000

  /// What the pane is called.
  var name: String {
    switch subject {
    case .blame: "Blame"
    case .changes: "Changes"
    case .plot: "Plot"
    case .chain: "Chain"
    case .statistics: "Statistics"
    case .bookmarks: "Bookmarks"
    case .runs: "Runs"
    case .problems: "Problems"
    }
  }

  /// Of what it tells.
  var title: String {
    switch subject {
    case .blame(let question), .changes(let question): question.address
    case .plot(let values, let isLogarithmic): values.map(\.address).joined(separator: ", ") + (isLogarithmic ? "  log" : "")
    case .chain, .statistics, .bookmarks, .runs, .problems: ""
    }
  }
}
