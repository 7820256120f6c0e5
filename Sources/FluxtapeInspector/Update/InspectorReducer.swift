import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLogReading
import FluxtapeScreen

/// Applies `action` to the state and returns the effects to carry out. Pure: reads no file and no clock.
package func inspectorReducer(_ state: inout InspectorState, _ action: InspectorAction) -> [InspectorEffect] {
  switch action {
  case .key(let press): state.handle(press)
  case .terminal(let event): state.receive(event)
  case .answered(let answer): state.receive(answer)
  }
  // A list of all rows needs no answer, so it is there before the cursor is revealed in it.
  state.requestMissingData()
  state.revealCursors()
  defer { state.effects = [] }
  return state.effects
}

extension InspectorState {
  fileprivate mutating func handle(_ press: KeyPress) {
    switch press {
    case .digit(let digit): typeDigit(digit)
    case .prefix(let key): typed.sequence.append(key)
    case .mouse(let mouse): click(mouse)
    case .typed(let text):
      forgetTyped()
      editPrompt(.typed(text))
    case .unknown(let keys):
      forgetTyped()
      sayUnknown(keys)
    case .bound(let binding, let count, let letter):
      forgetTyped()
      if let letter, let lettered = binding.lettered { lettered(&self, letter) } else { binding.perform(&self, count) }
    }
  }

  /// Consumes the count and the keys typed before a key.
  mutating func forgetTyped() {
    typed = TypedKeys()
    message = nil
  }

  fileprivate mutating func receive(_ event: TerminalEvent) {
    switch event {
    case .resized(let size):
      self.size = size
      rebuildLanes()
      rebuildPanes()
    case .messageShown(let text, let isError): say(text, isError: isError)
    case .remembered(let memory): recall(memory)
    case .notesRead(let notes, let log): recall(notes, writtenFor: log)
    case .logOpened(let isFollowing, let isInputOpen): watchLog(isFollowing: isFollowing, isInputOpen: isInputOpen)
    case .folderOpened: beginWithRuns()
    case .live(let news): receive(news)
    }
  }

  fileprivate mutating func receive(_ answer: InspectorAnswer) {
    switch answer {
    case .stepRead(let detail): receive(detail)
    case .searched(let question, let answer): receiveHits(answer, to: question)
    case .listed(let question, let rows): receiveList(rows, to: question)
    case .namesUnseen(let filter, let sentences): receive(sentences, aboutUnseenNamesIn: filter)
    case .pathUnseen(let sentence): say(sentence, isError: true)
    case .lastStatesRead(let states): lastStates = states
    case .sought(let seek, let outcome): receiveRow(outcome, of: seek)
    case .found(let question, let content): receive(content, to: question)
    case .watched(let question, let series): receiveSeries(series, of: question)
    case .runsRead(let list): receiveRuns(list)
    case .runsChecked(let findings): receive(findings)
    case .filesListed(let files): receive(files)
    case .otherLogOpened(let path, let run, let problem): receiveOtherLog(run, problem, at: path)
    case .replaying(let question, let percent): receiveProgress(percent, of: question)
    case .replayed(_, let hypothesis): receive(hypothesis)
    case .replayFailed(let question, let problem): receiveReplayProblem(problem, of: question)
    case .textMade(let request, let text, let changes): use(text, changes: changes, for: request)
    case .played(let number): playOn(number)
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

  /// Shows a message in the bottom row until the next key.
  mutating func say(_ text: String, isError: Bool = false) {
    message = Message(text: text, isError: isError)
  }

  /// The highest count: more than any log has steps, and far from overflow.
  static let highestCount = 1_000_000_000_000

  /// Requests data that the screen needs and the state does not have.
  fileprivate mutating func requestMissingData() {
    requestList()
    requestMissingCheck()
    if let question, question != asked {
      asked = question
      let pinned: FixedRun? = if case .pin(let pin) = base, runs.indices.contains(pin.run) { runs[pin.run] } else { nil }
      ask(.step(question, pinned: pinned))
    }
    let watch = watchQuestion
    if watch != watching.asked, !watch.values.isEmpty || watching.asked != nil {
      watching.asked = watch
      if watch.values.isEmpty { watching.series = [:] } else { ask(.series(watch)) }
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
    let bottom = BottomRow(state: self, form: layout.form).withMessage(layout.bottom)
    // Without a prompt, a message goes with the next key.
    let covered =
      isPrompting ? CandidatesView(state: self).coveredRows(above: bottom.row(0)) + layout.bottom.origin.row - bottom.origin.row : 0
    listed.setGuest(currentRow?.place)
    timeline.reveal(
      listed.position(of: cursor, in: rows), count: listed.count, height: layout.height(of: .timeline, below: covered))
    for pane in Pane.allCases {
      guard var detail = details[pane] else { continue }
      let (rows, height) = (detail.rows.count, layout.height(of: pane, below: covered))
      // The whole item if there is room for it, else its beginning.
      detail.window.reveal(detail.itemEnd(from: detail.selected), count: rows, height: height, margin: 0)
      detail.window.reveal(detail.selected, count: rows, height: height, margin: detail.margin(height: layout.height(of: pane)))
      details[pane] = detail
    }
  }
}
