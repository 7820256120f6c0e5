import FluxtapePseudoTerminal
import Foundation
import Testing

/// What a project keeps in `.fluxtape.json` counts where the command line says nothing else, and commands say so.
struct ProjectFileTests {
  private static let log = #"""
    {"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}
    {"t":0,"store":"cart","type":"@@STATE","state":{"total":1,"at":1}}
    {"seq":1,"t":1,"store":"cart","type":"discounted","patch":[{"op":"replace","path":"/total","value":-4}]}
    {"seq":2,"t":2,"end":"closed"}

    """#

  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = try TemporaryFolder()
    log = try folder.write(Self.log, to: "app.jsonl")
    try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("inner"), withIntermediateDirectories: true)
  }

  /// Runs the tool below the folder that has the file.
  private func run(_ arguments: String...) throws -> BuiltTool.Answer {
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    return try BuiltTool.shell("cd \"$1/inner\" && \"$2\" \(words)", folder.url.path, BuiltTool.path)
  }

  private func keep(_ text: String) throws -> String { try folder.write(text, to: ".fluxtape.json") }

  @Test func `rules are those of the project, unless the command line has some`() throws {
    #expect(try run("check", log).status == 0)
    let file = try keep(#"{"rules":["no debt: never cart.total < 0","known: always cart.at == 1"]}"#)
    let answer = try run("check", log)
    #expect(answer.status == 1 && answer.output.contains("no debt: never cart.total < 0"), "\(answer.output)")
    #expect(answer.errors == "fluxtape: 2 rules from \(file): no debt, known\n")
    let other = try run("check", log, "--never", "cart.at > 5")
    #expect(other.status == 0 && other.errors.isEmpty, "\(other.output)\(other.errors)")
    #expect(try run("report", log, "-o", folder.path("page.html")).errors.contains("2 rules from"))
  }

  @Test func `paths to ignore are those of the project, of stores that a log need not have`() throws {
    let other = try folder.write(Self.log.replacingOccurrences(of: #""at":1"#, with: #""at":2"#), to: "other.jsonl")
    #expect(try run("compare", log, other).status == 1)
    let file = try keep(#"{"ignore":["cart.at","session.token"]}"#)
    let answer = try run("compare", log, other)
    #expect(answer.status == 0, "\(answer.output)")
    #expect(answer.errors == "fluxtape: ignored, as \(file) says: cart.at, session.token\n")
    #expect(try run("compare", log, other, "--ignore", "cart.total").status == 1)
    let script = try folder.write(":size 120x30\n:compare \(other)\n:save-screen -\n", to: "keys")
    let inspected = try run("inspect", log, "--script", script)
    #expect(
      inspected.output.contains("no difference") && inspected.output.contains("without cart.at, session.token"), "\(inspected.output)")
  }

  @Test func `the inspector watches the values of the project`() throws {
    func open() throws -> PseudoTerminal {
      try PseudoTerminal(
        "/bin/sh", ["-c", "cd \"$1/inner\" && exec \"$2\" \"$3\"", "sh", folder.url.path, BuiltTool.path, log],
        environment: ["TERM=xterm-256color", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "XDG_DATA_HOME=" + folder.path("data")],
        rows: 24, columns: 80)
    }
    _ = try keep(#"{"watches":["cart.total","absent.x"]}"#)
    let terminal = try open()
    try terminal.wait(for: "cart.total")
    terminal.type("WQ")
    #expect(try terminal.waitUntilExit() == 0)
    // What the user removed stays away.
    let later = try open()
    try later.wait(for: "discounted")
    later.type("Q")
    #expect(try later.waitUntilExit() == 0)
    #expect(!String(decoding: later.sent, as: UTF8.self).contains("cart.total"))
  }

  @Test(arguments: [
    (#"{"rulez":[]}"#, "unknown member 'rulez'; did you mean 'rules'?"), ("{\n\"rules\":[", "not JSON"),
    (#"{"colours":1}"#, "unknown member 'colours'; there are rules, ignore, watches, forms"), ("[]", "has to be an object"),
    (#"{"rules":"never .x"}"#, "'rules' has to be a list of texts"),
    (#"{"rules":["a: never .x == 1","b never .x"]}"#, "rules: line 2: expected a name and ': '"),
    (#"{"rules":["a: never cart.total <"]}"#, "rules: line 1"), (#"{"ignore":["cart.["]}"#, "'ignore': cart.[: expected"),
  ])
  func `a mistake in the file is told with its place`(text: String, says: String) throws {
    let file = try keep(text)
    let answer = says.contains("ignore") ? try run("compare", log, log) : try run("check", log)
    #expect(answer.status == 2 && answer.output.isEmpty, "\(answer.output)")
    #expect(answer.errors.contains(file) && answer.errors.contains(says), "\(answer.errors)")
  }
}
