import FluxtapeHistory
import FluxtapeScreen

// The rows of a comparison.

extension AnswerRows {
  /// On a narrower pane, the runs are not side by side.
  private static let wide = 78
  /// On a narrower pane, the step of the other run is left out, as what differs matters more.
  private static let narrow = 60

  /// The cells of a line: the same step in both runs, or nothing where a run lacks it.
  private struct Cells {
    var shown = ""
    var shownType = ""
    var other = ""
    var otherType = ""

    /// The type if there is one column for it.
    var type: String { shownType.isEmpty ? otherType : shownType }
  }

  private struct Widths {
    var shown = 0
    var other = 0
    var type = 0
    var isWide = false
  }

  /// ```text
  ///   #40  cart.itemAdded         run 2 #39  cart.itemAdded
  /// ▶ #41  cart.couponApplied     run 2 #40  cart.couponApplied     state differs at cart.total: 15 → -5  (-20)
  ///                               run 2 #41  cart.paid              only in run 2
  /// ```
  func differences(_ differences: RunDifferences) -> [DetailRow] {
    guard !differences.listed.isEmpty else { return notes(differences.agreement, .text) }
    let question = differences.question
    let cells = differences.lines.map { cells(of: $0, differences) }
    var widths = Widths()
    widths.isWide = width >= Self.wide
    widths.shown = cells.map(\.shown.count).max() ?? 0
    widths.other = width < Self.narrow ? 0 : cells.map(\.other.count).max() ?? 0
    let mostType = max(min(width / (widths.isWide ? 5 : 4), 36), 12)
    widths.type = min(cells.map { typesetting.width(of: $0.type, atMost: width) }.max() ?? 0, mostType)
    let room = max(width - widths.shown - widths.other - (widths.isWide ? 2 * widths.type + 2 : widths.type) - 8, 20)
    var rows = zip(differences.lines, cells).map { line, cells in row(of: line, cells, widths, differences, room: room) }
    if differences.unlistedCount > 0 {
      rows += notes("\(QuantityText.grouped(differences.unlistedCount)) more: ]v goes on to those of \(question.shownName)", .changed)
    }
    return rows + notes(differences.counts)
  }

  private func row(
    of line: RunDifferences.Line, _ cells: Cells, _ widths: Widths, _ differences: RunDifferences, room: Int
  ) -> DetailRow {
    switch line {
    case .skipped(let count):
      return .note("  \(typesetting.glyphs.ellipsis) \(QuantityText.counted(count, "step")) alike")
    case .alike(let shown, _):
      let place = differences.question.shown.rows.place(of: shown)
      return row(text(of: cells, widths, style: .dim, isCursor: place == state.currentRow?.place), to: place)
    case .difference(let number):
      let difference = differences.listed[number]
      let isCursor = difference.shown != nil && difference.target == state.currentRow?.place
      var result = row(
        text(of: cells, widths, style: .text, isCursor: isCursor) + words(of: difference, differences.question, room: room),
        to: difference.target)
      // The row of the timeline is only near the difference then, which a message says.
      if difference.shown == nil { result.action = .divergenceChosen(number) }
      return result
    }
  }

  private func text(of cells: Cells, _ widths: Widths, style: Style, isCursor: Bool) -> StyledText {
    func type(_ text: String) -> StyledText {
      StyledText(text, style).fitted(to: widths.type, elision: .middle, typesetting: typesetting) + StyledText("  ")
    }
    var text = (isCursor ? StyledText(typesetting.glyphs.cursor, .cursor) : StyledText(" ")) + StyledText(" ")
    text += StyledText(cells.shown, style == .dim ? .dim : .number).fitted(to: widths.shown) + StyledText("  ")
    if widths.isWide { text += type(cells.shownType) }
    if widths.other > 0 { text += StyledText(cells.other, .dim).fitted(to: widths.other) + StyledText("  ") }
    return text + type(widths.isWide ? cells.otherType : cells.type)
  }

  private func cells(of line: RunDifferences.Line, _ differences: RunDifferences) -> Cells {
    switch line {
    case .skipped: Cells()
    case .alike(let shown, let other): cells(shown, other, differences.question)
    case .difference(let number):
      if case .lastState = differences.listed[number].kind {
        lastState(differences.listed[number], differences.question)
      } else {
        cells(differences.listed[number].shown, differences.listed[number].other, differences.question)
      }
    }
  }

  private func lastState(_ difference: RunDifference, _ question: ComparisonQuestion) -> Cells {
    var cells = cells(difference.shown, difference.other, question)
    (cells.shownType, cells.otherType) = ("at the end", "at the end")
    return cells
  }

  private func cells(_ shown: Int?, _ other: Int?, _ question: ComparisonQuestion) -> Cells {
    let (shown, other) = (shown.flatMap { question.shown.rows[$0] }, other.flatMap { question.other.rows[$0] })
    return Cells(
      shown: shown.map(StepWords.name) ?? "", shownType: shown?.type ?? "",
      other: other.map { "\(question.otherName) \(StepWords.name(of: $0))" } ?? "", otherType: other?.type ?? "")
  }

  private func words(of difference: RunDifference, _ question: ComparisonQuestion, room: Int) -> StyledText {
    switch difference.kind {
    case .state(let values), .lastState(let values): valueWords("state", values, room: room)
    case .payload(let values): valueWords("payload", values, room: room)
    case .failure: StyledText(failure(difference, question), .error)
    case .inFlight:
      StyledText("\(isInFlight(difference.shown, question.shown) ? question.shownName : question.otherName) ends in this action", .error)
    case .onlyShown(let elsewhere):
      StyledText(Self.only(in: question.shownName, elsewhere, question.otherName, question.other), .added)
    case .onlyOther(let elsewhere):
      StyledText(Self.only(in: question.otherName, elsewhere, question.shownName, question.shown), .removed)
    }
  }

  /// `state differs at cart.total: 15 → -5  (-20)  and 2 more`
  private func valueWords(_ what: String, _ values: RunDifference.Values?, room: Int) -> StyledText {
    var start = StyledText("\(what) differs")
    guard let values else { return start }
    if values.path != "." { start += StyledText(" at ") + StyledText(values.path, .key) }
    start += StyledText(": ")
    let more = values.more.map { StyledText("  and \($0)", .dim) } ?? StyledText()
    let rest = room - start.width(in: typesetting, atMost: room) - more.width(in: typesetting)
    return start + change(from: values.other, to: values.shown, isFirst: false, room: max(rest, 16)) + more
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
