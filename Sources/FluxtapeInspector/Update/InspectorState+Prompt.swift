import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeScreen

// Leaving and closing, and the prompt.

extension InspectorState {
  /// Closes the answer, else goes back to the timeline, else to the runs of a folder, else quits.
  mutating func closeLayer() {
    guard let answer else {
      if focus != .timeline { return open(.timeline) }
      return beginsWithRuns ? showRuns() : quitUnlessWhatIf()
    }
    if answer.subject == .runs, focus != .answer { return open(.answer) }
    if answer.subject == .runs, beginsWithRuns { return quitUnlessWhatIf() }
    keepPreview()
    closeAnswer()
  }

  /// Quits, but not by one `q` too many while there is a what-if run, which no file keeps.
  private mutating func quitUnlessWhatIf() {
    guard whatIf.skipped.isEmpty else { return say("press Q to quit without saving the what-if run, or :save-what-if FILE") }
    if let run = whatIf.kept.keys.min() {
      return say("run \(run + 1) has skipped actions: Q quits without saving, :run \(run + 1) shows it")
    }
    quit()
  }

  /// Quits from wherever it is.
  mutating func quit() {
    saveMemory()
    ask(.terminal(.quit))
  }

  /// Closes one thing as `q` does, then the search and the filters one by one. Never quits.
  mutating func escape() {
    defer { search?.awaited = nil }
    if let prompt { return close(prompt) }
    if playback.isOn { return togglePlay() }
    if giveUpJump() { return }
    if stopOpening() { return say("stopped") }
    if let answer {
      if answer.subject == .runs, focus != .answer { return open(.answer) }
      if dropListWords() { return }
      if answer.subject == .runs, beginsWithRuns { return say("these are the runs; Enter opens one, q quits") }
      leavePreview()
      closeAnswer()
    } else if focus != .timeline {
      open(.timeline)
    } else if search != nil {
      dropSearch()
    } else if !filtering.filters.isEmpty {
      removeFilter(filtering.filters.count - 1)
    } else if beginsWithRuns {
      showRuns()
    } else {
      say("this is the timeline; q quits")
    }
  }

  /// Closes a prompt, and goes back to where it was opened.
  private mutating func close(_ prompt: Prompt) {
    if prompt.isAboutList { return backToList(accepting: false) }
    show(originOf: prompt)
    if search != prompt.earlierSearch { ask(.stop([.search])) }
    search = prompt.earlierSearch
    self.prompt = nil
  }

  /// Stops running work, or closes the prompt.
  mutating func cancel() {
    if isPrompting { return escape() }
    if let running = search, !running.isComplete {
      dropSearch()
      return say("search stopped")
    }
    if cancelReplay() { return }
    if playback.isOn { return togglePlay() }
    if giveUpJump() { return }
    if stopOpening() { return say("stopped") }
    let isChecking = cancelCheck()
    guard changeJumps.pending != nil || isAnswerAwaited || isChecking else { return say("nothing is running; Q quits") }
    changeJumps.pending = nil
    ask(.stop(InspectorWork.Lane.awaited))
    coveredAnswers.removeAll(where: \.answer.isAwaited)
    if answer?.isAwaited == true { closeAnswer() }
    say("stopped")
  }

  private var isAnswerAwaited: Bool { answer?.isAwaited == true || coveredAnswers.contains(where: \.answer.isAwaited) }

  /// Clears the search. `n` searches for it again.
  mutating func dropSearch() {
    promptHistory.clearedSearch = search?.text ?? promptHistory.clearedSearch
    search = nil
    ask(.stop([.search]))
  }
}

// MARK: - The prompt

