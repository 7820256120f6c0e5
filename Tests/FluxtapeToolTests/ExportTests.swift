import FluxtapeDocuments
import FluxtapeJSON
import FluxtapePseudoTerminal
import FluxtapeRandomCases
import Foundation
import Testing

/// The size of exports, and their effect on a terminal.
struct ExportTests {
  private static func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
  }

  // MARK: - Sizes

  /// A log with some hundred bytes per step, whose state has 300,000.
  private static func growing(_ steps: Int, in folder: TemporaryFolder) throws -> String {
    let text = String(repeating: "x", count: 300_000)
    let lines = (2...steps).map {
      #"{"seq":\#($0),"t":\#($0),"store":"s","type":"x","patch":[{"op":"replace","path":"/n","value":\#($0)}]}"#
    }
    let first = #"{"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"n":0,"text":"\#(text)"}}"#
    return try folder.write(([first] + lines).joined(separator: "\n") + "\n", to: "growing.jsonl")
  }

  @Test(arguments: sampled([["--to", "csv", "--full"], ["--to", "redux-devtools"], ["--to", "jsonl", "--full"]], step: 3))
  func `an export of very large size asks first`(_ form: [String]) throws {
    let folder = try TemporaryFolder()
    let log = try Self.growing(400, in: folder)
    let refused = try BuiltTool.run(["export", log, "-o", folder.path("out")] + form)
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("about 120 MB, the whole states after 400 steps") && refused.errors.contains("--yes"), "\(refused.errors)")
    #expect(try Self.names(in: folder) == ["growing.jsonl"])
    guard form.contains("csv") else { return }
    let told = try BuiltTool.run(["export", log, "-o", folder.path("out"), "--range", "1..40"] + form)
    #expect(told.status == 0 && told.errors == "fluxtape: writing about 12 MB, the whole states after 40 steps\n", "\(told.errors)")
    let small = try BuiltTool.run(["export", log, "-o", folder.path("small"), "--range", "1..2", "--yes"] + form)
    #expect(small.status == 0 && small.errors == "")
  }

  // MARK: - Words beside it

  @Test func `one state that is not known is one, and a name with a line feed stays on its line`() throws {
    let folder = try TemporaryFolder()
    let lines = [
      #"{"seq":1,"t":1,"store":"s\n2","type":"@@INIT","state":{"n":1}}"#, #"{"seq":2,"t":2,"store":"s\n2","type":"x","omitted":"limit"}"#,
    ]
    let log = try folder.write(lines.joined(separator: "\n") + "\n", to: "named.jsonl")
    let export = try BuiltTool.run("export", log, "--to", "redux-devtools")
    #expect(export.errors == "fluxtape: s␊2: 1 state is unknown and marked so\n")
    for refused in [["show", log, "1", "--state", "--store", "t"], ["export", log, "--to", "redux-devtools", "--store", "t"]] {
      let answer = try BuiltTool.run(refused)
      #expect(answer.status == 2 && answer.errors.hasSuffix("its stores are s␊2\n"), "\(answer.errors)")
    }
  }

  @Test func `of many stores ten are listed, the most similar first`() throws {
    let folder = try TemporaryFolder()
    let lines = (1...40).map { #"{"seq":\#($0),"t":1,"store":"item\#($0)","type":"@@INIT","state":{}}"# + "\n" }
    let log = try folder.write(lines.joined(), to: "many.jsonl")
    let stores = "item33, item3, item13, item23, item30, item31, item32, item34, item35, item36 and 30 more"
    for arguments in [
      ["show", log, "1", "--state", "--store"], ["export", log, "--to", "redux-devtools", "--store"], ["history", log, ".n", "--store"],
    ] {
      let answer = try BuiltTool.run(arguments + ["item33x"])
      #expect(answer.status == 2 && answer.errors.contains("its stores are \(stores)"), "\(answer.errors)")
    }
  }

  // MARK: - Terminals

  /// The output of `fluxtape` on a terminal.
  private static func shown(_ arguments: [String]) throws -> [UInt8] {
    let terminal = try PseudoTerminal(
      BuiltTool.path, arguments, environment: ["TERM=xterm-256color", "LANG=C.UTF-8", "LC_ALL=C.UTF-8"], rows: 24, columns: 80)
    #expect(try terminal.waitUntilExit() == 0)
    return terminal.sent
  }

  @Test(arguments: ["jsonl", "chrome-trace", "otlp-json", "redux-devtools", "csv", "swift-test"])
  func `no export drives a terminal or hides in it, and JSON stays the same`(_ form: String) throws {
    let folder = try TemporaryFolder()
    let odd = "\u{9B}31m \u{202E}turned\u{202C} \u{200B}\u{7F} é 花子"
    let log = try folder.write(
      #"{"seq":1,"t":0,"store":"s","type":"@@INIT","state":{"text":"\#(odd)"}}"# + "\n"
        + #"{"seq":2,"t":1,"store":"s","type":"\#(odd)","payload":{"\#(odd)":1},\#r"patch":[{"op":"replace","path":"/text","value":"\#(odd)!"}]}"#
        + "\r\n",
      to: "odd.jsonl")
    // A terminal adds a carriage return to each line feed, also to that of a row of CSV, which has one.
    let ending = form == "csv" ? "\r\r\n" : "\r\n"
    let text = String(decoding: try Self.shown(["export", log, "--to", form]), as: UTF8.self).replacing(ending, with: "\n")
    #expect(!text.unicodeScalars.contains { ["\u{9B}", "\u{202E}", "\u{202C}", "\u{200B}", "\u{7F}", "\u{1B}", "\r"].contains($0) })
    #expect(text.contains("é 花子"))
    guard form != "csv", form != "swift-test" else { return }
    let plain = try BuiltTool.run("export", log, "--to", form).output
    #expect(plain.unicodeScalars.contains("\u{9B}"))
    func values(_ text: String) throws -> [JSONValue] {
      try (form == "jsonl" ? text.split(separator: "\n").map(String.init) : [text]).map { try JSONValue(parsing: $0) }
    }
    #expect(try values(text) == values(plain))
  }
}
