import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeReports
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
    // What the index knows is there at once.
    case (.waiting, .problems):
      return rows.steps(state.index.problems) + rows.notes("checking the whole log\(state.typesetting.glyphs.ellipsis)  (Ctrl-C cancels)")
    case (.waiting, _): return rows.notes("searching the whole log\(state.typesetting.glyphs.ellipsis)  (Ctrl-C cancels)")
    case (.problem(let problem), _): return rows.notes(problem, .error)
    case (.answer(let answer, let wide, let narrow), .question(let question)):
      return rows.rows(of: answer, wide, narrow, in: question.run.rows)
    case (.statistics(let report), _): return rows.statistics(report)
    case (.problems(let checked, _), .problems(let run)): return rows.problems(checked, in: run.rows)
    case (.comparison(let differences), _): return rows.differences(differences)
    case (_, .plot(let values, let isLogarithmic)):
      return PlotRows(state: state, width: width, height: height).rows(of: values, isLogarithmic: isLogarithmic)
    case (.help(let entries), _): return HelpRows(width: width, typesetting: state.typesetting).rows(of: entries)
    case (.value(_, let text), _): return rows.listed(text.lines.map { StyledText(" " + $0, text.style(of: $0)) })
    case (_, .bookmarks): return rows.bookmarks
    case (_, .filters): return rows.filters
    case (.runs(let list), _): return RunListRows(state: state, width: width).rows(list)
    case (_, .runs): return RunListRows(state: state, width: width).rows(nil)
    default: return []
    }
  }

  func notes(_ text: String, _ style: Style = .dim) -> [DetailRow] {
    DetailRow.notes(text, style, width: width, in: typesetting)
  }

  /// Returns texts as items of a list.
  private func listed(_ texts: [StyledText], to targets: [LinePlace?] = []) -> [DetailRow] {
    texts.enumerated().map { number, text in
      var row = row(text, to: targets.isEmpty ? nil : targets[number])
      row.item = number
      return row
    }
  }

  private func statistics(_ report: StatisticsReport) -> [DetailRow] {
    let lines = report.lines(within: width, typesetting: typesetting)
    let headline = TextWrapping.lines(of: lines.first?.text ?? "", width: width, in: typesetting)
    let rest = lines.dropFirst()
    var rows = listed(rest.map { StyledText($0.text, .text) }, to: rest.map { $0.row.map { report.place(of: $0) } })
    for (place, line) in rest.enumerated() {
      if let group = line.group { rows[place].action = { $0.list(store: group.store, type: group.type) } }
    }
    return headline.map { .note($0, .text) } + rows
  }
}

// MARK: - Answers to questions

extension AnswerRows {
  /// The number of rows of an answer that are shown, around the cursor.
  private static let shownRows = 1000
  private static let styles: [String: Style] = ["path": .key, "step": .number, "time": .dim, "difference": .changed]

  /// `▶ #26  cart.itemRemoved  7240 → 6600  (-640)`
  private func rows(of answer: Answer, _ wide: Table, _ narrow: Table, in run: RunRows) -> [DetailRow] {
    let targets = answer.rows.map { row in row.lazy.compactMap(\.target).first.flatMap(run.place) }
    let cursor = state.currentRow?.place
    let here = cursor.flatMap { cursor in answer.isInOrder ? targets.lastIndex { $0.map { $0 <= cursor } == true } : 0 } ?? 0
    let start = max(0, min(here - Self.shownRows / 2, targets.count - Self.shownRows))
    let shown = start..<min(start + Self.shownRows, targets.count)
    let watched = WatchColumns.besideAnswer(in: state, width: width)
    let width = width - watched.width
    let bars = answer.asked.map { _ in StepBars(shown.compactMap { targets[$0].flatMap { run[$0] } }, columns: (width - 2) * 2 / 5) }
    let room = width - (bars.map { $0.columns + 4 } ?? 2)
    func narrowed(_ table: Table, cutting titles: Set<String> = []) -> Table {
      table.rows(shown).narrowed(to: room, leavingOut: ["time", "store", "difference"], cutting: titles, typesetting: typesetting)
    }
    var table = narrowed(wide)
    if table.textWidth > room { table = narrowed(narrow, cutting: ["path", "type", "change"]) }
    let widths = table.columns.indices.map { column in
      table.rows.map { typesetting.width(of: $0[column], atMost: Table.widestCell) }.max() ?? 0
    }
    let listed = zip(shown, table.rows).map { place, cells in
      var text = sign(of: place, answer, isCursor: targets[place] == cursor)
      for (column, cell) in cells.enumerated() {
        if column > 0 { text += StyledText("  ") }
        text += StyledText(cell, Self.styles[table.columns[column].title] ?? .text).fitted(to: widths[column], typesetting: typesetting)
      }
      var result = row(text, to: targets[place])
      result.item = place
      guard let row = targets[place].flatMap({ run[$0] }) else { return result }
      if let bars {
        text += StyledText("  ")
        result.chartColumn = text.width(in: typesetting)
        text += bars.bar(of: row, lane: row.store.flatMap(state.lanes.lane), typesetting.glyphs)
      }
      if watched.width > 0 { text = text.fitted(to: width, typesetting: typesetting) + watched.cells(of: row) }
      result.content = .text(text)
      return result
    }
    let doubts = ([answer.doubt].compactMap(\.self) + answer.doubts).flatMap { notes("not certain: \($0)", .changed) }
    // The header counts the effects.
    let uncaused = answer.asked == 0 ? answer.heading.flatMap { notes(String($0.drop { $0 == " " })) } : []
    return doubts + uncaused + listed + more(targets.count - shown.count)
  }

