import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeScreen

// The rows of a comparison.

extension AnswerRows {
  /// On a narrower pane, the step of the other run is left out, as what differs matters more.
  private static let narrow = 60

  /// The step in both runs, or in the one that has it, and its type.
  private struct Cells {
    var shown = ""
    /// Empty where it has the same number, so that no column is needed for runs with the same steps.
    var other = ""
    var type = ""
  }

  /// ```text
  ///   #39             cart.opened
  ///   #40  run 2 #39  cart.itemAdded
  /// ▶ #41  run 2 #40  cart.couponApplied  state differs at cart.total  this run: -5, run 2: 15
  ///        run 2 #41  cart.paid           only in run 2
  /// ```
  func differences(_ differences: RunDifferences) -> [DetailRow] {
    guard !differences.listed.isEmpty else { return notes(differences.agreement, .text) }
    let question = differences.question
    let cells = differences.lines.map { self.cells(of: $0, differences) }
    let shownWidth = cells.map(\.shown.count).max() ?? 0
    let otherWidth = width < Self.narrow ? 0 : cells.map(\.other.count).max() ?? 0
    let typeWidth = min(cells.map { typesetting.width(of: $0.type, atMost: width) }.max() ?? 0, max(min(width / 4, 36), 12))
    let room = max(width - shownWidth - otherWidth - typeWidth - 8, 20)
    func step(_ cells: Cells, _ style: Style) -> StyledText {
      var text = StyledText(cells.shown, style == .dim ? .dim : .number).fitted(to: shownWidth) + StyledText("  ")
      if otherWidth > 0 { text += StyledText(cells.other, .dim).fitted(to: otherWidth) + StyledText("  ") }
      return text + StyledText(cells.type, style).fitted(to: typeWidth, elision: .middle, typesetting: typesetting) + StyledText("  ")
    }
    var rows = zip(differences.lines, cells).map { line, cells in row(of: line, differences, room: room) { step(cells, $0) } }
    if differences.unlistedCount > 0 {
      rows += notes("\(QuantityText.grouped(differences.unlistedCount)) more: ]v goes on to those of \(question.shownName)", .changed)
    }
    return rows + notes(differences.counts)
  }

  /// - Parameter step: The cells of both steps in a style.
  private func row(of line: RunDifferences.Line, _ differences: RunDifferences, room: Int, _ step: (Style) -> StyledText) -> DetailRow {
    func mark(_ isCursor: Bool) -> StyledText {
      (isCursor ? StyledText(typesetting.glyphs.cursor, .cursor) : StyledText(" ")) + StyledText(" ")
    }
    switch line {
    case .skipped(let count):
      return .note("  \(typesetting.glyphs.ellipsis) \(QuantityText.counted(count, "row")) alike")
    case .alike(let shown, _):
      let place = differences.question.shown.rows.place(of: shown)
      return row(mark(place == state.currentRow?.place) + step(.dim), to: place)
    case .difference(let number):
      let difference = differences.listed[number]
      let isCursor = difference.shown != nil && difference.target == state.currentRow?.place
      let words = words(of: difference, differences.question, room: room)
      var result = row(mark(isCursor) + step(.text) + words, to: difference.target)
      // The row of the timeline is only near the difference then, which a message says.
      if difference.shown == nil { result.action = .divergenceChosen(number) }
      return result
    }
  }

  private func cells(of line: RunDifferences.Line, _ differences: RunDifferences) -> Cells {
    let question = differences.question
    func cells(_ shown: Int?, _ other: Int?) -> Cells {
      let (shown, other) = (shown.flatMap { question.shown.rows[$0] }, other.flatMap { question.other.rows[$0] })
      let (name, otherName) = (shown.map(StepWords.name) ?? "", other.map(StepWords.name) ?? "")
      return Cells(
        shown: name, other: otherName.isEmpty || otherName == name ? "" : "\(question.otherName) \(otherName)",
        type: (shown ?? other)?.type ?? "")
    }
    switch line {
    case .skipped: return Cells()
    case .alike(let shown, let other): return cells(shown, other)
    case .difference(let number):
      let difference = differences.listed[number]
      var result = cells(difference.shown, difference.other)
      if case .lastState = difference.kind { result.type = "at the end" }
      return result
    }
  }

  private func words(of difference: RunDifference, _ question: ComparisonQuestion, room: Int) -> StyledText {
    switch difference.kind {
    case .state(let values), .lastState(let values): valueWords("state", values, question, room: room)
    case .payload(let values): valueWords("payload", values, question, room: room)
    case .failure: StyledText(failure(difference, question), .error)
    case .inFlight:
      StyledText("\(isInFlight(difference.shown, question.shown) ? question.shownName : question.otherName) ends in this action", .error)
    case .onlyShown(let elsewhere):
      StyledText(Self.only(in: question.shownName, elsewhere, question.otherName, question.other), .added)
    case .onlyOther(let elsewhere):
      StyledText(Self.only(in: question.otherName, elsewhere, question.shownName, question.shown), .removed)
    }
  }

  /// `state differs at cart.total  this run: -5, run 2: 15  and 2 more`
  private func valueWords(_ what: String, _ values: RunDifference.Values?, _ question: ComparisonQuestion, room: Int) -> StyledText {
    var start = StyledText("\(what) differs")
    guard let values else { return start }
    if values.path != "." { start += StyledText(" at ") + StyledText(values.path, .key) }
    start += StyledText("  ")
    let more = values.more.map { StyledText("  and \($0)", .dim) } ?? StyledText()
    let rest = room - start.width(in: typesetting, atMost: room) - more.width(in: typesetting)
    return start + sides(of: values, question, room: max(rest, 16)) + more
  }

  /// `this run: -5, run 2: 15`. Shortens both values to fit.
  private func sides(of values: RunDifference.Values, _ question: ComparisonQuestion, room: Int) -> StyledText {
    func preview(_ value: JSONNode?, _ style: Style, width: Int) -> StyledText {
      guard let value else { return StyledText("absent", .dim) }
      return ValuePreview(width: max(width, 8), typesetting: typesetting).text(of: value).restyled { _ in style }
    }
    let (first, second) = (StyledText("\(question.shownName): ", .dim), StyledText(", \(question.otherName): ", .dim))
    let rest = room - first.width(in: typesetting) - second.width(in: typesetting)
    // One value gets the columns that the other does not need.
    let otherWidth = preview(values.other, .old, width: rest).width(in: typesetting, atMost: max(rest, 0))
    let shown = preview(values.shown, .added, width: max(rest / 2, rest - otherWidth))
    let other = preview(values.other, .old, width: rest - shown.width(in: typesetting))
    return first + shown + second + other
  }

  private func failure(_ difference: RunDifference, _ question: ComparisonQuestion) -> String {
    let hasFailed = (
      shown: difference.shown.flatMap { question.shown.rows[$0] }?.hasError == true,
      other: difference.other.flatMap { question.other.rows[$0] }?.hasError == true
    )
    guard hasFailed.shown != hasFailed.other else { return "failed differently" }
    return "failed only in \(hasFailed.shown ? question.shownName : question.otherName)"
  }

  private func isInFlight(_ row: Int?, _ run: FixedRun) -> Bool { row.flatMap { run.rows[$0] }?.isInFlight == true }

  /// - Parameter elsewhere: The row in the run that lacks it here.
  private static func only(in name: String, _ elsewhere: Int?, _ otherName: String, _ other: FixedRun) -> String {
    guard let row = elsewhere.flatMap({ other.rows[$0] }) else { return "only in \(name)" }
    return "in a different order: \(StepWords.name(of: row)) in \(otherName)"
  }
}
