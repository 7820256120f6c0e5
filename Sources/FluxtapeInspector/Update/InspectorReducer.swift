import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLogReading
import FluxtapeScreen

/// Applies `action` to the state and returns the effects to carry out. Pure: reads no file and no clock.
package func inspectorReducer(_ state: inout InspectorState, _ action: InspectorAction) -> [InspectorEffect] {
  if action.isCommand {
    // A command consumes the count and the keys typed before it.
    state.typed = TypedKeys()
    state.message = nil
  }
  state.apply(action)
  // A list of all rows needs no answer, so it is there before the cursor is revealed in it.
  state.requestMissingData()
  state.forgetDisplacedRow()
  state.revealCursors()
  defer { state.effects = [] }
  return state.effects
}

extension InspectorAction {
  /// Whether this is what a key or a `:` command means, rather than a part of one, a change of the terminal or an answer.
  fileprivate var isCommand: Bool {
    switch self {
    // Parts of commands, and the terminal.
    case .digitTyped, .prefixTyped, .clicked, .resized, .played, .messageShown, .remembered, .notesRead: false
    // Answers.
    case .stepRead, .searched, .answered, .watched, .otherLogOpened, .runsRead,
      .runsChecked, .filesListed, .pathUnseen, .lastStatesRead, .folderOpened, .replaying,
      .replayed, .replayFailed, .textMade, .listed, .namesUnseen, .sought, .logOpened, .logRead, .logMissed, .inputEnded,
      .logLost:
      false
    // The terminal, steps and panes.
    case .keyUnknown, .redrawAsked, .suspendAsked, .cancelAsked, .stepped, .addressEntered, .jumpTakenBack, .jumpRepeated, .runChosen,
      .playToggled, .playSped, .freezeToggled, .rowMoved, .treeMoved, .folded, .foldedTo, .paneLeft, .paneOpened, .zoomed, .formChanged,
      .unchangedToggled, .scopeToggled, .rootToggled, .basePicked, .pinPlaced, .columnStepped, .pauseSought,
      .longPauseSought, .longestPauseSought, .timeFormChanged, .mouseToggled:
      true
    // Questions and skipped actions.
    case .blameAsked, .changesAsked, .valueAsked, .changeSought, .watchToggled, .watchesEnded, .plotAsked, .chainAsked, .statisticsAsked,
      .bookmarksAsked, .runsAsked, .runsSorted, .problemsAsked, .logComparisonAsked, .bookmarkEdited, .bookmarkRemoved, .bookmarkPlaced,
      .bookmarkSought, .bookmarkStepped, .noted, .noteRemoved, .noteUndone, .notesExported, .notesImported,
      .leftOutToggled, .recordedRestored, .whatIfSaved, .differenceSought, .comparisonAsked, .runsCompared, .divergenceSought,
      .divergenceChosen, .copied, .editorAsked, .viewerAsked:
      true
    // Layers, searching and filtering.
    case .pathEntered, .queryEntered, .helpOpened, .layerClosed, .escaped, .quitAsked, .promptOpened, .promptEdited, .promptRecalled,
      .promptAccepted, .promptCompleted, .searchRepeated, .searchCleared, .floodsToggled, .filtersAsked, .filterEdited, .filterRemoved,
      .filterToggled:
      true
    }
  }
}

