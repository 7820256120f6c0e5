import FluxtapeHistory
import FluxtapeLog
import FluxtapeReports
import FluxtapeScreen

// The Answer pane, and the places that a person notes.

extension InspectorState {
  /// Shows an answer and gives it the keys.
  mutating func show(_ answer: Answer) {
    if focus != .answer { focusBeforeAnswer = focus }
    self.answer = answer
    details[.answer] = DetailPane()
    open(.answer)
  }

  mutating func closeAnswer() {
    answer = nil
    plotted = []
    details[.answer] = nil
    if shownDetail == .answer { shownDetail = .diff }
    if focus == .answer { open(focusBeforeAnswer) }
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

  mutating func takeStatistics(_ report: StatisticsReport?, _ problem: String?, of run: Int) {
    guard run == self.run, var answer, answer.subject == .statistics else { return }
    answer.content = report.map { .statistics($0) } ?? .problem(problem ?? "")
    self.answer = answer
    rebuildPanes()
  }
}

// MARK: - Bookmarks

/// A step that a person wants to find again.
package struct Bookmark: Hashable, Sendable {
  /// What `'` finds it by.
  var letter: Character?
  var step: StepNumber
  var note = ""
}

extension InspectorState {
  mutating func placeBookmark(_ letter: Character) {
    guard let step = currentRow?.step else { return say("this row has no number, so it cannot be marked") }
    let note = bookmarks.first { $0.step == step }?.note ?? ""
    bookmarks.removeAll { $0.letter == letter }
    bookmarks.append(Bookmark(letter: letter, step: step, note: note))
    say("marked as \(letter)")
    keepInMind()
  }

  mutating func goToBookmark(_ letter: Character) {
    guard let bookmark = bookmarks.first(where: { $0.letter == letter }) else { return say("no bookmark \(letter)") }
    guard let row = history.row(of: bookmark.step) else { return say("step \(bookmark.step) is not in the log") }
    jump(to: row)
    if !bookmark.note.isEmpty { say(bookmark.note) }
  }

  mutating func stepToBookmark(isForward: Bool) {
    let numbers = bookmarks.compactMap { history.row(of: $0.step) }.sorted()
    guard let target = isForward ? numbers.first(where: { $0 > cursor }) : numbers.last(where: { $0 < cursor }) else {
      return say("no \(isForward ? "later" : "earlier") bookmark")
    }
    jump(to: target)
  }

  /// Notes something about this step; nothing takes the note away.
  mutating func note(_ text: String) {
    guard let step = currentRow?.step else { return say("this row has no number, so nothing can be noted") }
    if let place = bookmarks.firstIndex(where: { $0.step == step }) {
      bookmarks[place].note = text
      if text.isEmpty, bookmarks[place].letter == nil { bookmarks.remove(at: place) }
    } else if text.isEmpty {
      return say("usage: :note TEXT")
    } else {
      bookmarks.append(Bookmark(letter: nil, step: step, note: text))
    }
    say(text.isEmpty ? "note removed" : "noted; M lists marks and notes")
    keepInMind()
    rebuildPanes()
  }

  func isBookmarked(_ row: HistoryRow) -> Bool { !bookmarks.isEmpty && bookmarks.contains { $0.step == row.step } }

  /// What is kept beside the user's data changed.
  mutating func keepInMind() {
    guard memory != remembered else { return }
    remembered = memory
    ask(.terminal(.remember(memory.text)))
  }
}
