import FluxtapeHistory
import FluxtapeScreen

// The rows of a comparison.

extension AnswerRows {
  private static let narrow = 60

  /// `#41  run 2 #40  cart.couponApplied  state differs at cart.total: 15 → -5  (-20)`
  func differences(_ differences: RunDifferences) -> [DetailRow] {
    guard !differences.listed.isEmpty else { return notes(differences.agreement, .text) }
    let question = differences.question
    let cursor = state.currentRow?.place
    let cells = differences.listed.map { cell(of: $0, question) }
    let shownWidth = cells.map(\.shown.count).max() ?? 0
    // On a narrow screen, what differs matters more than the step of the other run.
    let otherWidth = width < Self.narrow ? 0 : cells.map(\.other.count).max() ?? 0
    let typeWidth = min(cells.map { typesetting.width(of: $0.type, atMost: width) }.max() ?? 0, max(min(width / 4, 36), 12))
    let room = max(width - shownWidth - otherWidth - typeWidth - 8, 20)
    var rows: [DetailRow] = []
    for (number, difference) in differences.listed.enumerated() {
      let cell = cells[number]
      let isCursor = difference.shown != nil && difference.target == cursor
      let mark = isCursor ? StyledText(typesetting.glyphs.cursor, .cursor) : StyledText(" ")
      let other = otherWidth > 0 ? StyledText(cell.other, .dim).fitted(to: otherWidth) + StyledText("  ") : StyledText()
      let text =
        mark + StyledText(" ") + StyledText(cell.shown, .number).fitted(to: shownWidth) + StyledText("  ") + other
        + StyledText(cell.type).fitted(to: typeWidth, elision: .middle, typesetting: typesetting) + StyledText("  ")
        + words(of: difference, question, room: room)
      var result = row(text, to: difference.target)
      // The row of the timeline is only near the difference then, which a message says.
      if difference.shown == nil { result.action = .divergenceChosen(number) }
      rows.append(result)
    }
    if differences.unlistedCount > 0 {
      rows += notes("\(QuantityText.grouped(differences.unlistedCount)) more: ]v goes on to those of \(question.shownName)", .changed)
    }
    return rows + notes(differences.counts)
  }

  private func cell(of difference: RunDifference, _ question: ComparisonQuestion) -> (shown: String, other: String, type: String) {
    let shown = difference.shown.flatMap { question.shown.rows[$0] }
    let other = difference.other.flatMap { question.other.rows[$0] }
    let type = if case .lastState = difference.kind { "at the end" } else { (shown ?? other)?.type ?? "" }
    return (shown.map(StepWords.name) ?? "", other.map { "\(question.otherName) \(StepWords.name(of: $0))" } ?? "", type)
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
