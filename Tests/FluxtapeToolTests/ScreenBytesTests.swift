import FluxtapeHistory
import FluxtapePseudoTerminal
import Testing

/// The amount of output of the inspector, and the resulting picture on the terminal.
struct ScreenBytesTests {
  private static let environment = ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=/dev/null"]
  private static let rows = 60
  private static let columns = 200

  /// A terminal with the shop's log, and its picture.
  private struct Session {
    let terminal: PseudoTerminal
    var picture: TerminalPicture

    /// - Parameter margins: The terminal's answer to the request for left and right margins; nil for no answer.
    init(margins: String?, rows: Int = ScreenBytesTests.rows, columns: Int = ScreenBytesTests.columns) throws {
      terminal = try PseudoTerminal(
        BuiltTool.path, [BuiltTool.shopLog], environment: ScreenBytesTests.environment, rows: UInt16(rows), columns: UInt16(columns))
      picture = TerminalPicture(rows: rows, columns: columns)
      try wait { $0.contains { $0.contains("shop.jsonl") } }
      if let margins { terminal.type(margins) }
    }

    /// Reads until the screen matches, and then as long as output continues.
    /// - Returns: The number of bytes received.
    @discardableResult
    mutating func wait(until isSo: ([String]) -> Bool) throws -> Int {
      var count = 0
      while true {
        let bytes = try terminal.next()
        if bytes.isEmpty { try terminal.requireRunning() }
        picture.take(bytes)
        count += bytes.count
        if bytes.isEmpty, isSo(picture.lines) { return count }
      }
    }

    /// - Returns: The number of bytes received after the keys.
    mutating func press(_ keys: String, until text: String) throws -> Int {
      terminal.type(keys)
      return try wait { $0.first?.contains(text) == true }
    }

    /// The screens of a script that presses the same keys: one after each of these.
    static func expected(_ keys: String..., rows: Int, columns: Int) throws -> [[String]] {
      let folder = try TemporaryFolder()
      let lines = keys.map { "\($0)\n:save-screen -\n" }.joined()
      let script = try folder.write(":size \(columns)x\(rows)\n" + lines, to: "keys")
      let shown = try BuiltTool.run("inspect", BuiltTool.shopLog, "--script", script).output.split(
        separator: "\n", omittingEmptySubsequences: false
      ).dropLast().map(String.init)
      try #require(shown.count == keys.count * rows)
      return keys.indices.map { Array(shown[($0 * rows)..<(($0 + 1) * rows)]) }
    }
  }

  @Test func `a step sends 4 KB at most at 200x60, and never a clear`() throws {
    var session = try Session(margins: nil)
    // A state without an action is a row, too.
    let rows = try #require(try History.open([BuiltTool.shopLog]).first).rows
    let names = rows.map { row in row.step.map { "#\($0)/" } ?? "@\(row.lineNumber ?? 0)" }
    _ = try session.press("g", until: names[0])
    let clears = session.picture.clears
    var most = (bytes: 0, row: "")
    for name in names.dropFirst().prefix(while: { $0 != "#8/" }) {
      let bytes = try session.press(".", until: name)
      if bytes > most.bytes { most = (bytes, name) }
    }
    #expect(most.bytes <= 4096, "\(most)")
    #expect(session.picture.clears == clears && session.picture.unknown.isEmpty, "\(session.picture.unknown)")
    // The panes may be drawn after the row that says where the cursor is.
    let end = try Session.expected("7g", rows: Self.rows, columns: Self.columns)
    try session.wait { $0 == end[0] }
  }

  @Test(arguments: [("\u{1B}[?69;2$y", 60, 200), ("\u{1B}[?69;0$y", 24, 80)])
  func `one row of scrolling the timeline sends 400 bytes at most`(_ margins: String, _ rows: Int, _ columns: Int) throws {
    var session = try Session(margins: margins, rows: rows, columns: columns)
    // Back and forth, so that the cursor may stay on its step: other output of a pane would come on top.
    let expected = try Session.expected("113g zb", "ctrl-e", "ctrl-y", "ctrl-e", rows: rows, columns: columns)
    session.terminal.type("113gzb")
    try session.wait { $0 == expected[0] }
    let clears = session.picture.clears
    for (key, screen) in zip(["\u{5}", "\u{19}", "\u{5}"], expected.dropFirst()) {
      session.terminal.type(key)
      let bytes = try session.wait { $0 == screen }
      #expect((1...400).contains(bytes))
    }
    #expect(session.picture.clears == clears && session.picture.unknown.isEmpty)
  }

  /// None of the keys depends on work that may still be running.
  @Test func `many keys later the terminal shows what a script with these keys shows`() throws {
    var session = try Session(margins: "\u{1B}[?69;1$y")
    let keys = ["39g", "s", "57g", "zt", "\u{4}", "\u{15}", "+", "_", "d", "G", "166g"]
    for key in keys { session.terminal.type(key) }
    let words = "39g s 57g zt ctrl-d ctrl-u + _ d G 166g"
    let expected = try Session.expected(words, rows: Self.rows, columns: Self.columns)
    try session.wait { $0 == expected[0] }
  }
}
