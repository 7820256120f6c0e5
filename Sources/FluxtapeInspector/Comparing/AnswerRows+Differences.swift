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
  ///   #40  other #39  cart.itemAdded
  /// ▶ #41  other #40  cart.couponApplied  cart.total  this: -5, other: 15
  ///        other #41  cart.paid           only in the other run
  /// ```
  /// The pane's header names the runs.
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
    var rows = zip(differences.lines, cells).enumerated().map { number, pair in
      var row = row(of: pair.0, differences, room: room) { step(pair.1, $0) }
      row.item = number
      return row
    }
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
      if difference.shown == nil { result.action = { $0.goToDivergence(listed: number) } }
      return result
    }
  }

  private func cells(of line: RunDifferences.Line, _ differences: RunDifferences) -> Cells {
    let question = differences.question
    func cells(_ shown: Int?, _ other: Int?) -> Cells {
      let (shown, other) = (shown.flatMap { question.shown.rows[$0] }, other.flatMap { question.other.rows[$0] })
      let (name, otherName) = (shown.map(StepWords.name) ?? "", other.map(StepWords.name) ?? "")
      return Cells(
        shown: name, other: otherName.isEmpty || otherName == name ? "" : "other \(otherName)",
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
    case .state(let values), .lastState(let values):
      values.map { valueWords($0.path == "." ? "state" : $0.path, $0, room: room) } ?? StyledText("state differs")
    case .payload(let values):
      values.map { valueWords("payload" + ($0.path == "." ? "" : $0.path), $0, room: room) } ?? StyledText("payload differs")
    case .failure: StyledText(failure(difference, question), .error)
    case .inFlight:
      StyledText("\(Self.name(isShown: isInFlight(difference.shown, question.shown))) ends in this action", .error)
    case .onlyShown(let elsewhere):
      StyledText(Self.only(inShown: true, elsewhere, question.other), .added)
    case .onlyOther(let elsewhere):
      StyledText(Self.only(inShown: false, elsewhere, question.shown), .removed)
    }
  }

  /// `cart.total  this: -5, other: 15  and 2 more`. A long path is shortened if the values need the room.
  private func valueWords(_ path: String, _ values: RunDifference.Values, room: Int) -> StyledText {
    let more = values.more.map { StyledText("  and \($0)", .dim) } ?? StyledText()
    let rest = max(room - more.width(in: typesetting) - 2, 24)
    let name = StyledText(path, .key)
    let both = sides(of: values, room: rest - name.width(in: typesetting, atMost: rest / 2))
    let nameWidth = max(rest - both.width(in: typesetting), 12)
    return name.shortened(to: nameWidth, elision: .middle, typesetting: typesetting) + StyledText("  ") + both + more
  }

  /// `this: -5, other: 15`. Shortens both values to fit.
  private func sides(of values: RunDifference.Values, room: Int) -> StyledText {
    let (first, second) = (StyledText("this: ", .dim), StyledText(", other: ", .dim))
    let rest = room - first.width(in: typesetting) - second.width(in: typesetting)
    let sides = ValuePreview(width: rest, typesetting: typesetting).sides(values.shown, values.other)
    let shown = values.shown == nil ? sides.0 : sides.0.restyled { _ in .added }
    let other = values.other == nil ? sides.1 : sides.1.restyled { _ in .old }
    return first + shown + second + other
  }

  private func failure(_ difference: RunDifference, _ question: ComparisonQuestion) -> String {
    let hasFailed = (
      shown: difference.shown.flatMap { question.shown.rows[$0] }?.hasError == true,
      other: difference.other.flatMap { question.other.rows[$0] }?.hasError == true
    )
    guard hasFailed.shown != hasFailed.other else { return "failed differently" }
    return "failed only in \(Self.name(isShown: hasFailed.shown))"
  }

  private func isInFlight(_ row: Int?, _ run: FixedRun) -> Bool { row.flatMap { run.rows[$0] }?.isInFlight == true }

  /// - Parameters:
  ///   - elsewhere: The row in the run that lacks it here.
  ///   - run: That run.
  private static func only(inShown isShown: Bool, _ elsewhere: Int?, _ run: FixedRun) -> String {
    guard let row = elsewhere.flatMap({ run.rows[$0] }) else { return "only in \(name(isShown: isShown))" }
    return "in a different order: \(StepWords.name(of: row)) in \(name(isShown: !isShown))"
  }

  private static func name(isShown: Bool) -> String { isShown ? "this run" : "the other run" }
}