extension InspectorState {
  fileprivate mutating func apply(_ action: InspectorAction) {
    switch action {
    // The terminal.
    case .resized(let size):
      self.size = size
      rebuildLanes()
      rebuildPanes()
      rewrapViewer()
    case .digitTyped(let digit): typeDigit(digit)
    case .prefixTyped(let key): typed.sequence.append(key)
    case .keyUnknown(let keys): sayUnknown(keys)
    case .redrawAsked: ask(.terminal(.redraw))
    case .suspendAsked: ask(.terminal(.suspend))
    case .cancelAsked: cancel()
    case .mouseToggled:
      reportsMouse.toggle()
      ask(.terminal(.reportMouse(reportsMouse)))
      say(reportsMouse ? "mouse on: clicks and wheel; with Shift, the terminal selects text" : "mouse off: the terminal selects text")
    case .clicked(let mouse): click(mouse)
    case .messageShown(let text, let isError): say(text, isError: isError)
    // Moving between steps.
    case .stepped(let motion, let count): step(motion, count: count)
    case .addressEntered(let address): go(to: address)
    case .jumpTakenBack: retraceJump(isForward: false)
    case .jumpRepeated: retraceJump(isForward: true)
    case .runChosen(let run): choose(run: run)
    case .columnStepped(let columns): stepColumn(columns)
    case .pauseSought(let forward, let seconds):
      seek(.pause((seconds ?? 1).saturatingMultiply(1_000_000)), isForward: forward)
    case .longPauseSought(let forward, let count): seekLongPause(isForward: forward, count: count)
    case .longestPauseSought(let rank): showLongestPause(rank: rank)
    case .playToggled: togglePlay()
    case .playSped(let isUp): changeSpeed(isUp: isUp)
    case .played(let number): playOn(number)
    // Inside panes.
    case .rowMoved(let motion, let count): moveRow(motion, count: count)
    case .treeMoved(let motion, let count): moveInTree(motion, count: count)
    case .folded(let change): fold(change)
    case .foldedTo(let level): fold(to: level)
    case .paneLeft(let panes): cycleFocus(by: panes)
    case .paneOpened(let pane): open(pane)
    case .zoomed(let levels): zoom(by: levels)
    case .formChanged: cycleForm()
    case .unchangedToggled: toggleUnchanged()
    case .scopeToggled: toggleScope()
    case .rootToggled: toggleRoot()
    case .basePicked: cycleBase()
    case .pinPlaced: placePin()
    case .timeFormChanged: cycleTimeForm()
    // Questions.
    case .blameAsked: pose(.blame)
    case .changesAsked: pose(.history)
    case .chainAsked: pose(.why)
    case .valueAsked(let path, let action):
      guard keep(path: path) != nil else { return }
      if focus == .state || focus == .diff { open(.timeline) }
      apply(action)
    case .changeSought(let jump): jumpToChange(jump)
    case .watchToggled: toggleWatch()
    case .watchesEnded: unwatchAll()
    case .plotAsked: plot()
    case .statisticsAsked: pose(.statistics(shownRun))
    case .bookmarksAsked: showBookmarks()
    case .runsAsked: showRuns()
    case .runsSorted(let order): sortRuns(by: order)
    case .problemsAsked: pose(.problems(shownRun))
    case .bookmarkPlaced(let letter): placeBookmark(letter)
    case .bookmarkSought(let letter): goToBookmark(letter)
    case .bookmarkStepped(let forward): stepToBookmark(isForward: forward)
    case .bookmarkRemoved: removeBookmark()
    case .bookmarkEdited: editBookmark()
    case .noted(let text): note(text)
    case .noteRemoved: removeNote()
    case .noteUndone: undoNote()
    case .notesExported(let path): ask(.terminal(.exportNotes(to: path)))
    case .notesImported(let path): ask(.terminal(.importNotes(from: path)))
    case .leftOutToggled: toggleLeftOut()
    case .recordedRestored: restoreRecorded()
    case .whatIfSaved(let path): saveWhatIf(to: path)
    case .differenceSought(let forward, let count): goToDifference(isForward: forward, count: count ?? 1)
    case .comparisonAsked(let number): compare(with: number)
    case .runsCompared(let number, let other): compare(number, with: other)
    case .logComparisonAsked(let path): compare(withLogAt: path)
    case .divergenceSought(let forward, let count): goToDivergence(isForward: forward, count: count ?? 1)
    case .divergenceChosen(let number): goToDivergence(listed: number)
    case .copied(let form): copy(form)
    case .editorAsked: edit()
    case .viewerAsked: view()
    // Layers, searching and filtering.
    case .helpOpened: layer = .help(HelpPage())
    case .layerClosed: closeLayer()
    case .escaped: escape()
    case .quitAsked: quit()
    case .promptOpened(let kind): openPrompt(kind)
    case .promptEdited(let edit): editPrompt(edit)
    case .promptRecalled(let entries): recallEntry(by: entries)
    case .promptCompleted: completePrompt()
    case .promptAccepted: acceptPrompt()
    case .pathEntered(let text): goToPath(text)
    case .queryEntered(let kind, let text): enter(text, in: kind)
    case .searchRepeated(let forward, _) where isViewing: findInViewer(isForward: forward)
    case .searchRepeated(let forward, let count) where isListingRuns: repeatRunSearch(isForward: forward, count: count)
    case .searchRepeated(let forward, let count): repeatSearch(forward ? .forward : .backward, count: count)
    case .searchCleared: dropSearch()
    case .filtersAsked: showFilters()
    case .filterToggled(let number): toggleFilter(number)
    case .filterEdited: editFilter()
    case .filterRemoved: removeSelectedFilter()
    case .floodsToggled: toggleFloods()
    case .freezeToggled: toggleFreeze()
    // Answers.
    case .stepRead(let detail): receive(detail)
    case .searched(let question, let answer): receiveHits(answer, to: question)
    case .listed(let question, let rows): receiveList(rows, to: question)
    case .namesUnseen(let filter, let sentences): receive(sentences, aboutUnseenNamesIn: filter)
    case .pathUnseen(let sentence): say(sentence, isError: true)
    case .lastStatesRead(let states): lastStates = states
    case .sought(let seek, let outcome): receiveRow(outcome, of: seek)
    case .answered(let subject, let content): receive(content, to: subject)
    case .watched(let question, let series): receiveSeries(series, of: question)
    case .runsRead(let list): receiveRuns(list)
    case .runsChecked(let findings): receive(findings)
    case .filesListed(let files): receive(files)
    case .otherLogOpened(let path, let run, let problem): receiveOtherLog(run, problem, at: path)
    case .replaying(let question, let percent): receiveProgress(percent, of: question)
    case .replayed(_, let hypothesis): receive(hypothesis)
    case .replayFailed(let question, let problem): receiveReplayProblem(problem, of: question)
    case .textMade(let purpose, let text, let changes): use(text, changes: changes, for: purpose)
    case .remembered(let memory): recall(memory)
    case .notesRead(let notes, let log): recall(notes, writtenFor: log)
    case .logOpened(let isFollowing, let isInputOpen): watchLog(isFollowing: isFollowing, isInputOpen: isInputOpen)
    case .folderOpened: beginWithRuns()
    case .logRead(let news): receive(news)
    case .logMissed(let absence): receiveAbsence(absence)
    case .inputEnded: receiveEndOfInput()
    case .logLost(let problem): receiveLoss(problem)
    }
  }

