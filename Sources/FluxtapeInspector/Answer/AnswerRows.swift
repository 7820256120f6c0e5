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

  static func rows(of answer: Answer, in state: InspectorState, width: Int, height: Int) -> [DetailRow] {
    let rows = AnswerRows(state: state, width: width)
    switch (answer.content, answer.subject) {
    // What the index knows is there at once.
    case (.waiting, .problems):
      return rows.steps(state.index.problems) + rows.notes("checking the whole log\(state.typesetting.glyphs.ellipsis)  (Ctrl-C cancels)")
    case (.waiting, _): return rows.notes("searching the whole log\(state.typesetting.glyphs.ellipsis)  (Ctrl-C cancels)")
    case (.problem(let problem), _): return rows.notes(problem, .error)
    case (.blame(let entries, let state, let run), .blame(let question)): return rows.blame(entries, in: state, question, run)
    case (.changes(let changes, let run), .changes(let question)): return rows.changes(changes, of: question, in: run)
    case (.statistics(let report), _): return rows.statistics(report)
    case (.problems(let checked, let run, _), _): return rows.problems(checked, in: run)
    case (.comparison(let differences), _): return rows.differences(differences)
    case (_, .plot(let values, let isLogarithmic)):
      return PlotRows(state: state, width: width, height: height).rows(of: values, isLogarithmic: isLogarithmic)
    case (_, .chain(let row)): return ChainRows(state: state, width: width).rows(around: row)
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

  private func statistics(_ report: StatisticsReport) -> [DetailRow] {
    let lines = report.lines(within: width, typesetting: typesetting)
    let headline = TextWrapping.lines(of: lines.first?.text ?? "", width: width, in: typesetting)
    return headline.map { .note($0, .text) }
      + lines.dropFirst().map { line in row(StyledText(line.text, .text), to: line.row.map { report.place(of: $0) }) }
  }
}

// MARK: - Values

extension AnswerRows {
  /// `total  15 → -5   #41 09:00:18.923 cart.couponApplied`
  private func blame(_ entries: [Blame], in storeState: StoreState, _ question: ValueQuestion, _ run: RunRows) -> [DetailRow] {
    guard !entries.isEmpty else { return notes("There is no \(question.address) after \(question.step).") }
    let document = storeState.node ?? .null
    let paths = entries.prefix(Answer.limit).map { StatePath($0.pointer, in: document).description }
    let pathWidth = min(paths.map { typesetting.width(of: $0, atMost: 40) }.max() ?? 0, max(width / 3, 8))
    let origins = entries.prefix(Answer.limit).map { origin($0.origin, in: run) }
    let originWidth = min(origins.map { $0.width(in: typesetting, atMost: width) }.max() ?? 0, width / 2)
    let room = max(width - pathWidth - originWidth - 4, 11)
    let values = entries.prefix(Answer.limit).map { entry in
      change(from: entry.old.map(JSONNode.init), to: JSONNode(entry.value), isFirst: entry.old == nil, room: room)
    }
    let valueWidth = min(values.map { $0.width(in: typesetting, atMost: room) }.max() ?? 0, room)
    return doubts(about: storeState, in: question.run.history)
      + entries.prefix(Answer.limit).indices.map { place in
        let text =
          StyledText(paths[place], .key).fitted(to: pathWidth, elision: .middle, typesetting: typesetting) + StyledText("  ")
          + values[place].fitted(to: valueWidth, typesetting: typesetting) + StyledText("  ") + origins[place]
        return row(text, to: run.place(of: entries[place].origin.row))
      } + more(than: entries.count)
  }

  private func doubts(about state: StoreState, in history: History) -> [DetailRow] {
    guard case .known(_, let certainty) = state else { return [] }
    return StateWords.uncertain(certainty, in: history).map { notes($0, .changed) } ?? []
  }

  private func changes(_ changes: [ValueChange], of question: ValueQuestion, in run: RunRows) -> [DetailRow] {
    guard !changes.isEmpty else { return notes("No step has or changes a value at \(question.address), as far as the log tells.") }
    // A long list shows the changes around the cursor.
    let cursor = state.currentRow?.place
    let here = cursor.flatMap { cursor in changes.lastIndex { run.place(of: $0.row).map { $0 <= cursor } == true } } ?? 0
    let start = max(0, min(here - Answer.limit / 2, changes.count - Answer.limit))
    let shown = changes[start..<min(start + Answer.limit, changes.count)]
    let stepWidth = QuantityText.grouped(state.history.lastStep?.rawValue ?? 0).count + 1
    return shown.map { entry in
      let isBefore = entry.origin.isBeforeRecording
      let mark = run.place(of: entry.row) == cursor ? StyledText(typesetting.glyphs.cursor, .cursor) : StyledText(" ")
      let typeWidth = max(min(width / 3, 36), 12)
      let room = max(width - stepWidth - typeWidth - 6, 16)
      let value = change(from: entry.old.map(JSONNode.init), to: entry.new.map(JSONNode.init), isFirst: isBefore, room: room)
      let type = isBefore ? StyledText("recording began", .dim) : self.type(entry.origin, in: run)
      let text =
        mark + StyledText(" ") + step(entry.origin, in: run).fitted(to: stepWidth) + StyledText("  ")
        + type.fitted(to: typeWidth, elision: .middle, typesetting: typesetting) + StyledText("  ") + value
      return row(text, to: run.place(of: entry.origin.row))
    } + more(than: changes.count)
  }

  /// `15 → -5  (-20)`. Shortens both values to fit, and drops the difference if that does not suffice.
  func change(from old: JSONNode?, to new: JSONNode?, isFirst: Bool, room: Int) -> StyledText {
    func preview(_ value: JSONNode?, width: Int) -> StyledText {
      value.map { ValuePreview(width: max(width, 8), typesetting: typesetting).text(of: $0) } ?? StyledText("absent", .dim)
    }
    guard old != nil || !isFirst else { return preview(new, width: room) }
    var delta = StyledText()
    if let old = old?.number, let new = new?.number, let number = numberDelta(from: old, to: new) {
      delta = StyledText("  (\(number))", .changed)
    }
    let arrow = StyledText(" \(typesetting.glyphs.arrow) ", .dim)
    if !delta.runs.isEmpty {
      let whole = preview(old, width: room) + arrow + preview(new, width: room) + delta
      if whole.width(in: typesetting) > room { delta = StyledText() }
    }
    let rest = room - arrow.width(in: typesetting) - delta.width(in: typesetting)
    let (first, last) = ValuePreview(width: rest, typesetting: typesetting).sides(old, new)
    return (old == nil ? first : first.restyled { _ in .old }) + arrow + (new == nil ? last : last.restyled { _ in .added }) + delta
  }

  private func more(than count: Int) -> [DetailRow] {
    count > Answer.limit ? notes("\(QuantityText.grouped(count - Answer.limit)) more: yc copies the command that prints them all") : []
  }
}

// MARK: - Steps

extension ValueOrigin {
  fileprivate var isBeforeRecording: Bool { if case .beforeRecording = self { true } else { false } }
}

extension AnswerRows {
  func row(_ text: StyledText, to target: LinePlace?) -> DetailRow {
    var row = DetailRow(.text(text))
    row.target = target
    return row
  }

  private func step(_ origin: ValueOrigin, in run: RunRows) -> StyledText {
    func name(_ number: Int) -> String { run[number].map(StepWords.name) ?? "?" }
    return switch origin {
    case .action(let row): StyledText(name(row), .number)
    case .between(let first, let last): StyledText(first == last ? name(last) : "\(name(first)) to \(name(last))", .number)
    case .beforeRecording(let row): StyledText(name(row), .dim)
    }
  }

  private func type(_ origin: ValueOrigin, in run: RunRows) -> StyledText {
    switch origin {
    case .action(let row): StyledText(run[row]?.type ?? "")
    case .between: StyledText("one of these; some steps are not recorded", .dim)
    case .beforeRecording: StyledText("present when recording began", .dim)
    }
  }

  private func origin(_ origin: ValueOrigin, in run: RunRows) -> StyledText {
    step(origin, in: run) + StyledText(" ") + type(origin, in: run)
  }

  /// What a check found: problems, then notes.
  private func problems(_ checked: CheckedRun, in run: RunRows) -> [DetailRow] {
    guard !checked.findings.isEmpty else {
      return notes(
        "No problems: the log is whole, no action ended in an error, and nothing looks wrong. "
          + "/ finds values that must not be, such as cart.total < 0.")
    }
    return checked.findings.prefix(Answer.limit).flatMap { finding -> [DetailRow] in
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
        result.isContinued = number > 0
        result.fullText = number == 0 ? "\(name)  \(words)" : nil
        return result
      }
    } + more(than: checked.findings.count)
  }

  /// Lists rows of the timeline.
  private func steps(_ numbers: [Int]) -> [DetailRow] {
    numbers.prefix(Answer.limit).compactMap { state.rows[$0] }.map { row in
      self.row(
        StyledText(StepWords.name(of: row), .number).fitted(to: 14) + StyledText(" ")
          + StyledText(row.type, row.isProblem ? .error : .text),
        to: row.place)
    } + more(than: numbers.count)
  }

  private var bookmarks: [DetailRow] {
    guard !state.notes.isEmpty else { return notes("No marks or notes yet: m and a letter sets a mark, :note TEXT adds a note.") }
    return state.notes.bookmarks.map { bookmark in
      let step = state.history.row(of: bookmark.step).flatMap { state.rows[$0] }
      let type = step?.type ?? "(not in the log)"
      let text =
        StyledText(bookmark.letter.map(String.init) ?? " ", .bookmark)
        + StyledText(" #\(QuantityText.grouped(bookmark.step.rawValue))", .number)
        .fitted(to: 10) + StyledText(" ")
        + StyledText(type).fitted(to: max(min(width / 3, 32), 12), elision: .middle, typesetting: typesetting)
        + StyledText("  ") + StyledText(bookmark.note, .string)
      return row(text, to: step?.place)
    }
  }
}

extension String {
  func fittedRight(_ width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
}
