package import FluxtapeAnswers
package import FluxtapeHistory
package import FluxtapeReports

/// A question about more than one step, and the answer so far. The Answer pane shows it.
package struct OpenAnswer: Sendable {
  package enum Subject: Hashable, Sendable {
    case question(RunQuestion)
    /// One number over the whole log, or two numbers.
    case plot([StatePath], isLogarithmic: Bool)
    case statistics(FixedRun)
    case bookmarks
    case runs
    /// What a check of the run finds: failures, damaged places of the log, and what looks wrong.
    case problems(FixedRun)
    /// The differences between the shown run and another one.
    case comparison(ComparisonQuestion)
    /// The filters of the timeline.
    case filters
    /// All keys and signs.
    case help
    /// A whole value, and its name.
    case value(String)
  }

  /// The answer, with the rows that its row numbers refer to.
  package enum Content: Sendable {
    case waiting
    /// With its rows as a table, and as one for a narrow pane.
    case answer(Answer, wide: Table, narrow: Table)
    case statistics(StatisticsReport)
    /// What a check found, and its counts.
    case problems(CheckedRun, counts: String)
    case runs(RunList)
    case comparison(RunDifferences)
    case help([HelpEntry])
    case value(TextRequest, ValueText)
    case problem(String)
    /// The inspector's state already holds the answer.
    case known
  }

  var subject: Subject
  var content: Content
  /// The pane to focus when the answer is closed. The Answer pane if the answer was asked for there, over another one.
  var focusBefore = Pane.timeline
  /// The zoom of the Answer pane, if the answer has its own.
  var zoom: InspectorState.Zoom?

  var preview: StepPreview?

  /// Whether the answer takes the whole screen.
  var isWhole: Bool {
    switch subject {
    case .runs, .help, .value: true
    case .question, .plot, .statistics, .bookmarks, .problems, .comparison, .filters: false
    }
  }

  var isAwaited: Bool { if case .waiting = content { true } else { false } }

  /// Whether the answer means nothing once another run is shown.
  var isAboutRun: Bool {
    switch subject {
    case .question, .statistics, .problems, .comparison: true
    case .plot, .bookmarks, .runs, .filters, .help, .value: false
    }
  }

  /// The maximum number of rows in a list: more than anyone reads, and quick to build.
  static let limit = 5000

  /// The pane's title.
  var name: String {
    switch subject {
    case .question(let question): question.question.title
    case .plot: "Plot"
    case .statistics: "Statistics"
    case .bookmarks: "Bookmarks"
    case .runs: "Runs"
    case .problems: "Problems"
    case .comparison: "Comparison"
    case .filters: "Filters"
    case .help: "Keys and signs"
    case .value: "Value"
    }
  }

  /// The step after which the values are.
  var step: String? { if case .question(let question) = subject, question.path != nil { question.step } else { nil } }

  /// The value or values, or the runs, that the answer is about.
  var title: String {
    switch subject {
    case .question(let question): question.path?.description ?? countedSteps
    case .plot(let values, let isLogarithmic): values.map(\.description).joined(separator: ", ") + (isLogarithmic ? "  log" : "")
    case .comparison(let question): if case .comparison(let differences) = content { differences.title } else { question.title }
    case .problems: if case .problems(_, let counts) = content { counts } else { "" }
    case .value(let name): if case .value(_, let text) = content { name + "  " + text.title } else { name }
    case .statistics, .bookmarks, .runs, .filters, .help: ""
    }
  }

  /// `27 steps: 8 causes, 18 effects`
  private var countedSteps: String {
    guard case .answer(let answer, _, _) = content, let causes = answer.asked else { return "" }
    let count = answer.rows.count
    return QuantityText.counted(count, "step") + ": " + QuantityText.counted(causes, "cause") + ", "
      + QuantityText.counted(count - causes - 1, "effect")
  }
}

/// An answer that another one is shown over, to return to.
struct CoveredAnswer: Sendable {
  var answer: OpenAnswer
  /// Its rows and its selection.
  let pane: DetailPane
}

/// A step that moving in a list has shown.
struct StepPreview {
  /// The step that Esc goes back to.
  let from: LinePlace
  let to: LinePlace
  /// Whether Esc goes on following the log.
  let wasFollowing: Bool
}
