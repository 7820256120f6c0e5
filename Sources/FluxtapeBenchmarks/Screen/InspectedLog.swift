import FluxtapePseudoTerminal
import Foundation

/// The program `fluxtape` on a pseudo-terminal of 200x60, with a large log on it.
struct InspectedLog {
  private let terminal: PseudoTerminal
  private var picture = TerminalPicture(rows: 60, columns: 200)

  init(_ setting: Setting) throws {
    let path = try setting.logs.path(.smallLines)
    let environment = ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=/nonexistent"]
    terminal = try PseudoTerminal(Program(builtHere: "fluxtape").path, [path], environment: environment, rows: 60, columns: 200)
    try take { $0.contains { $0.contains("#1/") } }
    terminal.type("\u{1B}[?69;2$y")
  }

  /// Waits until all of the log is read.
  mutating func waitUntilRead() throws {
    try take { $0.first?.contains("INDEX") == false }
    // What is made ready behind that keeps a processor busy, and no screen waits for it.
    Thread.sleep(forTimeInterval: 2)
    try take { _ in true }
  }

  /// Types, and reads until nothing more comes. - Returns: the seconds until the last byte, and how many came.
  mutating func press(_ keys: String) throws -> (seconds: Double, bytes: Int) {
    let start = ContinuousClock.now
    terminal.type(keys)
    var (last, count) = (start, 0)
    while true {
      let bytes = try terminal.next()
      if bytes.isEmpty, count > 0 { return ((last - start) / .seconds(1), count) }
      guard !bytes.isEmpty else { continue }
      last = .now
      count += bytes.count
    }
  }

  /// Types, and reads until one of the last two rows holds `text`. - Returns: the seconds until then.
  mutating func press(_ keys: String, until text: String) throws -> Double {
    let start = ContinuousClock.now
    terminal.type(keys)
    while true {
      let bytes = try terminal.next()
      let now = ContinuousClock.now
      picture.take(bytes)
      if picture.lines.suffix(2).contains(where: { $0.contains(text) }) { return (now - start) / .seconds(1) }
    }
  }

  private mutating func take(until isSo: ([String]) -> Bool) throws {
    while true {
      let bytes = try terminal.next()
      picture.take(bytes)
      if bytes.isEmpty || isSo(picture.lines), isSo(picture.lines) { return }
    }
  }
}
