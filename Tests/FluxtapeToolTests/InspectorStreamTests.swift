import FluxtapePseudoTerminal
import Foundation
import Testing

/// The inspector's output to a terminal, and its log of itself.
struct InspectorStreamTests {
  private static let environment = ["TERM=xterm-256color", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=/dev/null"]

  /// Texts that would control a terminal, hide in it or reverse a row, as keys, types, values, notes and on bad lines.
  private static let hostile = [
    "\\u001b]0;pwned\\u0007", "\\u001b[2J", "\\u009b31m", "\\u202eabc", "a\\u200bb", "\\u0000",
    "e\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301",
    "\\u001b]52;c;cHduZWQ=\\u0007", "\\r\\n\\u0008\\u000e", "\\ud83d\\udc69\\u200d\\ud83d\\udc67",
  ]

  private func log(in folder: TemporaryFolder) throws -> String {
    var lines: [String] = []
    for (number, text) in Self.hostile.enumerated() {
      let step = number + 1
      let long = String(repeating: text, count: 300)
      lines.append(
        #"{"seq":\#(step),"t":\#(step),"store":"s\#(text)","type":"\#(text)\#(long)","payload":{"\#(text)":"\#(long)"},"state":{"\#(text)":["\#(text)"],"x":"\#(long)"}}"#
      )
    }
    lines.append("\u{1B}]0;pwned\u{7}\u{202E} no record \u{0}\u{9B}5n")
    return try folder.write(lines.joined(separator: "\n") + "\n", to: "hostile.jsonl")
  }

  @Test func `nothing that came from a log drives the terminal`() throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal(
      BuiltTool.path, [try log(in: folder)], environment: Self.environment, rows: 40, columns: 120)
    try terminal.wait(for: "hostile.jsonl")
    var sent = terminal.sent
    for keys in [
      "g", "\t", "\t", "\t", "p", "q", "t", "t", "B", "q", "s", "L", "q", "S", "q", ";", "\u{3}", "/x\r", "n", ":", "\u{7F}", "G", "t",
    ] {
      terminal.type(keys)
    }
    for _ in 0..<9 { terminal.type(",") }
    terminal.type("?")
    try terminal.wait(for: "previous step")
    sent += terminal.sent
    terminal.type("qqq")
    #expect(try terminal.waitUntilExit() == 0)
    sent += terminal.sent
    let text = String(decoding: sent, as: UTF8.self)
    for trap in ["pwned\u{7}", "\u{1B}]", "\u{9B}", "\u{202E}", "\u{200B}", "\u{0}", "\u{200D}"] {
      #expect(!text.contains(trap), "\(trap.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  @Test(arguments: ["LC_ALL=C", "LANG=POSIX"])
  func `where the locale has no UTF-8, nothing but ASCII is sent`(locale: String) throws {
    let environment = ["TERM=xterm-256color", "PATH=/usr/bin:/bin", "HOME=/dev/null", locale]
    let terminal = try PseudoTerminal(BuiltTool.path, [BuiltTool.shopLog], environment: environment, rows: 24, columns: 80)
    try terminal.wait(for: "3 stores")
    terminal.type("Gq")
    #expect(try terminal.waitUntilExit() == 0)
    #expect(terminal.sent.allSatisfy { $0 < 0x80 })
  }

  @Test func `what is written to the log while it is shown comes onto the screen`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write("{\"seq\":1,\"t\":0,\"store\":\"a\",\"type\":\"@@INIT\",\"state\":{\"n\":1}}\n", to: "grows.jsonl")
    let terminal = try PseudoTerminal(BuiltTool.path, [log, "--follow"], environment: Self.environment, rows: 24, columns: 80)
    try terminal.wait(for: "FOLLOW")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try file.seekToEnd()
    try file.write(contentsOf: Data("{\"seq\":2,\"t\":9,\"store\":\"a\",\"type\":\"newlyWritten\",\"patch\":[]}\n".utf8))
    try file.close()
    try terminal.wait(for: "newlyWritten")
    terminal.type("q")
    #expect(try terminal.waitUntilExit() == 0)
  }

  @Test func `the inspector's own actions are a log that it can inspect`() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(":size 100x30\n/ checkoutFailed enter\nb\nq\n& store:cart enter\n", to: "keys")
    let log = folder.path("self.jsonl")
    let run = try BuiltTool.run("--record", log, "--script", script, BuiltTool.shopLog)
    #expect(run.status == 0, "\(run.errors)")
    let list = try BuiltTool.run("list", log)
    #expect(list.status == 0)
    #expect(list.output.contains("inspector.blame") && list.output.contains("inspector.enter"))
    let filters = try BuiltTool.run("history", log, ".filters[0]", "--json")
    #expect(filters.output.contains("\"new\":\"store:cart\""))
    let screens = try folder.write("/ inspector.blame enter\n:save-screen -\n", to: "again")
    let seen = try BuiltTool.run("inspect", log, "--script", screens)
    #expect(seen.output.contains("inspector.blame") && seen.output.contains("answer"))
  }

