import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLog
import FluxtapeReports
import FluxtapeScreen

// The Answer pane.

extension InspectorState {
  /// Shows an answer and focuses its pane. The one that it covers comes back when it is closed, unless both have the same name.
  mutating func show(_ answer: OpenAnswer) {
    let covered = self.answer.map { CoveredAnswer(answer: $0, pane: details[.answer] ?? DetailPane()) }
    // Beside the timeline, which shows the steps that the answer is about.
    if zoom == .full { zoom = .normal }
    coveredAnswers += [covered].compactMap(\.self)
    var focusBefore = focus
    if let number = coveredAnswers.firstIndex(where: { $0.answer.name == answer.name }) {
      if focus == .answer { focusBefore = coveredAnswers[number].answer.focusBefore }
      coveredAnswers.removeSubrange(number...)
    }
    self.answer = answer
    self.answer?.focusBefore = focusBefore
    if answer.subject != .runs { words = ListWords() }
    details[.answer] = DetailPane()
    open(.answer)
  }

  /// Shows an answer on the whole screen.
  mutating func showWhole(_ answer: OpenAnswer) {
    show(answer)
    self.answer?.zoom = .full
    rebuildPanes()
  }

  /// Selects an item of the shown list.
  mutating func select(item: Int) {
    if let row = details[.answer]?.rows.firstIndex(where: { $0.item == item }) { details[.answer]?.selected = row }
  }

  /// Closes the answer, and shows the one that it covered.
  mutating func closeAnswer() {
    let focusBefore = answer?.focusBefore ?? .timeline
    if answer?.isAwaited == true { ask(.stop(InspectorWork.Lane.awaited)) }
    let covered = coveredAnswers.popLast()
    answer = covered?.answer
    details[.answer] = covered?.pane
    if answer == nil, shownDetail == .answer { shownDetail = .diff }
    // The answer below may have been about a run that is no longer shown.
    if focus == .answer { open(answer == nil && focusBefore == .answer ? .timeline : focusBefore) }
    askAgain()
    rebuildPanes()
  }

  /// Asks for an answer that was covered before it came, as other questions may have stopped its work; brings a list of runs up to date.
  private mutating func askAgain() {
    if let question = answer?.question, answer?.isAwaited == true { request(question) }
    if answer?.subject == .runs, runList?.isOf(runs) != true { readRuns() }
  }

  private mutating func request(_ question: RunQuestion) {
    if question.question == .check { requestProblems(of: question) } else { ask(.answer(to: question)) }
  }

  /// Shows the step of the selected row at once. Enter keeps it, Esc goes back.
  mutating func previewStep() {
    guard let here = currentRow?.place, let target = details[.answer]?.selectedRow?.target, target != here,
      let row = rows.number(at: target)
    else { return }
    let earlier = answer?.preview.flatMap { $0.to == here ? $0 : nil }
    let wasFollowing = earlier?.wasFollowing ?? log.isFollowing
    moveCursor(to: row)
    stopFollowingIfAway()
    answer?.preview = StepPreview(from: earlier?.from ?? here, to: target, wasFollowing: wasFollowing)
  }

  /// Makes the way to the previewed step a jump. Returns false if the cursor is elsewhere.
  @discardableResult
  mutating func keepPreview() -> Bool {
    guard let preview = answer?.preview, preview.to == currentRow?.place else { return false }
    jumps.left(preview.from)
    answer?.preview = nil
    return true
  }

  /// Goes back to where the cursor was before moving in the list showed other steps.
  mutating func leavePreview() {
    guard let preview = answer?.preview, preview.to == currentRow?.place else { return }
    if preview.wasFollowing { follow() }
    show(row: log.isFollowing ? followedRow : rows.firstNumber(notBefore: preview.from))
  }

  /// Closes answers that are about the run shown so far.
  mutating func forgetAnswerAboutRun() {
    coveredAnswers.removeAll { $0.answer.question != nil }
    if answer?.question != nil { closeAnswer() }
  }

  /// Whether an answer is shown, or covered by others.
  func isOpen(_ subject: OpenAnswer.Subject) -> Bool {
    answer?.subject == subject || coveredAnswers.contains { $0.answer.subject == subject }
  }

