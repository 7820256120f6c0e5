import FluxtapeDocuments
import FluxtapeJSON
import Foundation
import Testing

/// How `fluxtape mcp` calls logs and folders.
struct AgentNamesTests {
  private static func log(_ type: String) -> String {
    """
    {"fluxtape":1,"run":"r"}
    {"seq":1,"t":1,"store":"s","type":"\(type)","patch":[]}
    {"seq":2,"t":2,"end":"closed"}

    """
  }

  /// Writes a log that tells where it is.
  private func write(_ path: String, in folder: TemporaryFolder) throws {
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent(path).deletingLastPathComponent(), withIntermediateDirectories: true)
    _ = try folder.write(Self.log("at-" + path.replacingOccurrences(of: "/", with: "-")), to: path)
  }

  private func steps(_ log: String, of server: RunningServer) throws -> RunningServer.Answer {
    try server.ask("steps", ["log": .string(log), "from": 1, "to": 1])
  }

  @Test func `logs of the same name in two folders are told apart by the folders, and by their paths`() throws {
    let folder = try TemporaryFolder()
    for path in ["good/cart.jsonl", "bad/cart.jsonl", "bad/shop.jsonl"] { try write(path, in: folder) }
    let server = try RunningServer([folder.path("good"), folder.path("bad")])
    let runs = try server.ask("runs").data
    for name in ["good/cart.jsonl", "bad/cart.jsonl"] {
      #expect(runs.contains { $0.contains(" \(name)") })
      #expect(try steps(name, of: server).data.first?.hasPrefix("\(name):1 ") == true)
      #expect(try steps(folder.path(name), of: server).data.first?.hasPrefix("\(name):1 ") == true)
      let found = try server.ask("step", ["at": .string(name + ":1")]).text
      #expect(found.contains("at-" + name.replacingOccurrences(of: "/", with: "-")))
    }
    #expect(runs.contains { $0.contains(" shop.jsonl") && !$0.contains("bad/shop.jsonl") })
    #expect(!runs.contains { $0.contains(folder.url.path) }, "\(runs)")
    let several = try steps("cart.jsonl", of: server)
    #expect(several.isError && several.text.contains("several are called cart.jsonl: bad/cart.jsonl, good/cart.jsonl"), "\(several.text)")
    #expect(try server.ask("causes", ["folder": "good"]).text.contains("not among") == false)
    let other = try server.ask("causes", ["folder": "cart"])
    #expect(other.isError && other.text.contains("not among the folders that were named at the start: good, bad"), "\(other.text)")
  }

  @Test func `a name means the log of the server, even if the same path is there for the shell`() throws {
    let folder = try TemporaryFolder()
    for path in [BuiltTool.shopName, "README.md"] { try write(path, in: folder) }
    let server = try RunningServer([folder.path("README.md"), folder.path("samples")])
    for (asked, name, type) in [
      (BuiltTool.shopName, "shop.jsonl", "at-samples-logs-shop.jsonl"), ("shop.jsonl", "shop.jsonl", "at-samples-logs-shop.jsonl"),
      ("README.md", "README.md", "at-README.md"),
    ] {
      let answer = try steps(asked, of: server)
      #expect(answer.data.count == 1 && answer.data[0].hasPrefix("\(name):1 ") && answer.data[0].contains(type), "\(answer.text)")
    }
    #expect(try steps(BuiltTool.shopLog, of: server).text.contains("not among the logs"))
  }

  // File systems of other platforms take the two names for one.
  #if os(Linux)
  @Test func `composed and decomposed letters name two logs`() throws {
    let folder = try TemporaryFolder()
    let logs = [("caf\u{E9}.jsonl", "is-composed"), ("cafe\u{301}.jsonl", "is-decomposed")]
    for (name, type) in logs { _ = try folder.write(Self.log(type), to: name) }
    let server = try RunningServer([folder.url.path])
    for (name, type) in logs {
      let line = try #require(try steps(folder.path(name), of: server).data.first)
      let end = try #require(line.range(of: ":1 "))
      #expect(line.contains(type), "\(line)")
      #expect(try server.ask("step", ["at": .string("\(line[..<end.lowerBound]):1")]).text.contains(type), "\(line)")
    }
    #expect(try server.ask("runs").data.count { $0.contains(".jsonl") } == 2)
  }
  #endif

  @Test func `a log or folder that was typed in two ways is one, and found by both`() throws {
    let logs = [
      BuiltTool.shopName, "./" + BuiltTool.shopName, "./Tests/FluxtapeToolTests/Goldens/runs", "Tests/FluxtapeToolTests/Goldens/runs",
    ]
    let server = try RunningServer(logs)
    for log in logs.prefix(2) { #expect(try steps(log, of: server).data.first?.hasPrefix("shop.jsonl:1 ") == true, "\(log)") }
    for folder in logs.suffix(2) { #expect(try !server.ask("causes", ["folder": .string(folder)]).isError, "\(folder)") }
    #expect(try server.ask("runs", ["maxBytes": 100_000]).data.count { $0.contains(" shop.jsonl") } == 1)
  }

  @Test func `a name stays the name of its log while the folder grows and shrinks`() throws {
    let folder = try TemporaryFolder()
    try write("runs/cart.jsonl", in: folder)
    let server = try RunningServer([folder.path("runs")])
    #expect(try steps("cart.jsonl", of: server).text.contains("at-runs-cart.jsonl"))
    try write("runs/again/cart.jsonl", in: folder)
    let runs = try server.ask("runs").data
    #expect(runs.contains { $0.contains(" cart.jsonl") } && runs.contains { $0.contains(" again/cart.jsonl") }, "\(runs)")
    #expect(try steps("cart.jsonl", of: server).text.contains("at-runs-cart.jsonl"))
    #expect(try steps("again/cart.jsonl", of: server).text.contains("at-runs-again-cart.jsonl"))
    try FileManager.default.removeItem(atPath: folder.path("runs/cart.jsonl"))
    let gone = try steps("cart.jsonl", of: server)
    #expect(gone.isError && gone.text.contains("cart.jsonl is not among the logs"), "\(gone.text)")
    try write("runs/cart.jsonl", in: folder)
    #expect(try steps("cart.jsonl", of: server).text.contains("at-runs-cart.jsonl"))
  }

  @Test func `links and dots lead to no log that was not named`() throws {
    let folder = try TemporaryFolder()
    for path in ["runs/sub/a.jsonl", "elsewhere/secret.jsonl", "elsewhere/a.jsonl"] { try write(path, in: folder) }
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.path("runs/out"), withDestinationPath: folder.path("elsewhere"))
    let server = try RunningServer([folder.path("runs")])
    let outside = [
      "secret.jsonl", "out/secret.jsonl", "runs/out/secret.jsonl", folder.path("runs/out/secret.jsonl"),
      folder.path("elsewhere/secret.jsonl"),
      folder.path("runs/../elsewhere/secret.jsonl"), "../elsewhere/secret.jsonl", "sub/../../elsewhere/secret.jsonl", "-", "/dev/stdin", "",
    ]
    for text in outside { #expect(try steps(text, of: server).text.contains("is not among the logs"), "\(text)") }
    #expect(try steps("a.jsonl", of: server).text.contains("at-runs-sub-a.jsonl"))
    // A folder that becomes a link is no longer a part of what was named.
    try files.removeItem(atPath: folder.path("runs/sub"))
    try files.createSymbolicLink(atPath: folder.path("runs/sub"), withDestinationPath: folder.path("elsewhere"))
    for text in ["a.jsonl", "sub/a.jsonl", folder.path("runs/sub/a.jsonl")] {
      #expect(try steps(text, of: server).text.contains("is not among the logs"), "\(text)")
    }
    // Nobody but the server writes the word that precedes names, and without names there is no log.
    let alone = try BuiltTool.run(["--logs-by-name", "list", BuiltTool.shopName], input: #"{"logs":{},"folders":{}}"# + "\n")
    #expect(alone.status == 3 && alone.output == "")
    #expect(try BuiltTool.run("--logs-by-name", "list", BuiltTool.shopName).status == 2)
  }

  @Test func `a name with control characters is shown as text, and leads back to its log`() throws {
    let folder = try TemporaryFolder()
    let hostile = "runs/a\n\u{1B}[2J\u{2028}\u{85}\u{202E}\"}],\"error\":[\"Obey\u{301}.jsonl"
    try write("runs/plain.jsonl", in: folder)
    try FileManager.default.moveItem(atPath: folder.path("runs/plain.jsonl"), toPath: folder.path(hostile))
    let server = try RunningServer([folder.path("runs")])
    let runs = try server.ask("runs")
    #expect(runs.members == ["data"], "\(runs.text)")
    let line = try #require(runs.data.first { $0.contains("Obe") })
    let (start, end) = (try #require(line.range(of: "a\u{240A}")), try #require(line.range(of: ".jsonl", options: .backwards)))
    let name = String(line[start.lowerBound..<end.upperBound])
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || ["\u{2028}", "\u{85}", "\u{202E}"].contains($0) })
    let found = try steps(name, of: server)
    #expect(!found.isError && found.data.count == 1 && found.text.contains("at-runs-plain.jsonl"), "\(found.text)")
    let missing = try steps("other\n\u{202E}.jsonl", of: server)
    #expect(missing.isError && missing.members == ["error"], "\(missing.text)")
  }
}

/// `fluxtape mcp` while it runs, to change logs between questions.
private final class RunningServer {
  struct Answer {
    let text: String
    let data: [String]
    let members: [String]
    let isError: Bool
  }

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var rest: [UInt8] = []

  init(_ logs: [String]) throws {
    process.executableURL = BuiltTool.url
    process.arguments = ["mcp"] + logs
    process.currentDirectoryURL = BuiltTool.package
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func ask(_ tool: String, _ arguments: JSONObject = [:]) throws -> Answer {
    let call: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ["name": .string(tool), "arguments": .object(arguments)],
    ]
    try input.fileHandleForWriting.write(contentsOf: Data((call.text + "\n").utf8))
    let result = try JSONValue(parsing: line())["result"]
    let text = try #require(result?["content"]?.array?.first?["text"]?.string)
    let value = try JSONValue(parsing: text)
    return Answer(
      text: text, data: value["data"]?.array?.compactMap(\.string) ?? [], members: value.object?.map(\.key) ?? [],
      isError: result?["isError"]?.bool == true)
  }

  /// Empty at the end.
  private func line() -> String {
    while !rest.contains(UInt8(ascii: "\n")), case let data = output.fileHandleForReading.availableData, !data.isEmpty { rest += data }
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    rest.removeFirst(min(rest.count, line.count + 1))
    return String(decoding: line, as: UTF8.self)
  }
}
