import FluxtapeHistory
import FluxtapeLog
import FluxtapeReports
import FluxtapeScreen

// The Answer pane.

extension InspectorState {
  /// Shows an answer and focuses its pane.
  mutating func show(_ answer: Answer) {
    let focusBefore = focus == .answer ? self.answer?.focusBefore : focus
    self.answer = answer
    self.answer?.focusBefore = focusBefore ?? .timeline
    details[.answer] = DetailPane()
    open(.answer)
  }

  mutating func closeAnswer() {
    let focusBefore = answer?.focusBefore ?? .timeline
    answer = nil
    watching.plotted = []
    details[.answer] = nil
    if shownDetail == .answer { shownDetail = .diff }
    if focus == .answer { open(focusBefore) }
    rebuildPanes()
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

// MARK: - Memory

extension InspectorState {
  /// Stores the memory if it changed.
  mutating func saveMemory() {
    guard memory != remembered else { return }
    remembered = memory
    ask(.terminal(.remember(memory.text)))
  }
}
