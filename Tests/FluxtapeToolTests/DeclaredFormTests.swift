import Foundation
import Testing

/// Logs of tools that nobody wrote an importer for: the user names their members.
struct DeclaredFormTests {
  private static let mapping = [
    "--type", ".eventType", "--time", ".eventTime", "--store", ".workflow", "--state", ".snapshot", "--payload", ".attributes",
  ]
  private static let lines = [
    #"{"eventId":1,"eventType":"Started","eventTime":"2024-01-01T10:00:00Z","workflow":"pay","snapshot":{"n":0},"attributes":{"by":"me"}}"#,
    #"{"eventId":2,"eventType":"Paid","eventTime":"2024-01-01T10:00:02.5Z","workflow":"pay","snapshot":{"n":5},"attributes":{"sum":5}}"#,
    #"{"eventId":3,"eventType":"Sent","eventTime":"2024-01-01T10:00:03Z","workflow":"ship","snapshot":"{\"on\":true}","attributes":null}"#,
  ]

  @Test func `declared members become steps, stores, times and states`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write(Self.lines.joined(separator: "\n"), to: "events.jsonl")
    let list = try BuiltTool.run(["list", log, "--json"] + Self.mapping)
    #expect(list.status == 0 && list.errors == "fluxtape: \(log): read as events in the declared form\n", "\(list.errors)")
    #expect(list.lines.count == 3)
    #expect(list.lines[1].contains(#""t":2500000,"store":"pay","type":"Paid""#), "\(list.output)")
    // Options of the form and of the subcommand that have one name.
    let state = try BuiltTool.run(Self.mapping + ["show", log, "3", "--state", "--store", "ship", "--path", ".on"])
    #expect(state.output == "true\n", "\(state.errors)")
    let blame = try BuiltTool.run(["blame", log, "pay.n"] + Self.mapping)
    #expect(blame.output.contains("Paid") && blame.output.contains("was 0"), "\(blame.output)")
    // What the form does not use is kept.
    let show = try BuiltTool.run(["show", log, "1", "--json"] + Self.mapping)
    #expect(show.output.contains(#""payload":{"by":"me"}"#) && show.output.contains(#""action":{"eventId":1}"#), "\(show.output)")
    let some = try BuiltTool.run(["show", log, "1", "--json", "--type=.eventType"])
    #expect(some.output.contains(#""workflow":"pay""#) && some.output.contains(#""snapshot":{"n":0}"#), "\(some.output)")
  }

  @Test func `a document's events are found, with values in depth`() throws {
    let document = """
      {"id": "w1", "history": {"events": [
        {"event": {"type": "enter", "x": 1}, "data": [{"state": {"n": 1}}]},
        {"note": "no event"},
        {"event": {"type": "leave"}, "data": [{"state": {"n": 2}}]}
      ]}}
      """
    let options = ["--type", ".event.type", "--state", ".data[0].state"]
    let answer = try BuiltTool.run(["find", "-", ".n == 2", "--with", "payload", "--json"] + options, input: document)
    #expect(answer.output.contains(#""type":"leave""#), "\(answer.output)\(answer.errors)")
    #expect(answer.errors.contains("1 of 3 elements have no type; no time is declared"), "\(answer.errors)")
    let list = try BuiltTool.run(["list", "-", "--type", ".type"], input: #"[{"type":"a"},{"type":"b"}]"#)
    #expect(list.lines.count == 2 && list.status == 0)
  }

  @Test func `a prefix is what its expression says`() throws {
    let input = "app> " + Self.lines[0] + "\nsql> " + Self.lines[1] + "\n"
    let answer = try BuiltTool.run(["list", "-", "--type", ".eventType", "--prefix", "app>"], input: input)
    #expect(answer.status == 0 && answer.lines.count == 2)
    #expect(answer.lines[0].contains("Started") && !answer.lines[1].contains("Paid "), "\(answer.output)")
  }

  @Test func `a form has a name in the project's file`() throws {
    let folder = try TemporaryFolder()
    let inner = folder.url.appendingPathComponent("a/b")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let log = try folder.write(Self.lines.joined(separator: "\n"), to: "events.jsonl")
    func run(_ form: String) throws -> BuiltTool.Answer {
      try BuiltTool.shell("cd \"$1\" && \"$2\" list \"$3\" --form \"$4\"", inner.path, BuiltTool.path, log, form)
    }
    let without = try run("flows")
    #expect(without.status == 2 && without.errors.contains("there is no .fluxtape.json in this folder or above it"), "\(without.errors)")
    _ = try folder.write(
      #"{"forms":{"flows":{"type":".eventType","store":".workflow"},"bad":{"tpye":".x"},"odd":{"type":1}}}"#, to: ".fluxtape.json")
    let list = try run("flows")
    #expect(list.status == 0 && list.lines.count == 3 && list.output.contains("Paid"), "\(list.errors)")
    #expect(try run("flow").errors.contains("there is no form 'flow'; its forms are flows, bad, odd"))
    let bad = try run("bad")
    #expect(bad.status == 2 && bad.errors.contains("form 'bad': 'tpye' is not in a form; it has type,"), "\(bad.errors)")
    #expect(try run("odd").errors.contains("'type' has to be a text"))
    let other = try BuiltTool.shell(
      "cd \"$1\" && \"$2\" --form flows --type .workflow list \"$3\"", inner.path, BuiltTool.path, log)
    #expect(other.output.contains("ship"), "an option goes before the file: \(other.output)")
  }

  @Test func `the inspector, a page and agents open it too`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write(Self.lines.joined(separator: "\n"), to: "events.jsonl")
    let script = try folder.write(":goto 2\n:save-screen -\n", to: "keys.txt")
    #expect(try BuiltTool.run(Self.mapping + [log, "--script", script]).output.contains("Paid"))
    let page = try BuiltTool.run(["report", log, "-o", folder.path("page.html")] + Self.mapping)
    #expect(page.status == 0, "\(page.errors)")
    let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"step","arguments":{"at":"events.jsonl:2"}}}"#
    let agent = try BuiltTool.run(["mcp", log] + Self.mapping, input: call + "\n")
    #expect(agent.output.contains("Paid"), "\(agent.output)")
  }

  @Test(arguments: [
    (["--type", ".eventTyp"], "nothing in it has the member '.eventTyp' that --type names; the first object has eventType,"),
    (["--type", ".eventType", "--time", ".when"], "nothing in it has the member '.when' that --time names"),
    (["--type", "eventType"], "--type 'eventType': write a path of members and numbers, as .a.b[0]"),
    (["--type", ".a["], "--type '.a[': expected"), (["--time", ".eventTime"], "a form needs the path of each action's type"),
    (["--type", ".eventType", "--prefix", "("], "--prefix '(': expected"), (["--type"], "missing value for '--type'"),
  ])
  func `a form that does not fit is an error with the next step`(options: [String], says: String) throws {
    let folder = try TemporaryFolder()
    let log = try folder.write(Self.lines.joined(separator: "\n"), to: "events.jsonl")
    let answer = try BuiltTool.run(["list", log] + options)
    #expect(answer.status == 2 && answer.output.isEmpty && answer.errors.contains(says), "\(answer.errors)")
  }

  @Test func `a log of this tool is not mapped`() throws {
    let answer = try BuiltTool.run("list", BuiltTool.shopLog, "--type", ".eventType")
    #expect(answer.status == 0 && answer.errors.isEmpty && answer.lines.count > 200)
  }
}
