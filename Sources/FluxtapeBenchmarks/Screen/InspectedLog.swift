import FluxtapePseudoTerminal

/// The program `fluxtape` on a pseudo-terminal of 200x60, with a large log open.
struct InspectedLog {
  private let terminal: PseudoTerminal
  private var picture = TerminalPicture(rows: 60, columns: 200)

  init(_ setting: Setting) throws {
    let path = try setting.logs.path()
    let environment = ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=/dev/null"]
    terminal = try PseudoTerminal(Program(builtHere: "fluxtape").path, [path], environment: environment, rows: 60, columns: 200)
    try read { Self.areComplete($0) && Self.place($0) != nil }
    terminal.type("\u{1B}[?69;2$y")
  }

  /// Waits until the whole log is indexed.
  mutating func waitUntilRead() throws {
    try read { $0.first?.contains("INDEX") == false }
    try waitUntilIdle()
  }

  /// Waits until the background work, which no screen waits for, has used no processor for a second. A shorter idle time may only be a wait
  /// for the disk.
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

  /// Types keys, and reads until no more bytes arrive and the panes show the step under the cursor.
  ///
  /// - Returns: The seconds until the last byte, and the number of bytes.
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
      // Interpreting the bytes takes longer than the next bytes take to arrive, so do it only after a silence.
      if !isComplete {
        picture.take(pending)
        pending = []
        isComplete = Self.areComplete(picture.lines)
      }
      if isComplete { return ((last - start) / .seconds(1), count) }
    }
  }

  /// Types keys, and reads until the title names another place and the panes show the step there.
  ///
  /// - Returns: The seconds until then.
  mutating func pressAndMove(_ keys: String) throws -> Double {
    let before = Self.place(picture.lines)
    let start = ContinuousClock.now
    terminal.type(keys)
    while true {
      let bytes = try terminal.next()
      let now = ContinuousClock.now
      picture.take(bytes)
      let lines = picture.lines
      if Self.place(lines) != before, Self.areComplete(lines) { return (now - start) / .seconds(1) }
    }
  }

  /// The step that the title names, `#49` of `#49/285`, or the line of a row without one, `@2`.
  private static func place(_ lines: [String]) -> Substring? {
    lines.first?.split(separator: " ").last { $0.hasPrefix("#") || $0.hasPrefix("@") }?.prefix { $0 != "/" }
  }

  /// Whether no pane is still loading its contents.
  private static func areComplete(_ lines: [String]) -> Bool { !lines.contains { $0.contains("reading…") } }

  private mutating func read(until isShown: ([String]) -> Bool) throws {
    while true {
      let bytes = try terminal.next()
      picture.take(bytes)
      if isShown(picture.lines) { return }
    }
  }
}