  @Test func `screens of a script go where it says`() throws {
    let folder = try TemporaryFolder()
    let picture = folder.path("picture.txt")
    let script = try folder.write("36g\n:save-screen \(picture)\n:size 40x10\n:save-screen -\n", to: "keys")
    let run = try BuiltTool.run("inspect", BuiltTool.shopLog, "--script", script, "--ascii")
    #expect(run.status == 0)
    #expect(run.lines.count == 10 || run.output.split(separator: "\n", omittingEmptySubsequences: false).count == 11)
    #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
    let wrong = try folder.write(":size big\n", to: "wrong")
    let refused = try BuiltTool.run("inspect", BuiltTool.shopLog, "--script", wrong)
    #expect(refused.status == 2 && refused.errors.contains("line 1: expected :size and a size"))
    let unknown = try folder.write("j\n:bogus\n:save-screen -\n", to: "unknown")
    let stopped = try BuiltTool.run("inspect", BuiltTool.shopLog, "--script", unknown)
    #expect(
      stopped.status == 2 && stopped.output.isEmpty && stopped.errors.contains("\(unknown): line 2: no command 'bogus'"),
      "\(stopped.errors)")
  }

  @Test(arguments: ["export", "import"]) func `a script that hands notes over is refused`(_ command: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.path("notes.jsonl")
    let script = try folder.write(":\(command) \(file)\n", to: "keys")
    let run = try BuiltTool.run("inspect", BuiltTool.shopLog, "--script", script)
    #expect(run.status == 2 && run.errors.contains("use 'fluxtape notes LOG' with --export FILE or --import FILE"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `what cannot be read in a folder is left out and told, wherever it stands among the others`() throws {
    let folder = try TemporaryFolder()
    for name in ["b", "d"] {
      let lines = [#"{"fluxtape":1,"run":"\#(name)"}"#, #"{"seq":1,"t":0,"store":"s","type":"only"}"#]
      _ = try folder.write(lines.joined(separator: "\n") + "\n", to: name + ".jsonl")
    }
    let keys = try folder.write("L\n:save-screen -\n", to: "keys")
    for name in ["a", "c", "e"] {
      let bad = try folder.write("\u{1}\u{2} no log", to: name + ".jsonl")
      let seen = try BuiltTool.run("inspect", folder.url.path, "--script", keys)
      #expect(seen.status == 0 && seen.output.contains(" of 2 "), "\(seen.output)\(seen.errors)")
      #expect(seen.errors.contains("left out: \(bad)"), "\(seen.errors)")
      try FileManager.default.removeItem(atPath: bad)
    }
  }

  @Test func `a folder is all logs in it, and one without any is refused`() throws {
    let folder = try TemporaryFolder()
    let empty = try BuiltTool.run("inspect", folder.url.path, "--script", folder.write("j\n", to: "keys"))
    #expect(empty.status == 2 && empty.errors.contains("no log in this folder"))
    for name in ["a", "b"] {
      _ = try folder.write(
        "{\"fluxtape\":1,\"run\":\"\(name)\"}\n{\"seq\":1,\"t\":0,\"store\":\"s\",\"type\":\"@@INIT\",\"state\":1}\n", to: name + ".jsonl")
    }
    let script = try folder.write("L\n:save-screen -\n", to: "keys")
    let runs = try BuiltTool.run("inspect", folder.url.path, "--script", script)
    #expect(runs.output.contains("run 1 of 2") && runs.output.contains("[Runs]"))
  }
}
