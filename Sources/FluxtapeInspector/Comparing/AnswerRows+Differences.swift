import FluxtapeAnswers
import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeReports
import FluxtapeScreen

// The rows of a comparison.

extension AnswerRows {
  /// From this width on, both runs stand beside each other.
  private static let besideWidth = 160

  /// Both runs beside each other:
  ///
  /// ```text
  ///   #39  cart.itemAdded                      │ #39  cart.itemAdded
  /// ▶ #41  cart.couponApplied  cart.total  -5  │ #40  cart.couponApplied  cart.total  15
  ///                                            │ #41  cart.paid           only in run 2
  /// ```
  /// or, with less room, one below the other, so that the values have the whole width:
  ///
  /// ```text
  ///   #39             cart.itemAdded
  /// ▶ #41  other #40  cart.couponApplied  cart.total
  ///        this   -5
  ///        other  15
  /// ```
  /// The pane's header names the runs.
  func differences(_ differences: RunDifferences) -> [DetailRow] {
    let question = differences.question
    guard differences.lines.contains(where: \.isDifference) else { return notes("no difference: \(differences.report.counts)", .text) }
    let texts = DifferenceRows(state: state, differences: differences, width: width)
    var rows = differences.lines.enumerated().flatMap { number, line -> [DetailRow] in
      if case .skipped(let count) = line.kind {
        return [.note("  \(typesetting.glyphs.ellipsis) \(QuantityText.counted(count, "row")) alike")]
      }
      return (width < Self.besideWidth ? texts.below(line) : [texts.beside(line)]).enumerated().map { place, text in
        var row = row(text, to: line.target)
        // The row of the timeline is only near the difference then, which a message says.
        if line.shown == nil { row.action = { $0.goToDivergence(listed: number) } }
        (row.item, row.isContinued) = (number, place > 0)
        return row
      }
    }
    if differences.unlistedCount > 0 {
      rows += notes("\(QuantityText.grouped(differences.unlistedCount)) more: ]v goes on to those of \(question.shownName)", .changed)
    }
    return rows + notes(differences.report.counts)
  }
}

/// The texts of the lines of a comparison.
private struct DifferenceRows {
  let state: InspectorState
  let question: ComparisonQuestion
  let width: Int
  private let nameWidth: Int
  private let typeWidth: Int
  /// Whether the step of the other run is named: not where it has the same name, nor on a narrow pane, as what differs matters more.
  private let namesOther: Bool
  private var typesetting: Typesetting { state.typesetting }

  /// What differs, in words, or as a value: the first of those that differ, as the others follow from it more often than not.
  private enum Difference {
    case none
    case words(StyledText)
    case value(ValueDifference, path: String, others: String)
  }

  init(state: InspectorState, differences: RunDifferences, width: Int) {
    let question = differences.question
    (self.state, self.question, self.width) = (state, question, width)
    let names = differences.lines.map { line in
      (Self.name(of: line.shown, in: question.shown), Self.name(of: line.other, in: question.other))
    }
    nameWidth = names.map { max($0.0.count, $0.1.count) }.max() ?? 0
    namesOther = width >= 60 && names.contains { !$0.1.isEmpty && $0.0 != $0.1 }
    let types = differences.lines.map { state.typesetting.width(of: Self.type(of: $0, question), atMost: width) }
    typeWidth = min(types.max() ?? 0, max(min(width / 4, 36), 12))
  }

  private static func name(of row: Int?, in run: FixedRun) -> String { row.flatMap { run.rows[$0] }.map(StepWords.name) ?? "" }

  private static func type(of line: RunDifferences.Line, _ question: ComparisonQuestion) -> String {
    if case .lastState = line.kind { return "at the end" }
    return (line.shown.flatMap { question.shown.rows[$0] } ?? line.other.flatMap { question.other.rows[$0] })?.type ?? ""
  }
}

// MARK: - Forms

extension DifferenceRows {
  /// Both runs beside each other.
  func beside(_ line: RunDifferences.Line) -> StyledText {
    let columns = (width - 3) / 2
    let (left, right) = (half(line, line.shown, in: question.shown), half(line, line.other, in: question.other))
    var room = columns - 2 - left.width(in: typesetting)
    var (shown, other) = (StyledText(), StyledText())
    switch difference(in: line) {
    case .none: break
    case .words(let words): if line.shown == nil { other = words } else { shown = words }
    case .value(let value, let path, let others):
      room -= others.count
      let nameRoom = min(room / 2, room - Self.leastValue - 2)
      let name = StyledText(path, .key).shortened(to: nameRoom, elision: .middle, typesetting: typesetting) + StyledText("  ")
      let sides = sides(of: value, width: room - name.width(in: typesetting))
      (shown, other) = (name + sides.shown + StyledText(others, .dim), name + sides.other)
    }
    return sign(of: line) + (left + shown).fitted(to: columns - 2, typesetting: typesetting)
      + StyledText(" \(typesetting.glyphs.vertical) ", .border) + right + other
  }

