import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

/// What the status row leaves out to fit the screen; each case leaves out what those before it do.
enum Brevity: Int, CaseIterable, Comparable {
  case whole, withoutChain, withoutHitPlace, shortest

  static func < (left: Brevity, right: Brevity) -> Bool { left.rawValue < right.rawValue }
}

/// The two rows at the bottom: the cursor's position or a message, and the prompt or hints.
struct StatusLine {
  let state: InspectorState
  let form: Layout.Form

  func draw(in frame: inout Frame, _ layout: Layout) {
    guard !layout.hint.isEmpty else { return }
    drawStatus(in: &frame, layout)
    if let prompt = state.prompt {
      Self.draw(prompt, of: state, in: &frame, layout.hint)
    } else {
      let hints = KeyHints(of: state, form)
      let name = Self.paneName(of: state, form)
      frame.write(hints.text(after: name, of: layout.hint.columns, frame.typesetting), row: 0, in: layout.hint)
    }
  }

  private func drawStatus(in frame: inout Frame, _ layout: Layout) {
    let typesetting = frame.typesetting
    let region = layout.status
    let hidesFilters = !layout.slots.contains { $0.pane == .timeline && !$0.header.isEmpty }
    let said = drawLongMessage(in: &frame, above: region)
    let left = said ?? StyledText(" ") + place
    // A message gets the columns that it needs, a place at least some.
    let kept = min(left.width(in: typesetting), said == nil ? region.columns / 4 : region.columns)
    var (whatIf, right) = (StyledText(), StyledText())
    var fits = false
    for brevity in Brevity.allCases where !fits {
      whatIf = whatIfStatus(brevity)
      right = StyledText(facts(hidesFilters: hidesFilters, brevity).joined(separator: "  ") + " ", .status)
      fits = whatIf.width(in: typesetting) + kept + right.width(in: typesetting) < region.columns
    }
    var rest = region
    frame.write(whatIf, row: 0, in: rest.cutLeft(min(whatIf.width(in: typesetting), region.columns - min(kept, region.columns / 2))))
    // Beside a message, half a fact would be in the way.
    let end = rest.cutRight(fits || said == nil ? min(right.width(in: typesetting) + 1, rest.columns - kept) : 0)
    frame.write(left, row: 0, in: rest, elision: said == nil ? .start : .end)
    frame.write(right, row: 0, in: end, elision: .start, alignment: .right)
  }

  private func whatIfStatus(_ brevity: Brevity) -> StyledText {
    WhatIfWords(state: state).status(isShort: form == .single, brevity)
  }

  /// Draws the beginning of a message that does not fit into the status row on the row above.
  ///
  /// - Returns: What the status row has to say, or nil without a message, and after one that the row above holds.
  private func drawLongMessage(in frame: inout Frame, above status: Region) -> StyledText? {
    guard let message = state.message else { return nil }
    let style = message.isError ? Style.error : .prompt
    let whole = StyledText(" " + message.text, style)
    let room = status.columns - min(whatIfStatus(.shortest).width(in: frame.typesetting), status.columns / 2)
    guard whole.width(in: frame.typesetting) > room else { return whole }
    var lines = TextWrapping.lines(of: message.text, width: status.columns - 1, in: frame.typesetting)
    guard !lines.isEmpty else { return whole }
    let above = Region(
      origin: Position(row: status.origin.row - 1, column: status.origin.column), size: Size(rows: 1, columns: status.columns))
    frame.write(StyledText(" " + lines.removeFirst(), style), row: 0, in: above)
    return lines.isEmpty ? nil : StyledText(" " + lines.joined(separator: " "), style)
  }

