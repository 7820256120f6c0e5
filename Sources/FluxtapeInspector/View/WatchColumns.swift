import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeScreen

/// The watched values as columns of a list of steps: each value after the step of each row.
struct WatchColumns {
  let state: InspectorState
  let values: [StatePath]

  /// The width of a column, with the blank before it.
  static let columnWidth = 13

  var width: Int { values.count * Self.columnWidth }

  /// The list of an answer keeps this width for its own columns, and has watched values only on a screen of this width.
  private static let leastList = 60
  private static let leastScreen = 160

  /// The columns beside an answer that lists steps.
  static func besideAnswer(in state: InspectorState, width: Int) -> WatchColumns {
    guard state.size.columns >= leastScreen, let question = state.answer?.question, !question.question.isAboutRuns else {
      return WatchColumns(state: state, values: [])
    }
    return WatchColumns(state: state, values: Array(state.watching.values.prefix(max(width - leastList, 0) / columnWidth)))
  }

  /// The addresses above the columns: as many of their last names as fit.
  var labels: StyledText {
    values.reduce(into: StyledText()) { $0 += cell(StyledText(label(of: $1), .key), elision: .start) }
  }

  private func label(of value: StatePath) -> String {
    var label = Substring(value.description)
    while label.count >= Self.columnWidth, let dot = label.firstIndex(of: ".") { label = label[dot...].dropFirst() }
    return String(label)
  }

  func cells(of row: HistoryRow) -> StyledText { values.reduce(into: StyledText()) { $0 += cell(text(of: $1, after: row)) } }

  private func cell(_ text: StyledText, elision: StyledText.Elision = .end) -> StyledText {
    StyledText(" ") + text.fitted(to: Self.columnWidth - 1, elision: elision, alignment: .right, typesetting: state.typesetting)
  }

  private func text(of value: StatePath, after row: HistoryRow) -> StyledText {
    let glyphs = state.typesetting.glyphs
    guard let series = state.watching.series[value] else { return StyledText(glyphs.ellipsis, .dim) }
    let known = series.value(after: row.place)
    guard let now = known.value else { return StyledText(glyphs.absent, .dim) }
    let style: Style = now == known.previous ? .dim : .changed
    return ValuePreview(width: Self.columnWidth - 1, typesetting: state.typesetting).text(of: now).restyled { _ in style }
  }
}
