import FluxtapeHistory
import FluxtapeScreen

// What lies over the panes: help and the prompt.

extension InspectorState {
  /// Closes what is on top; with nothing left to close, leaves.
  mutating func closeLayer() {
    switch layer {
    case .none: ask(.terminal(.quit))
    case .help, .prompt: layer = .none
    }
  }

  /// Esc takes back one thing, and never quits.
  mutating func escape() {
    switch layer {
    case .prompt(let prompt):
      show(row: prompt.origin)
      if search != prompt.earlierSearch { ask(.stopSearching) }
      search = prompt.earlierSearch
      layer = .none
    case .help: layer = .none
    case .none:
      if search != nil {
        dropSearch()
      } else if !filters.isEmpty {
        filters = []
        say("all steps are listed again")
      } else {
        say("q quits")
      }
    }
    search?.awaited = nil
  }

  /// Ctrl-C stops what runs, and leaves a prompt.
  mutating func cancel() {
    if case .prompt = layer { return escape() }
    guard let running = search, !running.isComplete else { return say("q quits") }
    dropSearch()
    say("search stopped")
  }

  private mutating func dropSearch() {
    search = nil
    ask(.stopSearching)
  }
}

// MARK: - Help

extension InspectorState {
  mutating func scrollHelp(_ window: ListWindow, _ motion: RowMotion, count: Int?) {
    var window = window
    let rows = HelpView.rowCount(columns: size.columns, typesetting: typesetting)
    let height = max(size.rows - 2, 0)
    let lines: Int? =
      switch motion {
      case .scrollDown: count ?? 1
      case .scrollUp: -(count ?? 1)
      case .pageDown: max(height - 1, 1)
      case .pageUp: -max(height - 1, 1)
      default: nil
      }
    if let lines {
      window.scroll(by: lines, count: rows, height: height)
    } else {
      window.place(motion == .top ? 0 : rows - 1, at: .top, count: rows, height: height)
    }
    layer = .help(window)
  }
}

// MARK: - The prompt

extension InspectorState {
  mutating func editPrompt(_ edit: LineEdit) {
    guard case .prompt(var prompt) = layer else { return }
    let before = prompt.line.text
    switch edit {
    case .typed("&") where prompt.kind == .filter && before.isEmpty: return editLastFilter()
    case .typed(let text): prompt.line.insert(text)
    case .deletedBackward:
      if !prompt.line.deleteBackward(), prompt.line.text.isEmpty {
        return escape()  // deleting the sign itself
      }
    case .deletedForward: prompt.line.deleteForward()
    case .deletedWord: prompt.line.deleteWord()
    case .deletedToStart: prompt.line.deleteToStart()
    case .movedLeft: prompt.line.move(by: -1)
    case .movedRight: prompt.line.move(by: 1)
    case .movedToStart: prompt.line.moveToStart()
    case .movedToEnd: prompt.line.moveToEnd()
    }
    layer = .prompt(prompt)
    if prompt.line.text != before { searchAsTyped(prompt) }
  }

  /// Puts an earlier entry into the line; going down past the newest gives an empty one.
  mutating func recall(by entries: Int) {
    guard case .prompt(var prompt) = layer else { return }
    let earlier = entered[prompt.kind] ?? []
    prompt.recalled = min(max(prompt.recalled + entries, 0), earlier.count)
    prompt.line = LineEditor(prompt.recalled == 0 ? "" : earlier[earlier.count - prompt.recalled])
    layer = .prompt(prompt)
    searchAsTyped(prompt)
  }

  mutating func openPrompt(_ kind: PromptKind) {
    layer = .prompt(Prompt(kind: kind, origin: cursor, earlierSearch: search))
  }

  mutating func acceptPrompt() {
    guard case .prompt(let prompt) = layer else { return }
    let text = prompt.line.text
    layer = .none
    // A wrong one is remembered too: the arrow up brings it back to be mended.
    if !text.isEmpty { remember(text, as: prompt.kind) }
    switch prompt.kind {
    case .command: if !text.isEmpty { run(command: text) }
    case .search: acceptSearch(prompt)
    case .filter: acceptFilter(prompt)
    }
  }

  private mutating func run(command text: String) {
    switch Command.parse(text) {
    case .success(let action): effects += inspectorReducer(&self, action)
    case .failure(let problem): say(problem.text, isError: true)
    }
  }

  private mutating func remember(_ text: String, as kind: Prompt.Kind) {
    entered[kind, default: []].removeAll { $0 == text }
    entered[kind, default: []].append(text)
  }
}