  /// `cart .items[0].qty`, with a note if the value is absent.
  private var place: StyledText {
    if state.showsRunsOnly { return StyledText() }
    if state.focus == .action, let path = state.details[.action]?.selectedRow?.place?.path {
      return StyledText("." + path.text(in: .null), .status)
    }
    // A pane that does not list the value that the cursor keeps has another one selected, which the keys are about.
    if state.focus == .state || state.focus == .diff, let place = state.details[state.focus]?.selectedRow?.place, place.page == nil,
      !place.path.tokens.isEmpty, place.path != state.valueCursor.paths[place.store]
    {
      return StyledText("\(place.store) \(StatePath(place.path, in: state.stateNode(of: place.store) ?? .null))", .status)
    }
    if let store = state.valueCursor.store, store != state.cursorStore, let path = state.valueCursor.paths[store], !path.tokens.isEmpty {
      return StyledText(StatePath(store: store, path, in: state.stateNode(of: store) ?? .null).description, .status)
    }
    guard let store = state.cursorStore else { return StyledText() }
    var text = StyledText(store, .status)
    guard let path = state.valueCursor.paths[store], !path.tokens.isEmpty else { return text }
    // In an unknown state the value may or may not exist.
    guard let known = state.detail?.states.first(where: { $0.name == store })?.state, known.node != nil || known.isAbsent else {
      return text
    }
    text.append(" " + StatePath(path, in: known.node ?? .null).description, .status)
    let value = path.tokens.reduce(known.node) { value, token in value?[token] }
    if value == nil { text.append(" (absent)", .dim) }
    return text
  }

  /// - Parameter hidesFilters: Whether there is no header that names the filters.
  private func facts(hidesFilters: Bool, _ brevity: Brevity) -> [String] {
    var facts: [String] = []
    let filters = state.filtering.filters
    if hidesFilters, !filters.isEmpty {
      let off = filters.count { !$0.isOn }
      facts.append(QuantityText.counted(filters.count, "filter") + (off == 0 ? "" : off == filters.count ? " off" : ", \(off) off"))
    }
    if state.isListing, !state.words.search.isEmpty {
      let hits = QuantityText.counted(state.listHits.count, state.listNoun)
      if !state.isPrompting { facts.append("/\(state.words.search.prefix(20)): \(hits)") }
    } else if let search = state.search, !state.isPrompting, !state.showsRunsOnly {
      // A search reads the recorded states, not the replayed ones.
      let progress = search.progress(of: state.whatIf.shown == nil ? "hit" : "recorded hit", at: state.currentRow?.place)
      let place = brevity < .withoutHitPlace ? search.place.map { ", in \($0.words)" } ?? "" : ""
      facts.append("/\(search.text.prefix(20)): \(progress)\(place)")
    }
    if let awaited = state.log.awaited { facts.append("waiting for \(awaited.words)") }
    if let count = state.typed.count { facts.append("count \(count)") }
    if !state.typed.sequence.isEmpty { facts.append(state.typed.sequence.map(\.name).joined()) }
    guard !state.showsRunsOnly else {
      return facts + [state.log.trouble, placeInList].compactMap(\.self)
    }
    let percent = brevity < .withoutChain ? self.percent : nil
    guard form != .single else {
      return facts + [state.log.trouble ?? state.log.inputSign(state.typesetting.glyphs), percent].compactMap(\.self)
    }
    if brevity < .withoutChain, let chain = StepChain(ofLinked: state.cursor, in: state) { facts.append(chain.shortWords) }
    facts.append(StepWords.position(state))
    if let percent { facts.append(percent) }
    return facts
  }

  /// `run 2 of 12 in the list`; nil on a row that is no run.
  private var placeInList: String? {
    guard let pane = state.details[.answer], pane.selectedRow?.item != nil else { return nil }
    let count = QuantityText.grouped(pane.itemCount)
    return "run \(QuantityText.grouped(pane.selected + 1)) of \(count) in the list"
  }

  private var percent: String {
    let last = state.rows.lastNumber
    return last > 0 ? "\(state.cursor * 100 / last)%" : "100%"
  }

  /// The name of the focused pane if it has no header; for a blame with the step that it is about.
  static func paneName(of state: InspectorState, _ form: Layout.Form) -> StyledText {
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
}

// MARK: - The prompt

extension StatusLine {
  /// `/qty▏   37 hits   Enter accepts, Esc goes back`
  static func draw(_ prompt: Prompt, of state: InspectorState, in frame: inout Frame, _ region: Region) {
    let typesetting = frame.typesetting
    let help = StyledText(note(on: prompt, of: state), .dim)
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

  private static func note(on prompt: Prompt, of state: InspectorState) -> String {
    switch prompt.kind {
    case .command: return "Tab completes, Enter runs, Esc goes back"
    case .path: return "Tab completes, Enter goes there, Esc goes back"
    case .pipe: return "a shell command that receives \(state.wholeText?.1 ?? "nothing"); Esc cancels"
    case .listSearch:
      let hits = QuantityText.counted(state.listHits.count, state.listNoun)
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
    return count + (search.exclusion.map { ", " + $0 } ?? "") + "   \(enter), Esc goes back"
  }
}
