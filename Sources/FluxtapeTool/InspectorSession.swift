#if Inspector
import Dispatch
import Fluxtape
import FluxtapeCurses
import FluxtapeHistory
import FluxtapeInspector
import FluxtapeScreen

/// The inspector on the terminal that the program runs in: events in, frames out.
struct InspectorSession {
  private let terminal: Terminal
  private let inspector: Inspector
  private let memory: InspectorMemoryFile?
  private let host: InspectorHost?
  private let workEnded = WorkSignal()
  private var others: InspectorRequests { InspectorRequests(terminal: terminal, inspector: inspector) }

  /// How long a screen waits for what the cursor is on: less than anyone sees, and mostly enough.
  private static let patience = Duration.milliseconds(10)

  init(
    _ opening: HistoryOpening, of paths: [String], from input: LiveInput?, isFollowing: Bool, on terminal: Terminal, isASCII: Bool,
    host: InspectorHost?,
    recorder: Recorder?
  ) throws {
    self.terminal = terminal
    let typesetting = terminal.supportsUnicode && !isASCII ? Typesetting.unicode : .ascii
    let background = InspectorThreads.background(waking: terminal.waker, telling: workEnded)
    inspector = try Inspector.opened(
      opening, of: paths, from: input, isFollowing: isFollowing, typesetting: typesetting, in: background, replayer: host?.replayer,
      recordedBy: recorder)
    self.host = host
    memory = paths.first.flatMap { InspectorMemoryFile(forLogAt: $0) }
    if let memory {
      if let text = memory.text {
        inspector.recall(text)
        if memory.notes.isEmpty { for line in StepNotes.lines(inMemory: text) { _ = memory.append(note: line) } }
      }
      inspector.recallNotes(memory.notes)
    }
    // Shown when the terminal is given back: the screen is not to be written to meanwhile.
    if let notice = terminal.notice { StandardOutput.tell("fluxtape: \(notice)") }
  }

  /// Says at the bottom what went wrong before, until the next key.
  func tell(_ problem: String) { inspector.tell(problem, isError: true) }

  /// Returns when the user leaves or the terminal is gone; the terminal is as it was then.
  func run() {
    defer {
      terminal.close()
      host?.close()
    }
    inspector.prepare(for: terminal.size)
    awaitStep()
    terminal.show(inspector.frame(size: terminal.size))
    while let event = terminal.next() {
      guard handle(event) else { return }
      // Keys that came meanwhile are taken before anything is drawn, so that a held key never runs on after its release.
      while let waiting = terminal.next(deadline: .now) {
        guard handle(waiting) else { return }
      }
      guard awaitStep() else { return }
      terminal.show(inspector.frame(size: terminal.size))
    }
  }

  /// Waits a moment for what the cursor is on, so that it is drawn once. - Returns: whether to go on.
  @discardableResult
  private func awaitStep() -> Bool {
    let deadline = ContinuousClock.now + Self.patience
    while inspector.isReadingStep, let event = terminal.next(deadline: deadline) {
      guard handle(event) else { return false }
    }
    return true
  }

  /// - Returns: whether to go on.
  private func handle(_ event: Event) -> Bool {
    switch event {
    case .hangup: return false
    case .resize: return true
    case .wake: return carryOut(inspector.work())
    case .key(let key):
      if inspector.isReadingStep, inspector.isAboutStep(key), !waitForStep() { return false }
      return carryOut(inspector.handle(key))
    }
  }

  /// Waits until it is read what the cursor is on: a key that was typed ahead is about that. - Returns: whether to go on.
  private func waitForStep() -> Bool {
    let deadline = DispatchTime.now() + .milliseconds(500)
    repeat {
      guard carryOut(inspector.work()) else { return false }
    } while inspector.isReadingStep && workEnded.wait(until: deadline)
    return true
  }

  /// Appends a note, and shows what other inspectors of this log have noted meanwhile.
  private func keepNote(_ line: String) {
    guard let memory else { return inspector.tell("kept until you quit: standard input has no file for notes") }
    guard memory.append(note: line) else { return inspector.tell("not saved: cannot write \(memory.notesPath)", isError: true) }
    inspector.recallNotes(memory.notes)
  }

  /// - Returns: whether to go on.
  private func carryOut(_ requests: [TerminalRequest]) -> Bool {
    for request in requests {
      switch request {
      case .quit: return false
      case .suspend: terminal.suspend()
      case .redraw: terminal.redraw()
      case .copy(let text, let what): others.copy(text, what: what)
      case .edit(let text, let name): others.edit(text, name: name)
      case .pipe(let text, let command): others.pipe(text, into: command)
      case .remember(let text): memory?.write(text)
      case .keepNote(let line): keepNote(line)
      case .readNotes: if let memory { inspector.recallNotes(memory.notes) }
      case .reportMouse(let isOn): terminal.reportsMouse = isOn
      }
    }
    return true
  }
}
#endif
