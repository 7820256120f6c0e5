#if Inspector
import Dispatch
import Fluxtape
import FluxtapeCurses
import FluxtapeHistory
import FluxtapeInspector
import FluxtapeLiveWire
import FluxtapeLog
import FluxtapeScreen

/// Runs the inspector on the terminal.
struct InspectorSession {
  private let terminal: Terminal
  private let inspector: Inspector
  private let memory: InspectorMemoryFile?
  private let host: InspectorHost?
  private let live: LiveLink?
  private let workEnded = WorkSignal()
  private var requests: InspectorRequests { InspectorRequests(terminal: terminal, inspector: inspector) }

  /// The time to wait for the step under the cursor before drawing: imperceptible, and usually enough.
  private static let patience = Duration.milliseconds(10)

  init(
    _ opening: HistoryOpening, of paths: [String], isFolder: Bool, from input: LiveInput?, isFollowing: Bool, on terminal: Terminal,
    isASCII: Bool, host: InspectorHost?, recorder: Recorder?
  ) throws {
    self.terminal = terminal
    let typesetting = terminal.supportsUnicode && !isASCII ? Typesetting.unicode : .ascii
    let background = InspectorThreads.background(waking: terminal.waker, telling: workEnded)
    inspector = try Inspector.opened(
      opening, of: paths, isFolder: isFolder, from: input, isFollowing: isFollowing, typesetting: typesetting, in: background,
      replayer: host?.replayer, recordedBy: recorder)
    self.host = host
    live = isFolder || input != nil ? nil : paths.last.map { LiveLink(besideLog: $0, waking: terminal.waker) }
    memory = paths.first.flatMap { InspectorMemoryFile(forLogAt: $0) }
    if let text = memory?.text { inspector.recall(text) } else { watchValuesOfProject() }
    if let memory { recallNotes(in: memory) }
    // Standard error is held back until the terminal is restored.
    if let notice = terminal.notice { StandardOutput.warn("fluxtape: \(notice)") }
  }

  private func watchValuesOfProject() {
    do throws(UsageError) { inspector.watch(try ProjectFile.watches()) } catch { show(problem: error.message) }
  }

  /// Shows an earlier problem at the bottom until the next key.
  func show(problem: String) { inspector.show(message: problem, isError: true) }

  /// Runs until the user quits or the terminal is gone. Restores the terminal.
  ///
  /// - Parameter start: The step to begin at.
  func run(from start: StepAddress.Row?) {
    defer {
      terminal.close()
      host?.close()
      tellWhatStays()
    }
    terminal.reportsMouse = inspector.state.reportsMouse
    inspector.prepare(for: terminal.size)
    if let start { for key in ":\(start.text)".map(Key.character) + [.enter] { _ = carryOut(inspector.handle(key)) } }
    awaitStep()
    terminal.show(inspector.frame(size: terminal.size))
    while let event = terminal.next() {
      guard handle(event) else { return }
      // Handle waiting keys before drawing, so that a held key stops at its release.
      while let waiting = terminal.next(deadline: .now) {
        guard handle(waiting) else { return }
      }
      guard awaitStep() else { return }
      terminal.show(inspector.frame(size: terminal.size))
    }
  }

  /// The app stays as it was left: a command lets it go on.
  private func tellWhatStays() {
    guard let status = inspector.state.live, let log = inspector.state.shownLog else { return }
    let command = "fluxtape live \(ShellWord.quoted(log))"
    if status.isLocked { StandardOutput.warn("fluxtape: the app still holds its actions; '\(command) unlock' lets them go on") }
    if let step = status.jumpedTo { StandardOutput.warn("fluxtape: the app was set to step \(step); '\(command) now' sets it back") }
  }

  /// Waits a moment for the step under the cursor, to avoid drawing twice. Returns whether to continue.
  @discardableResult
  private func awaitStep() -> Bool {
    let deadline = ContinuousClock.now + Self.patience
    while inspector.isReadingStep, let event = terminal.next(deadline: deadline) {
      guard handle(event) else { return false }
    }
    return true
  }

  /// Handles an event. Returns whether to continue.
  private func handle(_ event: Event) -> Bool {
    switch event {
    case .hangup: return false
    case .resize: return true
    case .wake: return carryOut(inspector.work()) && carryOut(live?.takeNews().flatMap(inspector.receive) ?? [])
    case .key(let key):
      if inspector.isReadingStep, inspector.isAboutStep(key), !waitForStep() { return false }
      return carryOut(inspector.handle(key))
    }
  }

  /// Waits until the step under the cursor is read, for a key that needs it. Returns whether to continue.
  private func waitForStep() -> Bool {
    let deadline = DispatchTime.now() + .milliseconds(500)
    repeat {
      guard carryOut(inspector.work()) else { return false }
    } while inspector.isReadingStep && workEnded.wait(until: deadline)
    return true
  }

  /// Appends a note, and reads the notes of all inspectors of this log.
  private func keepNote(_ line: String) {
    guard let file = notesFile else { return inspector.show(message: "kept until you quit: this log has no file for notes") }
    guard file.append(notes: [line]) else { return inspector.show(message: "not saved: cannot write \(file.notesPath)", isError: true) }
    recallNotes(in: file)
  }

  private func recallNotes(in file: InspectorMemoryFile) {
    let notes = file.notes
    inspector.recallNotes(notes, writtenFor: file.otherLog(in: notes))
  }

  /// Hands notes over, and says how many.
  private func handOver(_ work: (NotesHandover) throws(UsageError) -> String) {
    guard let file = notesFile else { return inspector.show(message: "this log has no file for notes", isError: true) }
    do throws(UsageError) {
      let words = try work(NotesHandover(file: file))
      recallNotes(in: file)
      inspector.show(message: words)
    } catch {
      inspector.show(message: error.message, isError: true)
    }
  }

  /// The notes of the shown run. Of a folder, each log has a file.
  private var notesFile: InspectorMemoryFile? { inspector.state.shownLog.flatMap { InspectorMemoryFile(forLogAt: $0) } }

  /// Carries out requests. Returns whether to continue.
  private func carryOut(_ list: [TerminalRequest]) -> Bool {
    for request in list {
      switch request {
      case .quit: return false
      case .suspend: terminal.suspend()
      case .redraw: terminal.redraw()
      case .copy(let text, let what): requests.copy(text, what: what)
      case .edit(let text, let name): requests.edit(text, name: name)
      case .save(let run, let path): requests.save(run, to: path)
      case .pipe(let text, let command): requests.pipe(text, into: command)
      case .remember(let text): memory?.write(text)
      case .keepNote(let line): keepNote(line)
      case .readNotes: if let file = notesFile { recallNotes(in: file) }
      case .exportNotes(let path): handOver { (notes) throws(UsageError) in try notes.export(to: path) }
      case .importNotes(let path): handOver { (notes) throws(UsageError) in try notes.add(from: path) }
      case .reportMouse(let isOn): terminal.reportsMouse = isOn
      case .live(let command): live?.perform(command)
      }
    }
    return true
  }
}
#endif
