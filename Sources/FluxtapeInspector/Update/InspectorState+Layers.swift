import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

// What lies over the panes: help and the prompt.

extension InspectorState {
  /// Closes what is on top, then goes back to the timeline; from there, leaves.
  mutating func closeLayer() {
    switch layer {
    case .none:
      if answer != nil { return closeAnswer() }
      if focus != .timeline { return open(.timeline) }
      keepInMind()
      ask(.terminal(.quit))
    case .help, .prompt, .viewer: layer = .none
    }
  }

  /// Esc takes back one thing as `q` does, then the search and the filters one by one, and never quits.
  mutating func escape() {
    switch layer {
    case .prompt(let prompt) where prompt.kind == .find: backToViewer(finding: false)
    case .prompt(let prompt):
      viewerBelow = nil
      show(originOf: prompt)
      if search != prompt.earlierSearch { ask(.stopSearching) }
      search = prompt.earlierSearch
      layer = .none
    case .help, .viewer: layer = .none
    case .none:
      if answer != nil {
        closeAnswer()
      } else if focus != .timeline {
        open(.timeline)
      } else if search != nil {
        dropSearch()
      } else if !filters.isEmpty {
        dropFilter()
      } else {
        say("this is the timeline; q quits")
      }
    }
    search?.awaited = nil
  }

  /// Ctrl-C stops what runs, and leaves a prompt.
  mutating func cancel() {
    if case .prompt = layer { return escape() }
    if let running = search, !running.isComplete {
      dropSearch()
      return say("search stopped")
    }
    if cancelReplay() { return }
    guard pendingJump != nil || isAnswerAwaited else { return say("q quits") }
    pendingJump = nil
    ask(.stopAsking)
    if isAnswerAwaited { closeAnswer() }
    say("stopped")
  }

  private var isAnswerAwaited: Bool { if case .waiting = answer?.content { true } else { false } }

  mutating func scroll(_ viewer: ValueViewer, _ motion: RowMotion, count: Int?) {
    var viewer = viewer
    let height = max(size.rows - 2, 0)
    let page = max(height - 1, 1)
    let lines =
      switch motion {
      case .down, .scrollDown: count ?? 1
      case .up, .scrollUp: -(count ?? 1)
      case .halfDown: max(height / 2, 1)
      case .halfUp: -max(height / 2, 1)
      case .pageDown: page
      case .pageUp: -page
      case .top: -viewer.lines.count
      default: viewer.lines.count
      }
    viewer.window.scroll(by: lines, count: viewer.lines.count, height: height)
    layer = .viewer(viewer)
  }

  mutating func rewrapViewer() {
    guard case .viewer(var viewer) = layer else { return }
    viewer.wrap(columns: size.columns, typesetting)
    layer = .viewer(viewer)
  }

  /// Clears the marks of the search; `n` searches for it again.
  mutating func dropSearch() {
    clearedSearch = search?.text ?? clearedSearch
    search = nil
    ask(.stopSearching)
  }
}

// MARK: - Finding in the viewer

extension InspectorState {
  var isViewing: Bool { if case .viewer = layer { true } else { false } }

  private var viewerHeight: Int { max(size.rows - 2, 0) }

  private mutating func findAsTyped(_ text: String) {
    let height = viewerHeight
    viewerBelow?.pattern = text
    _ = viewerBelow?.find(isForward: true, includingThis: true, height: height)
  }

  /// Closes the prompt in which something to find was typed.
  private mutating func backToViewer(finding: Bool) {
    guard var viewer = viewerBelow else { return layer = .none }
    viewerBelow = nil
    if !finding { viewer.pattern = "" }
    let isFound = !finding || viewer.pattern.isEmpty || viewer.find(isForward: true, includingThis: true, height: viewerHeight)
    layer = .viewer(viewer)
    if !isFound { say("'\(viewer.pattern)' was not found") }
  }

  mutating func findInViewer(isForward: Bool) {
    guard case .viewer(var viewer) = layer else { return }
    guard !viewer.pattern.isEmpty else { return say("no search yet: press /") }
    let isFound = viewer.find(isForward: isForward, height: viewerHeight)
    layer = .viewer(viewer)
    if !isFound { say("'\(viewer.pattern)' was not found") }
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
    guard prompt.line.text != before else { return }
    if prompt.kind == .find { findAsTyped(prompt.line.text) } else { searchAsTyped(prompt) }
  }

  /// Puts an earlier entry into the line; going down past the newest gives an empty one.
  mutating func recall(by entries: Int) {
    guard case .prompt(var prompt) = layer, prompt.kind != .find else { return }
    let earlier = entered[prompt.kind] ?? []
    prompt.recalled = min(max(prompt.recalled + entries, 0), earlier.count)
    prompt.line = LineEditor(prompt.recalled == 0 ? "" : earlier[earlier.count - prompt.recalled])
    layer = .prompt(prompt)
    searchAsTyped(prompt)
  }

  mutating func openPrompt(_ kind: PromptKind) {
    if case .viewer(let viewer) = layer, kind == .find { viewerBelow = viewer }
    layer = .prompt(Prompt(kind: kind, origin: currentRow?.place, earlierSearch: search))
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
    case .path: if !text.isEmpty { goToPath(text) }
    case .pipe: pipe(into: text)
    case .find: backToViewer(finding: true)
    }
  }

  /// Puts the best candidate into the line.
  mutating func completePrompt() {
    guard case .prompt(var prompt) = layer, let best = Candidates.of(prompt, in: self).first else { return }
    prompt.line = LineEditor(best.text)
    layer = .prompt(prompt)
  }

  /// Makes a value the one that the cursor keeps. What is no path is taken for the beginning of one.
  mutating func goToPath(_ text: String) {
    guard let store = keep(path: text) else { return }
    if store != storeName(of: currentRow) { scope = .everyStore }
    if focus != .state, focus != .diff { open(.state) } else { rebuildPanes() }
  }

  /// Makes a value the one that questions are about.
  ///
  /// - Returns: its store; nil where there is no such value, which the bottom row says.
  mutating func keep(path text: String) -> String? {
    var prompt = Prompt(kind: .path, origin: currentRow?.place, earlierSearch: nil)
    prompt.line = LineEditor(text)
    guard
      let path = (try? StatePath(parsing: text)).flatMap({ place(of: $0) })
        ?? Candidates.of(prompt, in: self).first.flatMap({ try? StatePath(parsing: $0.text) }).flatMap({ place(of: $0) })
    else {
      say("there is no \(text) here", isError: true)
      return nil
    }
    focusedPaths[path.store] = path.pointer
    focusedStore = path.store
    folds.reveal(path.pointer, in: path.store)
    return path.store
  }

  /// Where a path leads in the states that are shown; of several stores without a name, in the step's own.
  private func place(of path: StatePath) -> (store: String, pointer: JSONPointer)? {
    guard let store = path.store ?? cursorStore, history.stores.contains(store) else { return nil }
    guard let node = standing(of: store) else { return path.store == nil ? nil : path.pointer(in: JSONNode?.none).map { (store, $0) } }
    guard let pointer = path.pointer(in: node), path.store != nil || node[pointer] != nil else { return nil }
    return (store, pointer)
  }

  /// As if it had been typed into the prompt.
  mutating func enter(_ text: String, in kind: PromptKind) {
    openPrompt(kind)
    editPrompt(.typed(text))
    acceptPrompt()
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
