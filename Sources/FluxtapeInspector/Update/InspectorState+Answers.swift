import FluxtapeHistory
import FluxtapeLog
import FluxtapeReports
import FluxtapeScreen

// The Answer pane.

extension InspectorState {
  /// Shows an answer and focuses its pane.
  mutating func show(_ answer: Answer) {
    let focusBefore = focus == .answer ? self.answer?.focusBefore : focus
    restoreZoom()
    // Beside the timeline, which shows the steps that the answer is about.
    if zoom == .full { zoom = .normal }
    self.answer = answer
    self.answer?.focusBefore = focusBefore ?? .timeline
    details[.answer] = DetailPane()
    open(.answer)
  }

  /// Gives back the screen that the list of runs took.
  private mutating func restoreZoom() { zoom = answer?.zoomBefore ?? zoom }

  mutating func closeAnswer() {
    let focusBefore = answer?.focusBefore ?? .timeline
    if case .waiting? = answer?.content { ask(.stopAsking) }
    restoreZoom()
    answer = nil
    watching.plotted = []
    details[.answer] = nil
    if shownDetail == .answer { shownDetail = .diff }
    if focus == .answer { open(focusBefore) }
    rebuildPanes()
  }

  /// Closes an answer that is about the run shown so far.
  mutating func forgetAnswerAboutRun() {
    switch answer?.subject {
    case .blame, .changes, .chain, .statistics, .problems: closeAnswer()
    case .plot, .bookmarks, .runs, .comparison, .edits, .filters, nil: break
    }
  }

  mutating func showChain() {
    guard let row = currentRow else { return say("the log has no steps yet") }
    show(Answer(subject: .chain(row: row.place), content: .known))
    guard var pane = details[.answer] else { return }
    pane.selected = pane.rows.firstIndex { $0.target == row.place } ?? 0
    let height = Layout(of: self).height(of: .answer)
    pane.window.place(pane.selected, at: .center, count: pane.rows.count, height: height)
    details[.answer] = pane
  }

  mutating func showStatistics() {
    show(Answer(subject: .statistics, content: .waiting))
    ask(.readStatistics(run: run))
  }

  mutating func receiveStatistics(_ report: StatisticsReport?, _ problem: String?, of run: Int) {
    guard run == self.run, var answer, answer.subject == .statistics else { return }
    answer.content = report.map { .statistics($0) } ?? .problem(problem ?? "")
    self.answer = answer
    rebuildPanes()
  }
}

// MARK: - Problems

extension InspectorState {
  mutating func showProblems() {
    show(Answer(subject: .problems, content: .waiting))
    ask(.readProblems(run: run))
  }

  mutating func receiveProblems(_ checked: CheckedRun?, _ problem: String?, of run: Int) {
    guard run == self.run else { return }
    let findings = checked.map { RunFindings($0, of: FixedRun($0.history)) }
    runFindings[run] = findings ?? runFindings[run]
    guard var answer, answer.subject == .problems else { return }
    if let checked, let findings {
      answer.content = .problems(checked, in: findings.run.rows, counts: findings.counts)
    } else {
      answer.content = .problem(problem ?? "")
    }
    self.answer = answer
    rebuildPanes()
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
    show(Answer(subject: .runs, content: isKnown ? runList.map { .runs($0) } ?? .known : .known))
    answer?.zoomBefore = zoom
    zoom = .full
    rebuildPanes()
    if isKnown { select(run: run + 1) } else { readRuns() }
  }

  /// Asks how the runs ended, once they are read.
  mutating func readRuns() {
    if log.isPlaced, log.progress == nil { ask(.readRuns) }
  }

  mutating func receiveRuns(_ list: RunList) {
    runList = list
    requestRunFindings(for: list)
    guard answer?.subject == .runs else { return }
    let pane = details[.answer]
    answer?.content = .runs(list)
    rebuildPanes()
    // Who has not moved yet begins with the first one of the new order.
    if let pane, pane.selected > 0, let run = pane.selectedRow?.run { select(run: run) }
  }

  /// Selects a run of the list, counted from 1.
  mutating func select(run: Int) {
    if let row = details[.answer]?.rows.firstIndex(where: { $0.run == run }) { details[.answer]?.selected = row }
  }

  /// Goes from the list of runs to the timeline.
  mutating func leaveRuns() {
    guard answer?.subject == .runs else { return }
    closeAnswer()
    open(.timeline)
  }
}

extension DetailRow {
  /// The run that the row opens, counted from 1.
  var run: Int? { if case .runChosen(let run)? = action { run } else { nil } }
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
