import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeScreen

/// The bottom row: the keys, or instead of them a message or the prompt. A longer message begins on the rows above.
struct BottomRow {
  let state: InspectorState
  let form: Layout.Form
  private var typesetting: Typesetting { state.typesetting }

  func draw(in frame: inout Frame, _ region: Region) {
    guard !region.isEmpty else { return }
    var lines = messageLines(region)
    if let prompt = state.prompt {
      draw(prompt, in: &frame, region)
    } else if let last = lines.popLast() {
      frame.write(last, row: 0, in: region)
      // Half of it would be in the way of the message.
      let (typed, used) = (StyledText(self.typed, .status), last.width(in: typesetting))
      var left = region
      let right = left.cutRight(typed.width(in: typesetting))
      if used < left.columns { frame.write(typed, row: 0, in: right) }
    } else {
      var left = region
      let typed = StyledText(self.typed, .status)
      let right = left.cutRight(typed.width(in: typesetting))
      frame.write(KeyHints(of: state, form).text(after: paneName, of: left.columns, typesetting), row: 0, in: left)
      frame.write(typed, row: 0, in: right)
    }
    for (number, line) in lines.enumerated() { frame.write(line, row: number, in: withMessage(region)) }
  }

  /// The message, wrapped. Of a very long one the beginning, so that the title stays visible.
  private func messageLines(_ region: Region) -> [StyledText] {
    guard let message = state.message, !region.isEmpty else { return [] }
    let isShort = typesetting.width(of: message.text, atMost: region.columns) < region.columns
    var lines = isShort ? [message.text] : TextWrapping.lines(of: message.text, width: region.columns - 1, in: typesetting)
    let most = max(region.origin.row - (state.isPrompting ? 1 : 0), 1)
    // The last line has an ellipsis then, as it is too long.
    if lines.count > most { lines[(most - 1)...] = [lines[(most - 1)...].joined(separator: " ")] }
    return lines.map { StyledText(" " + $0, message.isError ? .error : .prompt) }
  }

  /// The bottom row, with the rows above it that a message covers.
  func withMessage(_ region: Region) -> Region {
    let covered = max(messageLines(region).count - (state.isPrompting ? 0 : 1), 0)
    let origin = Position(row: region.origin.row - covered, column: region.origin.column)
    return Region(origin: origin, size: Size(rows: region.rows + covered, columns: region.columns))
  }

  /// The keys that wait for more, and what a jump waits for.
  private var typed: String {
    let sequence = state.typed.sequence.map(\.name).joined()
    let isStep = sequence.isEmpty && state.focus == .timeline
    let count = state.typed.count.map { "\($0)" + (isStep ? ": Enter goes to this step; or a key that takes a count" : "") }
    let parts = [state.log.awaited.map { "waiting for \($0.words)" }, count, sequence.isEmpty ? nil : sequence].compactMap(\.self)
    return parts.isEmpty ? "" : " \(parts.joined(separator: "  ")) "
  }

  /// The name of the focused pane if it has no header; for a blame with the step that it is about.
  private var paneName: StyledText {
    guard form == .single else { return StyledText() }
    let name =
      switch state.focus {
      case .timeline: "Timeline"
      case .action: "Action"
      case .diff: "Diff"
      case .state: "State"
      case .answer: state.answer.map { $0.name + ($0.step.map { " \($0)" } ?? "") } ?? ""
      }
    return StyledText("[\(name)]")
  }

  /// Returns the binding whose key, or whose words, are at a column.
  func binding(at column: Int, of region: Region) -> KeyBinding? {
    guard state.prompt == nil, state.message == nil else { return nil }
    let width = region.columns - typesetting.width(of: typed)
    return KeyHints(of: state, form).binding(at: column, of: width, after: paneName, typesetting)
  }
}

// MARK: - The prompt

extension BottomRow {
  /// `/qty▏   37 hits   Enter accepts, Esc goes back`
  func draw(_ prompt: Prompt, in frame: inout Frame, _ region: Region) {
    let help = StyledText(note(on: prompt), .dim)
    var line = region
    // Help gets the columns that a short line does not need.
    let free = region.columns - typesetting.width(of: prompt.line.text, atMost: region.columns) - 12
    let end = line.cutRight(min(help.width(in: typesetting) + 2, max(region.columns * 3 / 5, free)))
    let before = StyledText(prompt.sign + prompt.line.text.prefix(prompt.line.caret), .prompt)
    let after = StyledText(prompt.line.text.dropFirst(prompt.line.caret), .prompt)
    // A long line loses its beginning, so that the caret stays visible.
    let shown = before.shortened(to: max(line.columns - 1, 1), elision: .start, typesetting: typesetting)
    let column = frame.write(shown, at: line.origin, maxWidth: line.columns)
    frame.cursor = Position(row: line.origin.row, column: min(line.origin.column + column, max(region.columns - 1, 0)))
    frame.write(after, at: Position(row: line.origin.row, column: line.origin.column + column), maxWidth: line.columns - column)
    frame.write(help, row: 0, in: end, alignment: .right)
  }

  private func note(on prompt: Prompt) -> String {
    switch prompt.kind {
    case .command: return "Tab completes, Enter runs, Esc goes back"
    case .path: return "Tab completes, Enter goes there, Esc goes back"
    case .pipe: return "a shell command that receives \(state.wholeText?.1 ?? "nothing"); Esc cancels"
    case .listSearch:
      let hits = state.listHits.count.counted(state.listNoun)
      return prompt.line.text.isEmpty ? "words of a \(state.listNoun)" : "\(hits)   Enter selects it, n N go on, Esc goes back"
    case .listFilter: return "\(state.listShare)   Enter lists these, Esc goes back"
    case .search, .filter: break
    }
    if let problem = state.problem(in: prompt) { return state.message == nil ? problem.words : "Enter tries again, Esc closes" }
    guard !prompt.line.text.isEmpty, let search = state.search else {
      guard prompt.kind == .search else { return "a query; Tab completes, Esc goes back" }
      return state.repeatedSearch.map { "Enter finds '\($0.prefix(20))' again; Tab completes, Esc goes back" }
        ?? "a word or a query; Tab completes, Esc goes back"
    }
    guard prompt.kind == .filter else { return search.progress + "   Enter accepts, Esc goes back" }
    let share = search.isComplete ? "" : ", \(search.percent)% searched"
    let enter = prompt.edited == nil ? "Enter adds the filter" : "Enter changes the filter"
    let count = search.counted.words(ofAll: state.stepCount) + share
    return count + "   \(enter), Esc goes back"
  }
}
