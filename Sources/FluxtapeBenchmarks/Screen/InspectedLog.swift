import FluxtapePseudoTerminal

/// The program `fluxtape` on a pseudo-terminal of 200x60, with a large log on it.
struct InspectedLog {
  private let terminal: PseudoTerminal
  private var picture = TerminalPicture(rows: 60, columns: 200)

  init(_ setting: Setting) throws {
    let path = try setting.logs.path(.smallLines)
    let environment = ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=/dev/null"]
    terminal = try PseudoTerminal(Program(builtHere: "fluxtape").path, [path], environment: environment, rows: 60, columns: 200)
    try take { $0.contains { $0.contains("#1/") } }
    terminal.type("\u{1B}[?69;2$y")
  }

  /// Waits until all of the log is read.
  mutating func waitUntilRead() throws {
    try take { $0.first?.contains("INDEX") == false }
    try waitUntilIdle()
  }

  /// What is made ready behind the screen keeps a processor busy, and no screen waits for it. A second without is the end of it: a shorter
  /// while may be one in which it waits for the disk.
  private mutating func waitUntilIdle() throws {
    var used = ProcessorTime.of(terminal.process)
    var idleTurns = 0
    while idleTurns < 10 {
      let bytes = try terminal.next()
      picture.take(bytes)
      let now = ProcessorTime.of(terminal.process)
      idleTurns = bytes.isEmpty && now - used < 0.005 ? idleTurns + 1 : 0
      used = now
    }
  }

  /// Types, and reads until nothing more comes and the panes show the step that the cursor is on.
  ///
  /// - Returns: the seconds until the last byte, and how many came.
  mutating func press(_ keys: String) throws -> (seconds: Double, bytes: Int) {
    let start = ContinuousClock.now
    terminal.type(keys)
    var (last, count, isComplete) = (start, 0, false)
    var pending: [UInt8] = []
    while true {
      let bytes = try terminal.next()
      guard bytes.isEmpty else {
        last = .now
        count += bytes.count
        pending += bytes
        isComplete = false
        continue
      }
      guard count > 0 else { continue }
      // What is on the screen takes longer to tell than the next bytes to come: only now, after a silence.
      if !isComplete {
        picture.take(pending)
        pending = []
        isComplete = Self.areComplete(picture.lines)
      }
      if isComplete { return ((last - start) / .seconds(1), count) }
    }
  }

  /// Types, and reads until one of the last two rows holds `text` and the panes show the step that the cursor is on.
  ///
  /// - Returns: the seconds until then.
  mutating func press(_ keys: String, until text: String) throws -> Double {
    let start = ContinuousClock.now
    terminal.type(keys)
    while true {
      let bytes = try terminal.next()
      let now = ContinuousClock.now
      picture.take(bytes)
      let lines = picture.lines
      if lines.suffix(2).contains(where: { $0.contains(text) }), Self.areComplete(lines) { return (now - start) / .seconds(1) }
    }
  }

  /// Whether no pane says that what it is to show is still being read.
  private static func areComplete(_ lines: [String]) -> Bool { !lines.contains { $0.contains("reading…") } }

  private mutating func take(until isSo: ([String]) -> Bool) throws {
    while true {
      let bytes = try terminal.next()
      picture.take(bytes)
      if bytes.isEmpty || isSo(picture.lines), isSo(picture.lines) { return }
    }
  }
}
