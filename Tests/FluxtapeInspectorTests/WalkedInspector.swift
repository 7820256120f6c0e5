import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeLog
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

/// An inspector without a terminal, with what the program keeps for it, and with a model of its notes.
struct WalkedInspector {
  private let log: WalkedLog
  private let runs: [History]
  private let typesetting: Typesetting
  private var inspector: Inspector
  private(set) var size: Size
  private var memory = ""
  /// The lines of the notes of each log.
  private var noteFiles: [String: [String]] = [:]
  private var notes: [String: NotesModel] = [:]
  /// How often it was quit and opened again.
  private(set) var restarts = 0

  init(_ log: WalkedLog, typesetting: Typesetting, size: Size) throws {
    self.log = log
    self.typesetting = typesetting
    self.size = size
    runs = try log.runs()
    inspector = try Self.open(log, runs, typesetting)
    resize(to: size)
  }

  private static func open(_ log: WalkedLog, _ runs: [History], _ typesetting: Typesetting) throws -> Inspector {
    let inspector = try #require(Inspector(runs: runs, typesetting: typesetting, replayer: log.replayer))
    if runs.count > 1 { inspector.showRunsFirst() }
    return inspector
  }

  private var shownLog: String { inspector.state.shownLog ?? "" }
}

// MARK: - Events

extension WalkedInspector {
  /// Whether a key asks to quit.
  func isQuit(_ key: Key) -> Bool {
    let state = inspector.state
    switch Self.meaning(of: key, in: state).name {
    case "quit": return true
    case "close":
      if state.answer?.subject == .runs { return state.focus == .answer && state.beginsWithRuns }
      return state.answer == nil && state.focus == .timeline && !state.beginsWithRuns
    default: return false
    }
  }

  /// Presses a key.
  ///
  /// - Parameter waits: Whether all questions are answered before the next key.
  /// - Returns: What went wrong.
  mutating func press(_ key: Key, waits: Bool) throws -> String? {
    let before = inspector.state
    let isQuit = isQuit(key)
    notes[shownLog, default: NotesModel()].apply(
      Self.meaning(of: key, in: before), at: before.currentRow?.step?.rawValue, before.selectedBookmark, undoing: before.undoable.last)
    var hasQuit = carryOut(inspector.handle(key))
    if waits, settle() { hasQuit = true }
    // Changes are undone only in the run in which they were made.
    if inspector.state.run != before.run { notes[before.shownLog ?? ""]?.forgetChanges() }
    if let problem = lostNote { return problem }
    guard hasQuit else { return nil }
    guard isQuit else { return "ended without being asked" }
    try restart()
    return lostNote
  }

  /// Lets the time to the next step that is played pass.
  mutating func wait() -> String? {
    inspector.workOnDeferred()
    return settle() ? "ended without being asked" : lostNote
  }

  mutating func resize(to size: Size) {
    self.size = size
    inspector.prepare(for: size)
    _ = settle()
  }

  /// Opens the log again, with what was kept.
  private mutating func restart() throws {
    restarts += 1
    for log in noteFiles.keys { noteFiles[log] = StepNotes(parsing: text(ofNotesOf: log)).lines }
    for log in notes.keys { notes[log]?.forgetChanges() }
    inspector = try Self.open(log, runs, typesetting)
    if !memory.isEmpty { inspector.recall(memory) }
    inspector.recallNotes(text(ofNotesOf: shownLog))
    resize(to: size)
  }

  /// Answers all questions. Returns whether the inspector asked to quit.
  private mutating func settle() -> Bool {
    var hasQuit = false
    while inspector.isBusy { if carryOut(inspector.work()) { hasQuit = true } }
    return hasQuit
  }

  /// Does what the program does for requests. Returns whether one is to quit.
  private mutating func carryOut(_ requests: [TerminalRequest]) -> Bool {
    var hasQuit = false
    for request in requests {
      switch request {
      case .quit: hasQuit = true
      case .suspend, .redraw, .reportMouse, .edit, .live: break
      case .save(_, let path), .exportNotes(let path): inspector.show(message: "\(path) saved")
      case .importNotes(let path): inspector.show(message: "\(path): no such file", isError: true)
      case .copy(_, let what): inspector.show(message: "\(what) copied")
      case .pipe(_, let command): inspector.show(message: "'\(command)' ended with 1", isError: true)
      case .remember(let text): memory = text
      case .keepNote(let line):
        noteFiles[shownLog, default: []].append(line)
        inspector.recallNotes(text(ofNotesOf: shownLog))
      case .readNotes: inspector.recallNotes(text(ofNotesOf: shownLog))
      }
    }
    return hasQuit
  }

  private func text(ofNotesOf log: String) -> String { (noteFiles[log] ?? []).joined(separator: "\n") }

