import FluxtapePseudoTerminal
import FluxtapeRandomCases
import Foundation
import Testing

/// Logs of every shape in a real terminal, with keys pressed while they are read and written.
struct OpeningTests {
  /// Four by default; `FLUXTAPE_OPENINGS` sets the number, and `FLUXTAPE_OPENING` selects one.
  private static let openings: [Int] = {
    let environment = ProcessInfo.processInfo.environment
    if let only = environment["FLUXTAPE_OPENING"].flatMap(Int.init) { return [only] }
    return Array(0..<max(environment["FLUXTAPE_OPENINGS"].flatMap(Int.init) ?? 4, 1))
  }()

  private static let sizes: [(rows: UInt16, columns: UInt16)] = [
    (24, 80), (40, 120), (60, 200), (20, 60), (10, 40), (5, 20), (4, 19), (1, 1),
  ]

  @Test(arguments: openings)
  func `the inspector ends as it is told to, and gives the terminal back`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var log = try OpenedLog(&random)
    let size = Self.sizes.randomElement(using: &random) ?? (24, 80)
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", #"cd "$1" && shift && exec "$@""#, "sh", log.folder.url.path, BuiltTool.path] + log.paths + log.options,
      environment: [
        "TERM=xterm-256color", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=\(log.folder.url.path)",
        "SWIFT_BACKTRACE=enable=no",
      ], rows: size.rows, columns: size.columns, keysMakeSignals: false)
    if log.isOpened { try press(on: terminal, of: &log, &random) }
    let status = try terminal.waitUntilExit()
    let sent = String(decoding: terminal.everything, as: UTF8.self)
    // A trap prints its reason before it ends the program.
    let end = sent.range(of: "Fatal error").map { sent[$0.lowerBound...].prefix(300) } ?? sent.suffix(300)
    #expect(status == log.status, "FLUXTAPE_OPENING=\(seed) swift test --filter OpeningTests repeats it; \(log.shape): \(end)")
    #expect(terminal.hasItsModesBack)
    if log.isOpened { #expect(sent.contains("\u{1B}[?1049l"), "the screen that was there before is back") }
  }

  private func press(on terminal: PseudoTerminal, of log: inout OpenedLog, _ random: inout SplitMix64) throws {
    // From here on, the tool has the log open.
    try terminal.wait(for: "\u{1B}[?1049h")
    for _ in 0..<25 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let size = Self.sizes.randomElement(using: &random) ?? (24, 80)
        terminal.resize(rows: size.rows, columns: size.columns)
      case 1: try log.change(&random)
      case 2: _ = try terminal.next()
      default: terminal.type(TypedKeys.some(&random))
      }
      try terminal.takeWhatCame()
    }
    // Ctrl-C leaves a prompt, q closes an overlay and then the inspector.
    for _ in 0..<1000 where terminal.isRunning {
      terminal.type("\u{3}q")
      _ = try terminal.next()
    }
  }
}