  /// Fills an answer that is open. Returns whether it is the shown one.
  @discardableResult
  mutating func fill(_ subject: OpenAnswer.Subject, with content: OpenAnswer.Content) -> Bool {
    guard answer?.subject == subject else {
      if let number = coveredAnswers.firstIndex(where: { $0.answer.subject == subject }) { coveredAnswers[number].answer.content = content }
      return false
    }
    answer?.content = content
    rebuildPanes()
    return true
  }

  /// Asks a question of the table, about the focused value, the step under the cursor or the shown run.
  mutating func pose(_ question: Question) {
    if question.parameters.contains(.other) { return compare(with: nil) }
    if question.parameters.contains(.path) { return withQuestion { state, value in state.pose(value.asked(question)) } }
    if question.isAboutRuns { return pose(RunQuestion(question, of: shownRun)) }
    guard currentRow != nil else { return say("the log has no steps yet") }
    pose(RunQuestion(question, of: shownRun, row: cursor))
  }

  /// Goes to a step, and asks about it. Without that step, a message says so and nothing is asked.
  mutating func pose(_ question: Question, aboutStep number: Int) {
    go(to: .step(number))
    if currentRow?.step?.rawValue == number { pose(question) }
  }

  mutating func pose(_ question: RunQuestion) {
    // The answer that a jump waits for may be dropped now.
    changeJumps.pending = nil
    show(OpenAnswer(subject: .question(question), content: .waiting))
    request(question)
  }

  mutating func receive(_ content: OpenAnswer.Content, to question: RunQuestion) {
    if question.question == .history { jumpToChange(in: content, of: question) }
    let isOpen = self.isOpen(.question(question))
    if isOpen, question.question == .compare, case .answer(let list) = content {
      comparison = RunComparisonAnswer(question: question, answer: list.answer)
    }
    guard fill(.question(question), with: content), case .answer(let list) = content else { return }
    if question.question == .compare { comparison.map { begin(with: $0) } } else { selectStep(of: list.answer, to: question) }
  }

  /// Selects the step that was asked about, or the change that set the value at the cursor.
  private mutating func selectStep(of answer: Answer, to question: RunQuestion) {
    let asked = answer.asked.flatMap { _ in question.row.flatMap(question.run.rows.place) }
    guard answer.isInOrder, var pane = details[.answer], let here = currentRow?.place,
      let place = pane.rows.lastIndex(where: { row in row.target.map { asked == nil ? $0 <= here : $0 == asked } ?? false })
    else { return }
    pane.selected = place
    pane.window.place(place, at: .center, count: pane.rows.count, height: Layout(of: self).height(of: .answer))
    details[.answer] = pane
  }
}

// MARK: - Runs

extension InspectorState {
  /// Begins with the list of runs, if there are several, or may be.
  mutating func beginWithRuns() {
    guard runs.count > 1 || log.isWatched else { return }
    beginsWithRuns = true
    showRuns()
  }

  /// Lists the runs, on the whole screen.
  mutating func showRuns() {
    let isKnown = runList?.isOf(runs) == true
    showWhole(OpenAnswer(subject: .runs, content: .known))
    if isKnown { select(item: run) } else { readRuns() }
  }

  /// Asks how the runs ended, once they are read.
  mutating func readRuns() {
    if log.isPlaced, log.progress == nil { ask(.ends(of: runs)) }
  }

  mutating func receiveRuns(_ list: RunList) {
    runList = list
    requestRunFindings(for: list)
    guard answer?.subject == .runs else { return }
    let isFirst = details[.answer]?.selected == 0 && !sortsRunsByTime
    rebuildPanes()
    // Until the cursor moves or the list is sorted, the cursor is on the first run.
    if isFirst { details[.answer]?.selected = 0 }
  }

  /// Sorts the list of runs by time, or with red ones first again. The list comes to the front.
  mutating func sortRuns() {
    if !isListingRuns { showRuns() }
    sortsRunsByTime.toggle()
    rebuildPanes()
    say(sortsRunsByTime ? "runs sorted by time: the newest first" : "red runs first")
  }

  /// Goes from the list of runs to the timeline.
  mutating func leaveRuns() {
    coveredAnswers.removeAll { $0.answer.subject == .runs }
    guard answer?.subject == .runs else { return }
    closeAnswer()
    open(.timeline)
  }
}

// MARK: - Memory

extension InspectorState {
  /// Stores the memory if it changed.
  mutating func saveMemory() {
    guard memory != remembered else { return }
    remembered = memory
    ask(.terminal(.remember(memory.text)))
  }
}