  /// The name of the binding or the command that a key means, also by the prompt or the bottom row that it chooses from, and its argument.
  private static func meaning(of key: Key, in state: InspectorState) -> (name: String, argument: String) {
    switch Keymap.action(for: key, in: state) {
    case .key(.bound(let binding, _, let letter)):
      if let letter, binding.lettered != nil { return (binding.keys[0], String(letter)) }
      guard binding.section == .prompt, key == .enter, let prompt = state.prompt, prompt.kind == .command,
        case .success = Command.parse(prompt.line.text)
      else { return (binding.name, "") }
      let words = prompt.line.text.split(separator: " ", maxSplits: 1).map(String.init)
      return (["q", "q!", "qa", "wq"].contains(words[0]) ? "quit" : words[0], words.count > 1 ? words[1] : "")
    case .key(.mouse(let mouse)) where mouse.action == .press:
      return (state.binding(at: mouse.position)?.name ?? "", "")
    default: return ("", "")
    }
  }
}

// MARK: - What holds after each event

extension WalkedInspector {
  /// What is wrong with the screen or with the cursors.
  var problem: String? { brokenFrame(inspector.frame(size: size)) ?? brokenCursor }

  /// A cell is safe if text output would not escape it.
  private func brokenFrame(_ frame: Frame) -> String? {
    guard frame.size == size, frame.cells.count == size.rows * size.columns else { return "a frame of \(frame.size)" }
    for row in 0..<size.rows {
      var width = 0
      for cell in frame.cells[row * size.columns..<(row + 1) * size.columns] {
        width += cell.width
        guard cell.text.displayed(typesetting) == cell.text else { return "row \(row) has the cell \(cell.text.debugDescription)" }
      }
      guard width == size.columns else { return "row \(row) has \(width) columns" }
    }
    if let cursor = frame.cursor, !frame.bounds.contains(cursor) { return "the terminal's cursor is outside, at \(cursor)" }
    return nil
  }

  private var brokenCursor: String? {
    let state = inspector.state
    let layout = Layout(of: state)
    guard state.cursor == 0 || (0..<state.rows.count).contains(state.cursor) else { return "no row \(state.cursor)" }
    if state.focus == .answer, state.answer == nil { return "the focus is in an answer that is closed" }
    if let prompt = state.prompt, !(0...prompt.line.text.count).contains(prompt.line.caret) { return "no caret in the line" }
    for pane in Pane.allCases {
      guard let detail = state.details[pane], !detail.rows.isEmpty else { continue }
      guard detail.rows.indices.contains(detail.selected) else { return "no row \(detail.selected) in \(pane)" }
      let visible = detail.window.visible(count: detail.rows.count, height: layout.height(of: pane))
      if !visible.isEmpty, !visible.contains(detail.selected) { return "row \(detail.selected) of \(pane) is out of sight" }
    }
    // While a filter is applied, the timeline still lists the rows of the one before.
    guard !inspector.isBusy, state.rows.count > 0 else { return nil }
    let position = state.listed.position(of: state.cursor, in: state.rows)
    guard state.listed.number(at: position, in: state.rows) == state.cursor else { return "row \(state.cursor) is not listed" }
    let visible = state.timeline.visible(count: state.listed.count, height: layout.height(of: .timeline))
    return visible.isEmpty || visible.contains(position) ? nil : "row \(state.cursor) is out of sight"
  }

  private var lostNote: String? {
    let state = inspector.state
    let model = notes[shownLog] ?? NotesModel()
    let letters = state.notes.letters.mapValues(\.rawValue)
    let texts = Dictionary(uniqueKeysWithValues: state.notes.texts.map { ($0.key.rawValue, $0.value) })
    guard letters == model.letters else { return "marks \(letters), not \(model.letters)" }
    return texts == model.texts ? nil : "notes \(texts), not \(model.texts)"
  }
}

/// The marks and notes of a log, as a user knows them who reads what the keys are for.
private struct NotesModel {
  private enum Change {
    case mark(Character, was: Int?)
    case note(Int, was: String?)
  }

  private(set) var letters: [Character: Int] = [:]
  private(set) var texts: [Int: String] = [:]
  private var changes: [Change] = []

  /// - Parameters:
  ///   - step: The step under the cursor, if that row has a number.
  ///   - selected: The selected row of the list of marks and notes.
  ///   - change: What undoing would take back: filters and watches are no notes.
  mutating func apply(_ meaning: (name: String, argument: String), at step: Int?, _ selected: Bookmark?, undoing change: UndoableChange?) {
    switch meaning.name {
    case "m{a-z}":
      guard let step, let letter = meaning.argument.first else { return }
      let was = letters[letter]
      changes.append(.mark(letter, was: was))
      letters[letter] = was == step ? nil : step
    case "note":
      let text = meaning.argument
      guard let step, !text.isEmpty, texts[step] != text else { return }
      changes.append(.note(step, was: texts[step]))
      texts[step] = text
    case "unnote":
      guard let step, let was = texts[step] else { return }
      changes.append(.note(step, was: was))
      texts[step] = nil
    case "remove-bookmark":
      guard let selected else { return }
      if let letter = selected.letter {
        changes.append(.mark(letter, was: letters[letter]))
        letters[letter] = nil
      } else {
        changes.append(.note(selected.step.rawValue, was: selected.note))
        texts[selected.step.rawValue] = nil
      }
    case "undo":
      guard case .note? = change else { return }
      switch changes.popLast() {
      case .mark(let letter, let was)?: letters[letter] = was
      case .note(let step, let was)?: texts[step] = was
      case nil: break
      }
    default: break
    }
  }

  /// Forgets what could be undone.
  mutating func forgetChanges() { changes = [] }
}
