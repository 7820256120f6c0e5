import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReports
import FluxtapeScreen

// The rows of a comparison.

extension AnswerRows {
  /// On a narrower pane, the step of the other run is left out, as what differs matters more.
  private static let narrow = 60

  /// ```text
  ///   #39             cart.opened
  ///   #40  other #39  cart.itemAdded
  /// ▶ #41  other #40  cart.couponApplied  cart.total  this: -5, other: 15
  ///        other #41  cart.paid           only in the other run
  /// ```
  /// The pane's header names the runs.
  func differences(_ differences: RunDifferences) -> [DetailRow] {
    let question = differences.question
    guard differences.lines.contains(where: \.isDifference) else { return notes("no difference: \(differences.report.counts)", .text) }
    let cells = differences.lines.map { self.cells(of: $0, question) }
    let shownWidth = cells.map(\.shown.count).max() ?? 0
    let otherWidth = width < Self.narrow ? 0 : cells.map(\.other.count).max() ?? 0
    let typeWidth = min(cells.map { typesetting.width(of: $0.type, atMost: width) }.max() ?? 0, max(min(width / 4, 36), 12))
    let room = max(width - shownWidth - otherWidth - typeWidth - 8, 20)
    var rows = differences.lines.indices.map { number -> DetailRow in
      let (line, cells) = (differences.lines[number], cells[number])
      if case .skipped(let count) = line.kind {
        return .note("  \(typesetting.glyphs.ellipsis) \(QuantityText.counted(count, "row")) alike")
      }
      let isCursor = line.shown != nil && line.target == state.currentRow?.place
      let style = line.isDifference ? Style.text : .dim
      var text = isCursor ? StyledText(typesetting.glyphs.cursor, .cursor) + StyledText(" ") : StyledText("  ")
      text += StyledText(cells.shown, line.isDifference ? .number : .dim).fitted(to: shownWidth) + StyledText("  ")
      if otherWidth > 0 { text += StyledText(cells.other, .dim).fitted(to: otherWidth) + StyledText("  ") }
      text += StyledText(cells.type, style).fitted(to: typeWidth, elision: .middle, typesetting: typesetting) + StyledText("  ")
      var result = row(text + words(of: line, question, room: room), to: line.target)
      // The row of the timeline is only near the difference then, which a message says.
      if line.shown == nil { result.action = { $0.goToDivergence(listed: number) } }
      result.item = number
      return result
    }
    if differences.unlistedCount > 0 {
      rows += notes("\(QuantityText.grouped(differences.unlistedCount)) more: ]v goes on to those of \(question.shownName)", .changed)
    }
    return rows + notes(differences.report.counts)
  }

  /// The step in both runs, or in the one that has it, and its type. The other one is empty where it has the same number, so that no column
  /// is needed for runs with the same steps.
  private func cells(of line: RunDifferences.Line, _ question: ComparisonQuestion) -> (shown: String, other: String, type: String) {
    let (shown, other) = (line.shown.flatMap { question.shown.rows[$0] }, line.other.flatMap { question.other.rows[$0] })
    let (name, otherName) = (shown.map(StepWords.name) ?? "", other.map(StepWords.name) ?? "")
    let type = if case .lastState = line.kind { "at the end" } else { (shown ?? other)?.type ?? "" }
    return (name, otherName.isEmpty || otherName == name ? "" : "other \(otherName)", type)
  }

  private func words(of line: RunDifferences.Line, _ question: ComparisonQuestion, room: Int) -> StyledText {
    let (shown, other) = (line.shown.flatMap { question.shown.rows[$0] }, line.other.flatMap { question.other.rows[$0] })
    switch line.kind {
    case .alike, .skipped: return StyledText()
    case .lastState(let state): return valueWords(state.differences, of: state.store, else: "state differs", room: room)
    case .difference(let part):
      switch part.why {
      case .states:
        let store = shown?.store.map { question.shown.history.stores[$0] }
        return valueWords(part.differences, of: store, else: "state differs", room: room)
      case .contents: return valueWords(part.differences, of: "payload", else: "payload differs", room: room)
      case .outcomes where shown?.hasError == other?.hasError: return StyledText("failed differently", .error)
      case .outcomes: return StyledText("failed only in \(Self.name(isShown: shown?.hasError == true))", .error)
      case .inFlight: return StyledText("\(Self.name(isShown: shown?.isInFlight == true)) ends in this action", .error)
      case .missing, .additional, .actions, .order:
        let run = shown == nil ? question.shown : question.other
        let words =
          part.elsewhere.flatMap { run.rows[$0] }.map {
            "in a different order: \(StepWords.name(of: $0)) in \(Self.name(isShown: shown == nil))"
          } ?? "only in \(Self.name(isShown: shown != nil))"
        return StyledText(words, shown == nil ? .removed : .added)
      }
    }
  }

  /// `cart.total  this: -5, other: 15  and 2 more`. A long path is shortened if the values need the room.
  private func valueWords(_ differences: [ValueDifference], of store: String?, else words: String, room: Int) -> StyledText {
    guard let first = differences.first else { return StyledText(words) }
    let count = differences.count < RunComparison.mostValues ? "\(QuantityText.grouped(differences.count - 1)) more" : "more"
    let more = differences.count > 1 ? StyledText("  and \(count)", .dim) : StyledText()
    let rest = max(room - more.width(in: typesetting) - 2, 24)
    let name = StyledText(ComparisonReport.path(store, first.pointer), .key)
    let both = sides(of: first, room: rest - name.width(in: typesetting, atMost: rest / 2))
    let nameWidth = max(rest - both.width(in: typesetting), 12)
    return name.shortened(to: nameWidth, elision: .middle, typesetting: typesetting) + StyledText("  ") + both + more
  }

  /// `this: -5, other: 15`. Shortens both values to fit.
  private func sides(of values: ValueDifference, room: Int) -> StyledText {
    let (first, second) = (StyledText("this: ", .dim), StyledText(", other: ", .dim))
    let rest = room - first.width(in: typesetting) - second.width(in: typesetting)
    let sides = ValuePreview(width: rest, typesetting: typesetting).sides(
      values.second.map { JSONNode($0) }, values.first.map { JSONNode($0) })
    let shown = values.second == nil ? sides.0 : sides.0.restyled { _ in .added }
    let other = values.first == nil ? sides.1 : sides.1.restyled { _ in .old }
    return first + shown + second + other
  }

  private static func name(isShown: Bool) -> String { isShown ? "this run" : "the other run" }
}
