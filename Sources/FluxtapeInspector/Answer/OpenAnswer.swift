import FluxtapeAnswers
package import FluxtapeHistory

/// A question about more than one step, and the answer so far. The Answer pane shows it.
package struct OpenAnswer: Sendable {
  package enum Subject: Hashable, Sendable {
    case question(RunQuestion)
    /// One value over the whole log.
    case plot(StatePath, isLogarithmic: Bool)
    case bookmarks
    case runs
    /// The filters of the timeline.
    case filters
    /// All keys and signs.
    case help
    /// A whole value, and its name.
    case value(String)
  }

  package enum Content: Sendable {
    case waiting
    case answer(ListedAnswer)
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
    case .question, .plot, .bookmarks, .filters: false
    }
  }

  var isAwaited: Bool { if case .waiting = content { true } else { false } }

  /// The question about a run, if it is one. Its answer means nothing once another run is shown.
  var question: RunQuestion? { if case .question(let question) = subject { question } else { nil } }

  /// The pane's title.
  var name: String {
    switch subject {
    case .question(let question): question.question.title
    case .plot: "Plot"
    case .bookmarks: "Bookmarks"
    case .runs: "Runs"
    case .filters: "Filters"
    case .help: "Keys and signs"
    case .value: "Value"
    }
  }

  /// The step after which the values are.
  var step: String? { question.flatMap { $0.path == nil ? nil : $0.step } }

  /// What the answer is about, and what it has in all.
  var title: String {
    switch subject {
    case .question(let question):
      let summary: String? = if case .answer(let list) = content { list.answer.summary } else { nil }
      return [question.words, summary].compactMap(\.self).joined(separator: "  ")
    case .plot(let value, let isLogarithmic): return value.description + (isLogarithmic ? "  log" : "")
    case .value(let name): if case .value(_, let text) = content { return name + "  " + text.title } else { return name }
    case .bookmarks, .runs, .filters, .help: return ""
    }
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
