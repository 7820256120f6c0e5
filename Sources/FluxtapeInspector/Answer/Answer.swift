import FluxtapeHistory
import FluxtapeReports

/// A question about more than one step, and the answer so far. The Answer pane shows it.
struct Answer: Sendable {
  enum Subject: Hashable, Sendable {
    /// The last action that wrote a value.
    case blame(ValueQuestion)
    /// Every change of a value.
    case changes(ValueQuestion)
    /// One number over the whole log, or two numbers.
    case plot([WatchedValue], isLogarithmic: Bool)
    /// The chain of causes that a row belongs to.
    case chain(row: LinePlace)
    case statistics
    case bookmarks
    case runs
    /// What a check of the run finds: failures, damaged places of the log, and what looks wrong.
    case problems
    /// The differences between the shown run and another one.
    case comparison(ComparisonQuestion)
    /// The filters of the timeline.
    case filters
  }

  /// The answer, with the rows that its row numbers refer to.
  enum Content: Sendable {
    case waiting
    /// What wrote the values in a state, and that state.
    case blame([Blame], of: StoreState, in: RunRows)
    case changes([ValueChange], in: RunRows)
    case statistics(StatisticsReport)
    /// What a check found, and its counts.
    case problems(CheckedRun, in: RunRows, counts: String)
    case runs(RunList)
    case comparison(RunDifferences)
    case problem(String)
    /// The inspector's state already holds the answer.
    case known
  }

  var subject: Subject
  var content: Content
  /// The pane to focus when the answer is closed. The Answer pane if the answer was asked for there, over another one.
  var focusBefore = Pane.timeline
  /// The zoom of the other panes, if the answer brought its own.
  var zoomBefore: InspectorState.Zoom?

  var isAwaited: Bool { if case .waiting = content { true } else { false } }

  /// Whether the answer means nothing once another run is shown.
  var isAboutRun: Bool {
    switch subject {
    case .blame, .changes, .chain, .statistics, .problems, .comparison: true
    case .plot, .bookmarks, .runs, .filters: false
    }
  }

  /// The maximum number of rows in a list: more than anyone reads, and quick to build.
  static let limit = 5000

  /// The pane's title.
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
    case .comparison: "Comparison"
    case .filters: "Filters"
    }
  }

  /// The name of the step that the answer stays about when the cursor moves: `#100`.
  var step: String? { if case .blame(let question) = subject { question.step } else { nil } }

  /// The value or values, or the runs, that the answer is about.
  var title: String {
    switch subject {
    case .blame(let question), .changes(let question): question.address
    case .plot(let values, let isLogarithmic): values.map(\.address).joined(separator: ", ") + (isLogarithmic ? "  log" : "")
    case .comparison(let question): if case .comparison(let differences) = content { differences.title } else { question.title }
    case .problems: if case .problems(_, _, let counts) = content { counts } else { "" }
    case .chain, .statistics, .bookmarks, .runs, .filters: ""
    }
  }
}

/// An answer that another one is shown over, to return to.
struct CoveredAnswer: Sendable {
  var answer: Answer
  /// Its rows and its selection.
  let pane: DetailPane
  /// Its zoom, if it brought its own.
  let zoom: InspectorState.Zoom?
}
