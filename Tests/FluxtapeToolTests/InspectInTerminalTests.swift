import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapePseudoTerminal
import FluxtapeRandomCases
import Foundation
import Testing

/// The built tool in a real terminal. Other tests check its screens.
struct InspectInTerminalTests {
  /// - Parameter data: The folder for the user's data, if the inspector has one.
  private func open(_ log: String, data: String? = nil, rows: UInt16 = 24, columns: UInt16 = 80) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltTool.path, [log],
      environment: [
        "TERM=xterm-256color", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=yes,interactive=no",
      ] + (data.map { ["XDG_DATA_HOME=" + $0] } ?? []),
      rows: rows,
      columns: columns)
  }

  @Test func `a person opens a log, asks for help, changes the window and leaves`() throws {
    let terminal = try open(BuiltTool.shopLog)
    try terminal.wait(for: "shop.jsonl")
    terminal.type("G")
    try terminal.wait(for: "session.loggedOut")
    terminal.type("?")
    try terminal.wait(for: "next step")
    terminal.type("q")
    terminal.resize(rows: 40, columns: 120)
    try terminal.wait(for: "State")
    terminal.type("q")
    #expect(try terminal.waitUntilExit() == 0)
    #expect(terminal.hasItsModesBack)
    #expect(String(decoding: terminal.sent, as: UTF8.self).contains("\u{1B}[?1049l"), "the screen that was there before is back")
  }

  @Test func `the inspector finds the session of a log, moves the app, and goes where it waits`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.drivenLog()
    let terminal = try open(log, columns: 120)
    try terminal.wait(for: "shop.jsonl")
    // It begins later than the inspector, and asks about a step that is not in the log yet.
    let next = #"{"seq":7,"t":5000,"store":"cart","type":"Cart.emptied","patch":[{"op":"replace","path":"/total","value":-7}]}"# + "\n"
    let session = try FakeSession(besideLog: log) { command, id in
      switch command {
      case .jump(_, let states) where states.isEmpty: return [.refused(id: id, reason: "not kept", missing: ["cart"])]
      case .arm:
        let file = FileHandle(forWritingAtPath: log)
        _ = try? file?.seekToEnd()
        file?.write(Data(next.utf8))
        return [.done(id: id, mark: nil, text: "armed"), .asks(step: 7)]
      case .verdict(let step, true): return [.paused(step: step)]
      default: return [.done(id: id, mark: nil, text: "did \(command.name)")]
      }
    }
    defer { session.end() }
    // In the style of the title: the log has the word, too.
    try terminal.wait(for: "7mlive")
    terminal.type("2g@")
    try terminal.wait(for: "did jump")
    terminal.type(":break cart.total < -5\r")
    try terminal.wait(for: "the app waits at #7")
    terminal.type(":continue\r")
    try terminal.wait(for: "did continue")
    terminal.type("Q")
    #expect(try terminal.waitUntilExit() == 0)
    let state: JSONValue = ["items": ["tea"], "total": 5, "isLoading": false]
    #expect(
      session.commands == [
        .jump(to: 2, states: [:]), .jump(to: 2, states: ["cart": state]), .arm(query: "cart.total < -5"), .verdict(step: 7, pauses: true),
        .resume,
      ])
  }

  @Test func `a copy of a log says for which log its notes were written`() throws {
    let data = try TemporaryFolder()
    let (original, copy) = (data.path("shop.jsonl"), data.path("copy.jsonl"))
    for path in [original, copy] { try FileManager.default.copyItem(atPath: BuiltTool.shopLog, toPath: path) }
    let first = try open(original, data: data.url.path, columns: 120)
    try first.wait(for: "shop.jsonl")
    first.type("5g:note seen\r")
    try first.wait(for: "noted")
    first.type("Q")
    #expect(try first.waitUntilExit() == 0)
    let later = try open(copy, data: data.url.path, columns: 120)
    try later.wait(for: "written")
    later.type("Q")
    #expect(try later.waitUntilExit() == 0)

    // A log whose original is gone is no copy: it was moved.
    try FileManager.default.removeItem(atPath: original)
    let moved = try open(copy, data: data.url.path, columns: 120)
    try moved.wait(for: "back at")
    moved.type("Q")
    #expect(try moved.waitUntilExit() == 0)
    #expect(!String(decoding: moved.sent, as: UTF8.self).contains("written"))
  }

  @Test func `two inspectors of one log keep each other's notes, also behind a line that a full disk cut off`() throws {
    let data = try TemporaryFolder()
    let inspectors = try (0..<2).map { _ in try open(BuiltTool.shopLog, data: data.url.path) }
    for (number, terminal) in inspectors.enumerated() {
      try terminal.wait(for: "shop.jsonl")
      terminal.type("\(number + 5)g:note seen\(number)\r")
      try terminal.wait(for: "noted")
      let folder = data.path("fluxtape")
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".notes.jsonl") })
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/" + name))
      try file.seekToEnd()
      try file.write(contentsOf: Data("{\"note\":\"cut o".utf8))
      try file.close()
    }
    for terminal in inspectors {
      terminal.type("q")
      #expect(try terminal.waitUntilExit() == 0)
    }
    let later = try open(BuiltTool.shopLog, data: data.url.path)
    try later.wait(for: "shop.jsonl")
    later.type("M")
    try later.wait(for: "seen0")
    try later.wait(for: "seen1")
    later.type("Q")
    #expect(try later.waitUntilExit() == 0)
  }

  @Test func `a log of a later version is refused with its reason, and its lines can be looked at`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write("{\"fluxtape\":2}\n{\"seq\":7,\"weather\":\"rain\"}\n", to: "later.jsonl")
    let terminal = try open(log)
    try terminal.wait(for: "written in log format 2")
    try terminal.wait(for: "later.jsonl")
    terminal.type("G")
    try terminal.wait(for: "rain")
    terminal.type("q")
    #expect(try terminal.waitUntilExit() == 0)
    let list = try BuiltTool.run("list", log)
    #expect(list.status == 3 && list.output == "")
  }

  /// SIGTERM, SIGSEGV, SIGABRT. Swift's own crash handler prints a backtrace and returns; the program must still end.
  @Test(arguments: sampled([11, 15, 6], step: 2))
  func `an inspector that is ended or crashes leaves the terminal as it was`(signal: Int32) throws {
    let terminal = try open(BuiltTool.shopLog)
    try terminal.wait(for: "shop.jsonl")
    #expect(!terminal.hasItsModesBack)
    terminal.send(signal: signal)
    let status = try terminal.waitUntilExit()
    #expect(status == 128 + signal, "\(String(decoding: terminal.sent, as: UTF8.self))")
    #expect(terminal.hasItsModesBack)
  }
}