  /// Marks the row under the cursor; in a chain, also the causes and the effects of the one that was asked about.
  private func sign(of place: Int, _ answer: Answer, isCursor: Bool) -> StyledText {
    let glyphs = typesetting.glyphs
    if isCursor { return StyledText(glyphs.cursor, .cursor) + StyledText(" ") }
    guard let asked = answer.asked, place != asked else { return StyledText("  ") }
    return StyledText(place < asked ? glyphs.cause : glyphs.effect, .dim) + StyledText(" ")
  }

  private func more(_ count: Int) -> [DetailRow] {
    count > 0 ? notes("\(QuantityText.grouped(count)) more: yc copies the command that prints them all") : []
  }
}

// MARK: - Steps

extension AnswerRows {
  func row(_ text: StyledText, to target: LinePlace?) -> DetailRow {
    var row = DetailRow(.text(text))
    row.target = target
    return row
  }

  /// What a check found: problems, then notes.
  private func problems(_ checked: CheckedRun, in run: RunRows) -> [DetailRow] {
    guard !checked.findings.isEmpty else {
      return notes(
        "Checked, nothing found: the log is whole, and no action ended in an error. No rule of yours was tested: in the Timeline, / finds "
          + "values that must not be, such as cart.total < 0, and /fail finds actions that tell of a failure.")
    }
    return checked.findings.prefix(OpenAnswer.limit).enumerated().flatMap { item, finding -> [DetailRow] in
      let place = finding.row.flatMap { run[$0] }
      // The words of a flag name its path.
      let values = finding.kind == .flagLeftOn ? [] : checked.values(of: finding)
      let changes = values.map { "\($0.path) \($0.change)" }.joined(separator: ", ")
      let words = (finding.isNote ? "note: " : "") + checked.title(of: finding) + (values.isEmpty ? "" : ": \(changes)")
      let lines = TextWrapping.lines(of: words, width: max(width - 12, 20), in: typesetting)
      let name = place.map(StepWords.name) ?? "log"
      return lines.enumerated().map { number, line -> DetailRow in
        let start = StyledText(number == 0 ? name : "", .number).fitted(to: 10) + StyledText("  ")
        var result = row(start + StyledText(line, finding.isNote ? .text : .error), to: place?.place)
        result.item = item
        result.isContinued = number > 0
        result.fullText = number == 0 ? "\(name)  \(words)" : nil
        return result
      }
    } + more(checked.findings.count - OpenAnswer.limit)
  }

  /// Lists rows of the timeline.
  private func steps(_ numbers: [Int]) -> [DetailRow] {
    numbers.prefix(OpenAnswer.limit).compactMap { state.rows[$0] }.map { row in
      self.row(
        StyledText(StepWords.name(of: row), .number).fitted(to: 14) + StyledText(" ")
          + StyledText(row.type, row.isProblem ? .error : .text),
        to: row.place)
    } + more(numbers.count - OpenAnswer.limit)
  }

  private var bookmarks: [DetailRow] {
    guard !state.notes.isEmpty else { return notes("No marks or notes yet: m and a letter sets a mark, :note TEXT adds a note.") }
    let bookmarks = state.notes.bookmarks.map { bookmark in
      let step = state.history.row(of: bookmark.step).flatMap { state.rows[$0] }
      let type = step?.type ?? "(not in the log)"
      let text =
        StyledText(bookmark.letter.map(String.init) ?? " ", .bookmark)
        + StyledText(" #\(QuantityText.grouped(bookmark.step.rawValue))", .number)
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
