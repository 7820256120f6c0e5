import FluxtapeLogReading
import FluxtapeHistory
import FluxtapeLog

// Marks and notes. Each change appends a line to a file. The program then hands back the whole file, with the changes of other inspectors.

extension InspectorState {
  /// Marks the step under the cursor, or removes the mark.
  mutating func placeBookmark(_ letter: Character) {
    guard let step = currentRow?.step else { return say("this row has no number, so it cannot be marked") }
    let was = notes.letters[letter]
    change(.marked(letter, at: was == step ? nil : step, was: was))
    switch was {
    case step: say("mark \(letter) removed; U brings it back")
    case nil: say("marked as \(letter); m\(letter) again removes it")
    case let was?: say("mark \(letter) moved here from #\(was.rawValue.grouped); U takes it back there")
    }
  }

  mutating func goToBookmark(_ letter: Character) {
    guard let step = notes.letters[letter] else { return say("no mark \(letter)") }
    guard let row = history.row(of: step) else { return say("step \(step) is not in the log") }
    jump(to: row)
    if let note = notes.texts[step] { say(note) }
  }

  mutating func stepToBookmark(isForward: Bool) {
    let numbers = notes.bookmarks.compactMap { history.row(of: $0.step) }
    guard let target = isForward ? numbers.first(where: { $0 > cursor }) : numbers.last(where: { $0 < cursor }) else {
      return say("no \(isForward ? "later" : "earlier") mark or note")
    }
    jump(to: target)
  }

  /// Adds a note to the step under the cursor. Without a text, opens the prompt with the current note.
  mutating func note(_ text: String) {
    guard let step = currentRow?.step else { return say("this row has no number, so it cannot have a note") }
    let was = notes.texts[step]
    guard !text.isEmpty else {
      openPrompt(.command)
      prompt?.beginning = "note "
      editPrompt(.typed("note " + (was ?? "")))
      if was != nil { say("edit the note here; :unnote removes it") }
      return
    }
    guard text != was else { return say("this step has that note already") }
    change(.noted(step, text: text, was: was))
    say(was == nil ? "noted; M lists marks and notes" : "note replaced; U brings the old one back")
  }

  /// Removes the note of the step under the cursor.
  mutating func removeNote() {
    guard let step = currentRow?.step, let was = notes.texts[step] else { return say("this step has no note") }
    change(.noted(step, text: nil, was: was))
    say("note removed; U brings it back")
  }

  /// Undoes a change of a mark or note.
  mutating func undo(_ change: StepNotes.Change) {
    append(change.inverse)
    switch change {
    case .marked(let letter, _, _): say("change of mark \(letter) undone")
    case .noted(let step, _, _): say("change of the note at #\(step.rawValue.grouped) undone")
    }
  }

  private mutating func change(_ change: StepNotes.Change) {
    undoable.append(.note(change))
    append(change)
  }

  private mutating func append(_ change: StepNotes.Change) {
    notes.apply(change)
    ask(.terminal(.keepNote(change.line)))
    rebuildPanes()
  }

  /// Replaces the marks and notes by those of all inspectors of this log.
  ///
  /// - Parameter log: The path of another log for which some were written.
  mutating func recall(_ notes: StepNotes, writtenFor log: String?) {
    self.notes = notes
    if let log, !notes.isEmpty, notesLog?.path != log { notesLog = (log, false) }
    rebuildPanes()
    sayNotesLog()
  }

  /// Says once for which other log the notes were written, after what is said already. Waits for the message of an opened log.
  mutating func sayNotesLog() {
    guard log.isPlaced, let (path, isSaid) = notesLog, !isSaid else { return }
    notesLog = (path, true)
    let words = "marks and notes written for \(path) are shown here, too; copies of a log share them"
    say((message.map { $0.text + "; " } ?? "") + words, isError: message?.isError ?? false)
  }

  mutating func showBookmarks() {
    ask(.terminal(.readNotes))
    show(OpenAnswer(subject: .bookmarks, content: .known))
  }

  /// Whether the list of marks and notes gets the keys.
  var isListingBookmarks: Bool { focus == .answer && answer?.subject == .bookmarks }

  /// The selected row of the list of marks and notes.
  var selectedBookmark: Bookmark? {
    let bookmarks = notes.bookmarks
    guard isListingBookmarks, let number = details[.answer]?.selectedRow?.item, bookmarks.indices.contains(number) else { return nil }
    return bookmarks[number]
  }

  /// Removes the selected mark; of a row without a letter, the note.
  mutating func removeBookmark() {
    guard let bookmark = selectedBookmark else { return sayNoBookmark() }
    if let letter = bookmark.letter {
      change(.marked(letter, at: nil, was: bookmark.step))
      say("mark \(letter) removed; U brings it back")
    } else {
      change(.noted(bookmark.step, text: nil, was: bookmark.note))
      say("note removed; U brings it back")
    }
  }

  /// Goes to the selected step, and opens the prompt with its note.
  mutating func editBookmark() {
    guard let bookmark = selectedBookmark else { return sayNoBookmark() }
    guard let row = history.row(of: bookmark.step) else { return say("step \(bookmark.step) is not in the log") }
    if row != cursor { jump(to: row) }
    note("")
  }

  private mutating func sayNoBookmark() {
    say(isListingBookmarks ? "no marks or notes yet" : "choose a mark or note first: M lists them")
  }

  func isBookmarked(_ row: HistoryRow) -> Bool { row.step.map(notes.contains) ?? false }
}