  private mutating func sayUnknown(_ keys: [Key]) {
    switch keys.last {
    case .mouse: break
    case .paste: say("pasted text goes into / or :")
    // Esc discards an incomplete key sequence.
    case .escape where keys.count > 1: break
    default: say("no key \(keys.map(\.name).joined(separator: " ")) here  (? for help)")
    }
  }

  /// Shows a message above the bottom row until the next key.
  mutating func say(_ text: String, isError: Bool = false) {
    message = Message(text: text, isError: isError)
  }

  /// The highest count: more than any log has steps, and far from overflow.
  static let highestCount = 1_000_000_000_000

  /// Requests data that the screen needs and the state does not have.
  fileprivate mutating func requestMissingData() {
    requestList()
    if let question, question != asked {
      asked = question
      ask(.readStep(question))
    }
    let watch = watchQuestion
    if watch != watching.asked, !watch.values.isEmpty || watching.asked != nil {
      watching.asked = watch
      if watch.values.isEmpty { watching.series = [:] } else { ask(.readWatches(watch)) }
    }
  }

  /// Requests the rows of the timeline. That may move the cursor.
  private mutating func requestList() {
    let list = listQuestion
    guard list != filtering.asked else { return }
    if let asked = filtering.asked, asked.filters != list.filters { filtering.isChanged = true }
    filtering.asked = list
    if list.isEverything { show(ListedRows(all: rows.count)) } else { ask(.list(list)) }
  }

  private mutating func typeDigit(_ digit: Int) {
    let (product, overflow) = (typed.count ?? 0).multipliedReportingOverflow(by: 10)
    guard !overflow, product < Self.highestCount else { return }
    typed.count = product + digit
    message = nil
  }

  /// Scrolls every pane so that its cursor is visible.
  fileprivate mutating func revealCursors() {
    let layout = Layout(of: self)
    listed.setGuest(currentRow?.place)
    timeline.reveal(listed.position(of: cursor, in: rows), count: listed.count, height: layout.height(of: .timeline))
    for pane in Pane.allCases {
      guard var detail = details[pane] else { continue }
      let (rows, height) = (detail.rows.count, layout.height(of: pane))
      // The whole item if there is room for it, else its beginning.
      detail.window.reveal(detail.itemEnd(from: detail.selected), count: rows, height: height, margin: 0)
      detail.window.reveal(detail.selected, count: rows, height: height, margin: 1)
      details[pane] = detail
    }
  }
}
