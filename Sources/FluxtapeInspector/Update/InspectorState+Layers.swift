import FluxtapeHistory
import FluxtapeScreen

// What lies over the panes: help and the prompt.

extension InspectorState {
  /// Closes what is on top; with nothing left to close, leaves.
  mutating func closeLayer() -> [InspectorEffect] {
    switch layer {
    case .none: return [.terminal(.quit)]
    case .help, .prompt: layer = .none
    }
    return []
  }

  /// Esc takes back one thing, and never quits.
  mutating func escape() {
    switch layer {
    case .prompt(let prompt):
      show(row: prompt.origin)
      search = prompt.earlierSearch
      layer = .none
    case .help: layer = .none
    case .none:
      if search != nil { search = nil } else { say("q quits") }
    }
    search?.awaited = nil
  }

  /// Ctrl-C stops what runs, and leaves a prompt.
  mutating func cancel() {
    if case .prompt = layer { return escape() }
    guard let running = search, !running.isComplete else { return say("q quits") }
    search = nil
    say("search stopped")
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

  mutating func acceptPrompt() -> [InspectorEffect] {
    guard case .prompt(let prompt) = layer else { return [] }
    let text = prompt.line.text
    layer = .none
    if prompt.kind == .command, !text.isEmpty {
      // A wrong one is remembered too: `:` and the arrow up bring it back to be mended.
      remember(text, as: .command)
      switch Command.parse(text) {
      case .success(let action): return inspectorReducer(&self, action)
      case .failure(let problem):
        say(problem.text, isError: true)
        return []
      }
    }
    guard prompt.kind == .search else { return [] }
    if text.isEmpty { search = prompt.earlierSearch } else { remember(text, as: .search) }
    if cursor != prompt.origin { jumps.left(prompt.origin) }
    if let search, search.isComplete, search.hits.isEmpty { say("no step holds '\(search.text)'") }
    return []
  }

  private mutating func remember(_ text: String, as kind: Prompt.Kind) {
    entered[kind, default: []].removeAll { $0 == text }
    entered[kind, default: []].append(text)
  }
}

// MARK: - Searching

extension InspectorState {
  /// Each change of the text begins a new search at the row where the prompt was opened, and shows the nearest hit.
  private mutating func searchAsTyped(_ prompt: Prompt) {
    guard prompt.kind == .search else { return }
    show(row: prompt.origin)
    guard !prompt.line.text.isEmpty, !history.rows.isEmpty else { return search = prompt.earlierSearch }
    search = Search(prompt.line.text, from: prompt.origin, rowCount: history.rows.count)
    search?.awaited = .forward
  }

  /// Takes what was found in some rows, unless something else is searched by now.
  mutating func takeHits(_ hits: [Int], in rows: Range<Int>, of text: String) {
    guard search?.text == text, search?.nextRows == rows else { return }
    search?.add(hits, in: rows)
    if let awaited = search?.awaited { jumpToAwaited(awaited) }
  }

  private mutating func jumpToAwaited(_ direction: Search.Direction) {
    guard let search else { return }
    // While the text is typed, the row where the search began counts as its first candidate.
    let isTyping = if case .prompt = layer { true } else { false }
    let start = isTyping ? search.origin - 1 : cursor
    guard let hit = search.hit(direction, from: start) else {
      if search.isComplete { self.search?.awaited = nil }
      return
    }
    self.search?.awaited = nil
    if isTyping { show(row: hit) } else { jump(to: hit) }
  }

  mutating func repeatSearch(_ direction: Search.Direction, count: Int?) {
    guard let search else { return say("nothing to search for yet: / begins") }
    var row = cursor
    for _ in 0..<min(max(count ?? 1, 1), 1 + search.hits.count) {
      guard let hit = search.hit(direction, from: row) else { break }
      row = hit
    }
    if row != cursor {
      if direction == .forward ? row < cursor : row > cursor { say("searched on from the other end") }
      jump(to: row)
    } else if search.isComplete {
      say(search.hits.isEmpty ? "no step holds '\(search.text)'" : "this is the only step that holds '\(search.text)'")
    } else {
      self.search?.awaited = direction
      say("searching for '\(search.text)': \(search.progress)")
    }
  }
}
