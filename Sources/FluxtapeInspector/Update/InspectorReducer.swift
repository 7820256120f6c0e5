import FluxtapeHistory
import FluxtapeScreen

/// The state after `action`, and what has to be done for it outside. Pure: reads no file, knows no clock.
package func inspectorReducer(_ state: inout InspectorState, _ action: InspectorAction) -> [InspectorEffect] {
  state.take(action)
  state.settle()
  state.askWhatIsMissing()
  defer { state.effects = [] }
  return state.effects
}

extension InspectorState {
  fileprivate mutating func take(_ action: InspectorAction) {
    switch action {
    case .digitTyped(let digit): typeDigit(digit)
    case .prefixTyped(let key): pendingKeys.append(key)
    case .resized(let size):
      self.size = size
      rebuildLanes()
      rebuildPanes()
      rewrapViewer()
    case .stepRead(let detail): take(detail)
    case .searched(let question, let answer): takeHits(answer, to: question)
    case .listed(let question, let rows): takeList(rows, to: question)
    case .sought(let seek, let outcome): takeSought(outcome, to: seek)
    case .logRead(let news): take(news)
    case .blamed(let question, let entries, let problem): takeBlame(entries, problem, of: question)
    case .valueChanged(let question, let changes, let problem): takeChanges(changes, problem, of: question)
    case .watched(let question, let series): takeSeries(series, of: question)
    case .counted(let run, let report, let problem): takeStatistics(report, problem, of: run)
    case .textMade(let purpose, let text, let changes): take(text, changes: changes, for: purpose)
    case .replaying(let question, let percent): takeProgress(percent, of: question)
    case .replayed(_, let hypothesis): take(hypothesis)
    case .replayFailed(let question, let problem): takeReplayProblem(problem, of: question)
    case .told(let text, let isError): say(text, isError: isError)
    case .remembered(let memory): recall(memory)
    case .notesRead(let notes): recall(notes)
    case .logOpened(let isFollowing, let isInputOpen): watchLog(isFollowing: isFollowing, isInputOpen: isInputOpen)
    case .logMissed(let absence): takeAbsence(absence)
    case .inputEnded: takeEndOfInput()
    case .logLost(let problem): takeLoss(problem)
    default:
      // Whatever was typed before this key belongs to it.
      count = nil
      pendingKeys = []
      message = nil
      takeKey(action)
    }
  }

  private mutating func takeKey(_ action: InspectorAction) {
    switch action {
    case .stepped(let motion, let count): step(motion, count: count)
    case .addressEntered(let address): go(to: address)
    case .jumpTakenBack: takeBackJump(isForward: false)
    case .jumpRepeated: takeBackJump(isForward: true)
    case .runChosen(let run): choose(run: run)
    case .rowMoved(let motion, let count): moveRow(motion, count: count)
    case .treeMoved(let motion, let count): moveInTree(motion, count: count)
    case .folded(let change): fold(change)
    case .paneLeft(let panes): cycleFocus(by: panes)
    case .paneOpened(let pane): open(pane)
    case .zoomed(let levels): zoom(by: levels)
    case .formChanged, .unchangedToggled, .scopeToggled, .basePicked, .pinPlaced: changeForm(action)
    case .freezeToggled: toggleFreeze()
    case .floodsToggled: toggleFloods()
    case .columnStepped(let columns): stepColumn(columns)
    case .pauseSought(let forward, let seconds):
      seek(.pause((seconds ?? 1).multipliedReportingOverflow(by: 1_000_000).partialValue), isForward: forward)
    default: takeQuestion(action)
    }
  }

