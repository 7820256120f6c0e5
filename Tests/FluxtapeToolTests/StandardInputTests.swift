import FluxtapePseudoTerminal
import Foundation
import Testing

/// A log that arrives through a pipe, while the inspector reads its keys from the terminal.
struct StandardInputTests {
  private let folder: TemporaryFolder
  private let pipe: String

  init() throws {
    folder = try TemporaryFolder()
    pipe = folder.path("pipe")
    let result = unsafe mkfifo(pipe, 0o600)
    try #require(result == 0)
  }

  private func line(_ step: Int) -> String {
    #"{"seq":\#(step),"t":\#(step)000,"store":"clock","type":"tick\#(step)","state":{"n":\#(step)}}"# + "\n"
  }

  /// The inspector, and the writing end of its standard input.
  private func open(columns: UInt16 = 80, rows: UInt16 = 24) throws -> (PseudoTerminal, FileHandle) {
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "exec \"$0\" - < \"$1\"", BuiltTool.path, pipe],
      environment: ["TERM=xterm-256color", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"], rows: rows, columns: columns)
    return (terminal, try FileHandle(forWritingTo: URL(fileURLWithPath: pipe)))
  }

  private func write(_ text: String, to writer: FileHandle) throws { try writer.write(contentsOf: Data(text.utf8)) }

  @Test func `an input that is silent is waited for, opens with what comes, and is followed to its end`() throws {
    let (terminal, writer) = try open()
    try terminal.wait(for: "waiting for standard input")
    try write(line(1) + line(2), to: writer)
    try terminal.wait(for: "READING")
    try terminal.wait(for: "tick2")
    // Keys come from the terminal meanwhile.
    terminal.type("G")
    try terminal.wait(for: "FOLLOW")
    try write(line(3), to: writer)
    try terminal.wait(for: "tick3")
    try writer.close()
    try terminal.wait(for: "standard input has ended")
    terminal.type("q")
    #expect(try terminal.waitUntilExit() == 0)
  }

  @Test func `an inspector that is left does not wait for its input`() throws {
    let (terminal, writer) = try open()
    defer { try? writer.close() }
    try terminal.wait(for: "waiting for standard input")
    terminal.type("q")
    #expect(try terminal.waitUntilExit() == 0)
    #expect(terminal.hasItsModesBack)
  }

  @Test func `an input that ends without a log says so`() throws {
    let (terminal, writer) = try open()
    try terminal.wait(for: "waiting for standard input")
    try write("no log\n", to: writer)
    try writer.close()
    #expect(try terminal.waitUntilExit() == 3)
    try terminal.wait(for: "standard input")
    #expect(terminal.hasItsModesBack)
  }

  @Test func `commands read standard input to its end`() throws {
    let answer = try BuiltTool.run("list", "-", input: line(1) + line(2))
    #expect(answer.status == 0 && answer.lines.count == 2)
  }
}
