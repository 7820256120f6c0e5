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
    if answer?.isAwaited == true { ask(.stop(InspectorWork.Lane.answers)) }
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
    guard let answer, answer.isAwaited || answer.subject == .runs else { return }
    switch answer.subject {
    case .problems(let run): requestProblems(of: run)
    case .question, .statistics, .comparison: ask(.answer(to: answer.subject))
    case .runs: if let runList, runList.isOf(runs) { self.answer?.content = .runs(runList) } else { readRuns() }
    case .plot, .bookmarks, .filters, .help, .value: break
    }
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
    coveredAnswers.removeAll(where: \.answer.isAboutRun)
    if answer?.isAboutRun == true { closeAnswer() }
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

  /// Asks a question of the table, about the focused value or the step under the cursor.
  mutating func pose(_ question: Question) {
    guard question.parameters.contains(.path) else {
      guard currentRow != nil else { return say("the log has no steps yet") }
      return pose(.question(RunQuestion(question: question, run: shownRun, row: cursor)))
    }
    withQuestion { state, value in state.pose(.question(value.asked(question))) }
  }

  /// Goes to a step, and asks about it. Without that step, a message says so and nothing is asked.
  mutating func pose(_ question: Question, aboutStep number: Int) {
    go(to: .step(number))
    if currentRow?.step?.rawValue == number { pose(question) }
  }

  mutating func pose(_ subject: OpenAnswer.Subject) {
    // The answer that a jump waits for may be dropped now.
    changeJumps.pending = nil
    show(OpenAnswer(subject: subject, content: .waiting))
    if case .problems(let run) = subject { requestProblems(of: run) } else { ask(.answer(to: subject)) }
  }

  mutating func receive(_ content: OpenAnswer.Content, to subject: OpenAnswer.Subject) {
    if case .problems(let run) = subject, check?.run == run { check?.progress = .done(content) }
    switch (content, subject) {
    case (_, .question(let question)) where question.question == .history: jumpToChange(in: content, of: question)
    case (.problems(let checked, _), .problems(let run)) where run == shownRun: runFindings[self.run] = RunFindings(checked, of: run)
    case (.comparison(let differences), _) where isOpen(subject): comparison = differences
    default: break
    }
    guard fill(subject, with: content) else { return }
    switch (content, subject) {
    case (.answer(let answer, _, _), .question(let question)): selectStep(of: answer, to: question)
    case (.comparison(let differences), _): begin(with: differences)
    default: break
    }
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
    showWhole(OpenAnswer(subject: .runs, content: isKnown ? runList.map { .runs($0) } ?? .known : .known))
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
    let isFirst = details[.answer]?.selected == 0 && runOrder == .verdict
    answer?.content = .runs(list)
    rebuildPanes()
    // Until the cursor moves or the list is sorted, the cursor is on the first run.
    if isFirst { details[.answer]?.selected = 0 }
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