  private mutating func takeQuestion(_ action: InspectorAction) {
    switch action {
    case .blameAsked: askBlame()
    case .valueAsked(let path, let action):
      guard keep(path: path) != nil else { return }
      if focus == .state || focus == .diff { open(.timeline) }
      takeKey(action)
    case .changesAsked: askChanges()
    case .changeSought(let jump): jumpToChange(jump)
    case .watchToggled: toggleWatch()
    case .watchesEnded: unwatchAll()
    case .plotAsked: plot()
    case .chainAsked: showChain()
    case .statisticsAsked: showStatistics()
    case .bookmarksAsked: showBookmarks()
    case .runsAsked: show(Answer(subject: .runs, content: .known))
    case .problemsAsked: show(Answer(subject: .problems, content: .known))
    case .bookmarkPlaced(let letter): placeBookmark(letter)
    case .bookmarkSought(let letter): goToBookmark(letter)
    case .bookmarkStepped(let forward): stepToBookmark(isForward: forward)
    case .noted(let text): note(text)
    case .noteRemoved: removeNote()
    case .noteUndone: undoNote()
    case .leftOutToggled: toggleLeftOut()
    case .recordedRestored: restoreRecorded()
    case .differenceSought(let forward, let count): goToDifference(isForward: forward, count: count ?? 1)
    case .copied(let form): copy(form)
    case .editorAsked: edit()
    case .viewerAsked: view()
    case .foldedTo(let level): fold(to: level)
    case .rootToggled: toggleRoot()
    case .timeFormChanged: cycleTimeForm()
    default: takeLayer(action)
    }
  }

  private mutating func takeLayer(_ action: InspectorAction) {
    switch action {
    case .helpOpened: layer = .help(.init())
    case .layerClosed: closeLayer()
    case .escaped: escape()
    case .quitAsked:
      keepInMind()
      ask(.terminal(.quit))
    case .suspendAsked: ask(.terminal(.suspend))
    case .redrawAsked: ask(.terminal(.redraw))
    case .cancelAsked: cancel()
    case .keyUnknown(let keys): sayUnknown(keys)
    case .promptOpened(let kind): openPrompt(kind)
    case .promptEdited(let edit): editPrompt(edit)
    case .promptRecalled(let entries): recall(by: entries)
    case .promptCompleted: completePrompt()
    case .pathEntered(let text): goToPath(text)
    case .queryEntered(let kind, let text): enter(text, in: kind)
    case .mouseToggled:
      reportsMouse.toggle()
      ask(.terminal(.reportMouse(reportsMouse)))
      say(reportsMouse ? "mouse on: clicks and wheel; F2 gives it back to the terminal" : "mouse off: the terminal selects text")
    case .clicked(let mouse): click(mouse)
    case .promptAccepted: acceptPrompt()
    case .searchCleared: dropSearch()
    case .searchRepeated(let forward, _) where isViewing: findInViewer(isForward: forward)
    case .searchRepeated(let forward, let count): repeatSearch(forward ? .forward : .backward, count: count)
    default: break
    }
  }

  private mutating func sayUnknown(_ keys: [Key]) {
    switch keys.last {
    case .mouse: break
    case .paste: say("pasted text goes into / or :")
    // Takes back what was typed of a longer key.
    case .escape where keys.count > 1: break
    default: say("no key \(keys.map(\.name).joined(separator: " ")) here  (? for help)")
    }
  }

  /// Shows a line at the bottom until the next key.
  mutating func say(_ text: String, isError: Bool = false) { message = Message(text: text, isError: isError) }

  /// Counts end here: more than any log has steps, and far from where sums overflow.
  static let highestCount = 1_000_000_000_000

  /// Asks for what the state needs to be shown and does not have.
  fileprivate mutating func askWhatIsMissing() {
    if let question, question != asked {
      asked = question
      ask(.readStep(question))
    }
    let watch = watchQuestion
    if watch != watchAsked, !watch.values.isEmpty || watchAsked != nil {
      watchAsked = watch
      if watch.values.isEmpty { series = [:] } else { ask(.readWatches(watch)) }
    }
    let list = listQuestion
    guard list != listAsked else { return }
    listAsked = list
    if list.isEverything { listed = ListedRows(all: rows.count) } else { ask(.list(list)) }
  }

  private mutating func typeDigit(_ digit: Int) {
    let (product, overflow) = (count ?? 0).multipliedReportingOverflow(by: 10)
    guard !overflow, product < Self.highestCount else { return }
    count = product + digit
    message = nil
  }

  /// Keeps every cursor on the screen.
  fileprivate mutating func settle() {
    let layout = Layout(of: self)
    listed.welcome(currentRow?.place)
    timeline.reveal(listed.position(of: cursor, in: rows), count: listed.count, height: layout.height(of: .timeline))
    for pane in Pane.allCases {
      guard var detail = details[pane] else { continue }
      detail.window.reveal(detail.selected, count: detail.rows.count, height: layout.height(of: pane), margin: 1)
      details[pane] = detail
    }
  }
}