  /// A step of one of the runs; blank without it.
  private func half(_ line: RunDifferences.Line, _ row: Int?, in run: FixedRun) -> StyledText {
    guard row != nil else { return StyledText().fitted(to: nameWidth + typeWidth + 4) }
    return StyledText(Self.name(of: row, in: run), line.isDifference ? .number : .dim).fitted(to: nameWidth) + StyledText("  ")
      + type(of: line)
  }

  /// Both runs one below the other.
  func below(_ line: RunDifferences.Line) -> [StyledText] {
    let (shown, other) = (Self.name(of: line.shown, in: question.shown), Self.name(of: line.other, in: question.other))
    var text = sign(of: line) + StyledText(shown, line.isDifference ? .number : .dim).fitted(to: nameWidth) + StyledText("  ")
    if namesOther {
      let words = other.isEmpty || other == shown ? "" : "other \(other)"
      text += StyledText(words, .dim).fitted(to: nameWidth + 6) + StyledText("  ")
    }
    text += type(of: line)
    let room = width - text.width(in: typesetting)
    let indent = String(repeating: " ", count: nameWidth + 4)
    switch difference(in: line) {
    case .none: return [text]
    case .words(let words): return words.width(in: typesetting) <= room ? [text + words] : [text, StyledText(indent) + words]
    case .value(let value, let path, let others):
      let name = StyledText(path, .key).shortened(to: max(room - others.count, 1), elision: .middle, typesetting: typesetting)
      let sides = sides(of: value, width: width - indent.count - 7)
      return [
        text + name + StyledText(others, .dim), StyledText(indent + "this   ", .dim) + sides.shown,
        StyledText(indent + "other  ", .dim) + sides.other,
      ]
    }
  }

  private func sign(of line: RunDifferences.Line) -> StyledText {
    let isCursor = line.shown != nil && line.target == state.currentRow?.place
    return isCursor ? StyledText(typesetting.glyphs.cursor, .cursor) + StyledText(" ") : StyledText("  ")
  }

  private func type(of line: RunDifferences.Line) -> StyledText {
    StyledText(Self.type(of: line, question), line.isDifference ? .text : .dim)
      .fitted(to: typeWidth, elision: .middle, typesetting: typesetting) + StyledText("  ")
  }

  /// A value gets at least this width.
  private static let leastValue = 8

  /// Both values in the same columns: long texts around their first difference, and texts that look alike with escapes.
  private func sides(of values: ValueDifference, width: Int) -> (shown: StyledText, other: StyledText) {
    let preview = ValuePreview(width: max(width, Self.leastValue), typesetting: typesetting)
    let (shown, other) = (values.second.map { JSONNode($0) }, values.first.map { JSONNode($0) })
    func text(of value: JSONNode?) -> StyledText { value.map { preview.text(of: $0) } ?? StyledText("absent", .dim) }
    var sides = (text(of: shown), text(of: other))
    if let shown, let other, !preview.isWhole(shown) || !preview.isWhole(other), let cut = preview.difference(from: shown, to: other) {
      sides = cut
    }
    sides = StyledText.distinguished(sides.0, sides.1)
    return (shown == nil ? sides.0 : sides.0.restyled { _ in .added }, other == nil ? sides.1 : sides.1.restyled { _ in .old })
  }
}

// MARK: - What differs

extension DifferenceRows {
  private func difference(in line: RunDifferences.Line) -> Difference {
    let (shown, other) = (line.shown.flatMap { question.shown.rows[$0] }, line.other.flatMap { question.other.rows[$0] })
    switch line.kind {
    case .alike, .skipped: return .none
    case .lastState(let state): return value(state.differences, of: state.store, else: "state differs")
    case .difference(let part):
      switch part.why {
      case .states:
        return value(part.differences, of: shown?.store.map { question.shown.history.stores[$0] }, else: "state differs")
      case .contents: return value(part.differences, of: "payload", else: "payload differs")
      case .outcomes where shown?.hasError == other?.hasError: return .words(StyledText("failed differently", .error))
      case .outcomes: return .words(StyledText("failed only in \(Self.name(isShown: shown?.hasError == true))", .error))
      case .inFlight: return .words(StyledText("\(Self.name(isShown: shown?.isInFlight == true)) ends in this action", .error))
      case .missing, .additional, .actions, .order:
        let run = shown == nil ? question.shown : question.other
        let words =
          part.elsewhere.flatMap { run.rows[$0] }.map {
            "in a different order: \(StepWords.name(of: $0)) in \(Self.name(isShown: shown == nil))"
          } ?? "only in \(Self.name(isShown: shown != nil))"
        return .words(StyledText(words, shown == nil ? .removed : .added))
      }
    }
  }

  private func value(_ differences: [ValueDifference], of store: String?, else words: String) -> Difference {
    guard let first = differences.first else { return .words(StyledText(words)) }
    let count = differences.count < RunComparison.mostValues ? "\(QuantityText.grouped(differences.count - 1)) more" : "more"
    return .value(first, path: StatePath(store: store, first.pointer).description, others: differences.count > 1 ? "  and \(count)" : "")
  }

  private static func name(isShown: Bool) -> String { isShown ? "this run" : "the other run" }
}