extension InspectorState {
  mutating func editPrompt(_ edit: LineEdit) {
    guard var prompt else { return }
    let before = prompt.line.text
    switch edit {
    case .typed(let text): prompt.line.insert(text)
    case .deletedBackward:
      if !prompt.line.deleteBackward(), prompt.line.text.isEmpty {
        return escape()  // deleting the sign itself
      }
    case .deletedForward: prompt.line.deleteForward()
    case .deletedWord: prompt.line.deleteWord()
    case .deletedAll: prompt.line.deleteAll(after: prompt.beginning)
    case .movedLeft: prompt.line.move(by: -1)
    case .movedRight: prompt.line.move(by: 1)
    case .movedToStart: prompt.line.moveToStart()
    case .movedToEnd: prompt.line.moveToEnd()
    }
    self.prompt = prompt
    guard prompt.line.text != before else { return }
    findWhatIsTyped(in: prompt)
  }

  /// Shows what the line of a prompt finds so far.
  private mutating func findWhatIsTyped(in prompt: Prompt) {
    if prompt.isAboutList {
      findInList(asTypedIn: prompt)
    } else {
      searchAsTyped(prompt)
      listFiles(for: prompt)
    }
  }

  /// Recalls an earlier entry. Below the newest comes the line that was being typed.
  mutating func recallEntry(by entries: Int) {
    guard var prompt else { return }
    let earlier = promptHistory.entries[prompt.kind] ?? []
    let recalled = min(max(prompt.recalled + entries, 0), earlier.count)
    guard recalled != prompt.recalled else { return }
    if prompt.recalled == 0 { prompt.draft = prompt.line }
    prompt.recalled = recalled
    prompt.line = recalled == 0 ? prompt.draft : LineEditor(earlier[earlier.count - recalled])
    self.prompt = prompt
    findWhatIsTyped(in: prompt)
  }

  mutating func openPrompt(_ kind: PromptKind) {
    if kind == .listSearch || kind == .listFilter { return openListPrompt(kind) }
    if [.path, .search, .filter, .command].contains(kind) { requestLastStates() }
    prompt = Prompt(kind: kind, origin: currentRow?.place, earlierSearch: search)
  }

  mutating func acceptPrompt() {
    guard let prompt else { return }
    if let problem = problem(in: prompt) { return refuse(prompt, problem) }
    let text = prompt.line.text
    if !prompt.isAboutList { self.prompt = nil }
    // An invalid command is remembered too: the up arrow brings it back for correction.
    if !text.isEmpty { remember(text, as: prompt.kind) }
    switch prompt.kind {
    case .command: if !text.isEmpty { run(command: text) }
    case .search: acceptSearch(prompt)
    case .filter: acceptFilter(prompt)
    case .path: if !text.isEmpty { goToPath(text) }
    case .pipe: pipe(into: text)
    case .listSearch, .listFilter: backToList(accepting: true)
    }
  }

  /// Keeps the prompt open, with the caret at the mistake.
  private mutating func refuse(_ prompt: Prompt, _ problem: QueryError) {
    var prompt = prompt
    prompt.line.moveToStart()
    prompt.line.move(by: problem.offset)
    self.prompt = prompt
    say(words(for: problem, in: prompt.line.text), isError: true)
  }

  /// Returns why a text is not a query; for a path without a store, first what to do.
  private func words(for problem: QueryError, in text: String) -> String {
    guard problem.suggestion == nil, let query = try? Query(parsing: text), history.problem(with: query) == problem else {
      return problem.words
    }
    let path = String(text.dropFirst(problem.offset).prefix { $0.isLetter || $0.isNumber || "_.[]".contains($0) })
    guard let near = Candidates.path(near: path, in: self) else { return problem.words }
    let name = path.prefix { $0 != "." && $0 != "[" }
    return "there is no store '\(name)'; did you mean \(near)? \(problem.words)"
  }

  /// Completes the line with the best candidate.
  mutating func completePrompt() {
    prompt?.showsAllCandidates = true
    guard var prompt else { return }
    if prompt.isQuery, prompt.line.text.isEmpty {
      return say("type a word, or the beginning of one of these; Tab then completes it")
    }
    guard let line = Candidates.completed(prompt, in: self), line.text != prompt.line.text else { return }
    prompt.line = line
    self.prompt = prompt
    findWhatIsTyped(in: prompt)
  }

