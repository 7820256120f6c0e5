import FluxtapeLog
import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLogReading
import FluxtapeScreen

/// The rows of the Answer pane.
struct AnswerRows {
  let state: InspectorState
  let width: Int
  var typesetting: Typesetting { state.typesetting }

  static func rows(in state: InspectorState, width: Int, height: Int) -> [DetailRow] {
    guard let answer = state.answer else { return [] }
    let rows = AnswerRows(state: state, width: width)
    switch (answer.content, answer.subject) {
    case (.waiting, .question(let question)):
      let known = question.question == .check ? rows.problemsOfIndex : []
      return known + rows.notes("searching the whole log\(state.typesetting.glyphs.ellipsis)  (Ctrl-C cancels)")
    case (.problem(let problem), _): return rows.notes(problem, .error)
    case (.answer(let answer), .question(let question)):
      let found = rows.rows(of: answer, in: question.run.rows)
      return found.isEmpty && question.question == .check ? rows.nothingFound : found
    case (_, .plot(let value, let isLogarithmic)):
      return PlotRows(state: state, width: width, height: height).rows(of: value, isLogarithmic: isLogarithmic)
    case (.help(let entries), _): return HelpRows(width: width, typesetting: state.typesetting).rows(of: entries)
    case (.value(_, let text), _): return rows.listed(text.lines.map { StyledText(" " + $0, text.style(of: $0)) })
    case (_, .bookmarks): return rows.bookmarks
    case (_, .filters): return rows.filters
    case (_, .runs): return RunListRows(state: state, width: width).rows(state.runList)
    default: return []
    }
  }

  func notes(_ text: String, _ style: Style = .dim) -> [DetailRow] {
    DetailRow.notes(text, style, width: width, in: typesetting)
  }

  /// Returns texts as items of a list.
  private func listed(_ texts: [StyledText], to targets: [LinePlace?] = []) -> [DetailRow] {
    texts.enumerated().map { number, text in
      var row = DetailRow(.text(text))
      row.target = targets.isEmpty ? nil : targets[number]
      row.item = number
      return row
    }
  }
}

// MARK: - Steps

extension AnswerRows {
  private var nothingFound: [DetailRow] {
    notes(
      "Checked, nothing found: the log is whole, and no action ended in an error. No rule of yours was tested: in the Timeline, / finds "
        + "values that must not be, such as cart.total < 0, and /fail finds actions that tell of a failure.")
  }

  /// What the index knows is there at once.
  private var problemsOfIndex: [DetailRow] {
    let rows = state.index.problems.compactMap { state.rows[$0] }
    return listed(
      rows.map { StyledText(StepWords.name(of: $0), .number).fitted(to: 14) + StyledText(" ") + StyledText($0.type, .error) },
      to: rows.map(\.place))
  }

  private var bookmarks: [DetailRow] {
    guard !state.notes.isEmpty else { return notes("No marks or notes yet: m and a letter sets a mark, :note TEXT adds a note.") }
    let bookmarks = state.notes.bookmarks.map { bookmark in
      let step = state.history.row(of: bookmark.step).flatMap { state.rows[$0] }
      let type = step?.type ?? "(not in the log)"
      let text =
        StyledText(bookmark.letter.map(String.init) ?? " ", .bookmark)
        + StyledText(" #\(bookmark.step.rawValue.grouped)", .number)
        .fitted(to: 10) + StyledText(" ")
        + StyledText(type).fitted(to: max(min(width / 3, 32), 12), elision: .middle, typesetting: typesetting)
        + StyledText("  ") + StyledText(bookmark.note, .string)
      return (text: text, place: step?.place)
    }
    return listed(bookmarks.map(\.text), to: bookmarks.map(\.place))
  }
}

extension String {
  func fittedRight(_ width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
}