  /// Moves the value cursor to a path, or to the best completion of the text.
  mutating func goToPath(_ text: String) {
    guard let store = keep(path: text) else { return }
    if store != storeName(of: currentRow) { forms.scope = .everyStore }
    if focus != .state, focus != .diff { open(.state) } else { rebuildPanes() }
  }

  /// Moves the value cursor to a path.
  ///
  /// - Returns: The value's store; nil with a message if there is no such value.
  mutating func keep(path text: String) -> String? {
    var prompt = Prompt(kind: .path, origin: currentRow?.place, earlierSearch: nil)
    prompt.line = LineEditor(text)
    // What looks like a store's name may be a member of the step's store. Completion does not list all elements of a large array.
    let typed = [text, "." + text].compactMap { (try? StatePath(parsing: $0)).flatMap { place(of: $0) } }
    let best = Candidates.of(prompt, in: self).first { typed.isEmpty || $0.text.hasPrefix(text) }
    let completed = best.flatMap { try? StatePath(parsing: $0.text) }.flatMap { place(of: $0) }
    let known = typed.first { $0.isKnown } ?? completed
    // At another step, there may be a value.
    if known == nil { ask(.unseenPath(address(of: text), of: shownRun)) }
    guard let path = known ?? typed.first else {
      say("there is no \(text) here", isError: true)
      return nil
    }
    valueCursor.paths[path.store] = path.pointer
    valueCursor.store = path.store
    folds.reveal(path.pointer, in: path.store, of: stateNode(of: path.store))
    return path.store
  }

  /// The place that a typed path leads to.
  private struct TypedPlace {
    let store: String
    let pointer: JSONPointer
    /// Whether the state at the cursor or the last one has a value there.
    let isKnown: Bool
  }

  /// Returns the place of a path. Without a store in the path, uses the cursor's store.
  private func place(of path: StatePath) -> TypedPlace? {
    guard let store = path.store ?? cursorStore, history.stores.contains(store) else { return nil }
    let nodes = [stateNode(of: store), knownLastStates.first { $0.store == store }?.node].compactMap(\.self)
    for node in nodes {
      if let pointer = path.pointer(in: node), node[pointer] != nil { return TypedPlace(store: store, pointer: pointer, isKnown: true) }
    }
    guard path.store != nil, let pointer = path.pointer(in: nodes.first ?? .null) else { return nil }
    return TypedPlace(store: store, pointer: pointer, isKnown: false)
  }

  /// Returns a typed path with its store.
  private func address(of text: String) -> String {
    guard var path = try? StatePath(parsing: text), path.store == nil else { return text }
    path.store = cursorStore
    return path.description
  }

  /// Asks about the value at a path.
  mutating func ask(_ binding: KeyBinding, about path: String) {
    guard let store = keep(path: path) else { return }
    if focus == .state || focus == .diff { open(.timeline) }
    guard valueCursor.paths[store]?.tokens.isEmpty == true else { return binding.perform(&self, nil) }
    // The whole state of a store has no row that a pane could choose.
    guard Question.all.contains(where: { $0.name == binding.name }) else {
      return say("\(store) is a whole state; name a value in it, as in :\(binding.name) \(store).total", isError: true)
    }
    valueCursor.isWhole = true
    binding.perform(&self, nil)
    valueCursor.isWhole = false
  }

  /// Opens a prompt. Enters a text as if typed into it.
  mutating func enter(_ text: String?, in kind: PromptKind) {
    openPrompt(kind)
    guard let text else { return }
    editPrompt(.typed(text))
    acceptPrompt()
  }

  private mutating func run(command text: String) {
    switch Command.parse(text) {
    case .success(let perform): perform(&self)
    case .failure(let problem): say(problem.text, isError: true)
    }
  }

  private mutating func remember(_ text: String, as kind: Prompt.Kind) {
    promptHistory.entries[kind, default: []].removeAll { $0 == text }
    promptHistory.entries[kind, default: []].append(text)
  }
}
