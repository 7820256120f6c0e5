import FluxtapePseudoTerminal
import Foundation
import Testing

/// Import and export of other tools' logs on the command line.
struct ForeignLogTests {
  static let lifted = """
    {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1700000000000},\
    "1":{"type":"PERFORM_ACTION","action":{"type":"INC","by":5},"timestamp":1700000000123}},\
    "computedStates":[{"state":{"n":0}},{"state":{"n":5}}],"stagedActionIds":[0,1],"skippedActionIds":[],"currentStateIndex":1,"nextActionId":2}
    """

  @Test func `an export of Redux DevTools is shown without a flag, and it is said what it is`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write(Self.lifted, to: "counter.json")
    let list = try BuiltTool.run("list", log)
    #expect(list.status == 0)
    #expect(list.lines.count == 2 && list.lines[1].contains("INC"))
    #expect(list.errors == "fluxtape: \(log): read as a Redux DevTools export\n")
    #expect(try BuiltTool.run("show", "\(log):2", "--state").output.contains("\"n\": 5"))
    #expect(try BuiltTool.run("find", log, ".n > 1", "--first").output.contains(":2"))
  }

  @Test func `standard input is told by its contents too`() throws {
    let answer = try BuiltTool.run(["find", "-", "store.n > 1", "--count"], input: Self.lifted)
    #expect(answer.output == "1\n")
    #expect(answer.errors == "fluxtape: -: read as a Redux DevTools export\n")
  }

  @Test func `the unnamed store of a logger's lines is the same in all files`() throws {
    let folder = try TemporaryFolder()
    func log(_ name: String, _ value: Int) throws -> String {
      try folder.write(#"{"action":{"type":"A"},"state":{"n":\#(value)},"ts":1704103200000}"# + "\n", to: name)
    }
    let (good, bad) = (try log("good.ndjson", 1), try log("bad.ndjson", 2))
    let answer = try BuiltTool.run("find", good, "store.n == 1", "--count")
    #expect(answer.output == "1\n")
    #expect(answer.errors == "fluxtape: \(good): read as lines of a Redux logger\n")
    let compared = try BuiltTool.run("compare", good, bad)
    #expect(compared.status == 1 && !compared.output.contains("only in"), "\(compared.output)")
    let script = try folder.write(":compare \(bad)\n:save-screen -\n", to: "keys.txt")
    let screen = try BuiltTool.run(good, "--script", script)
    #expect(screen.output.contains("1 difference"), "\(screen.output)")
    #expect(try BuiltTool.run("report", good, "--beside", bad, "-o", folder.path("page.html")).status == 0)
  }

  @Test func `lines without times say so`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write("{\"action\":{\"type\":\"A\"},\"state\":{\"n\":1}}\n", to: "cart.ndjson")
    let errors = try BuiltTool.run("list", log).errors
    #expect(errors.hasPrefix("fluxtape: \(log): read as lines of a Redux logger; no line has a time that is understood"), "\(errors)")
  }

  @Test func `a broken export is a log that cannot be read`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write(String(Self.lifted.dropLast(5)), to: "counter.json")
    let answer = try BuiltTool.run("list", log)
    #expect(answer.status == 3)
    #expect(answer.errors.hasPrefix("fluxtape: \(log): this looks like a Redux DevTools export, but is not JSON"))
  }

  @Test func `each store gets a file of its own for Redux DevTools, and the files open here`() throws {
    let folder = try TemporaryFolder()
    let answer = try BuiltTool.run("export", BuiltTool.shopLog, "--to", "redux-devtools", "--output", folder.path("out.json"))
    #expect(answer.status == 0)
    #expect(answer.errors == "")
    for store in ["cart", "catalog", "session"] {
      let file = folder.path("out.\(store).json")
      let there = try BuiltTool.run("list", BuiltTool.shopLog, "--where", "store:\(store) is:action", "--format", "csv")
      let back = try BuiltTool.run("list", file, "--where", "not type:@@INIT", "--format", "csv")
      #expect(back.lines.count == there.lines.count)
    }
  }

  @Test func `several stores need a place, or a choice`() throws {
    let answer = try BuiltTool.run("export", BuiltTool.shopLog, "--to", "redux-devtools")
    #expect(answer.status == 2)
    #expect(answer.errors.contains("choose one of catalog, session, cart with --store"))
    let one = try BuiltTool.run("export", BuiltTool.shopLog, "--to", "redux-devtools", "--store", "session")
    #expect(one.status == 0)
    #expect(one.output.contains("session.loginRequested") && !one.output.contains("cart.itemAdded"))
  }

  @Test func `a trace is JSON with a track for each store`() throws {
    let answer = try BuiltTool.run("export", BuiltTool.shopLog, "--to", "chrome-trace")
    let trace = try #require(try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let events = try #require(trace["traceEvents"] as? [[String: Any]])
    #expect(events.filter { $0["name"] as? String == "thread_name" }.count == 3)
    #expect(events.filter { $0["ph"] as? String == "X" }.count == 284)
  }

  @Test func `no cell of a table is a formula`() throws {
    let log = """
      {"seq":1,"t":0,"store":"=cmd","type":"@SUM(A1)","payload":"+1","error":{"type":"-x","message":"1"},"state":1}
      {"seq":2,"t":5,"store":"=cmd","type":"set, \\"it\\"","payload":{"a":-1},"dur":3,"patch":[{"op":"replace","path":"","value":2}]}

      """
    let answer = try BuiltTool.run(["export", "-", "--to", "csv", "--full"], input: log)
    let rows: [String] = answer.output.split(separator: "\r\n").map(String.init)
    #expect(
      rows == [
        "seq,t,time,store,type,case,cause,dur,error,payload,patch,effect,phase,line,state",
        #"1,0,,"'=cmd","'@SUM(A1)",,,,"'-x: 1","""+1""",,,,,1"#,
        #"2,5,,"'=cmd","set, ""it""",,,3,,"{""a"":-1}","[{""op"":""replace"",""path"":"""",""value"":2}]",,,,2"#,
      ])
  }

  @Test(arguments: [
    (["--to", "csv", "--plain"], "--plain is not for --to csv"),
    (["--to", "chrome-trace", "--full"], "--full is not for --to chrome-trace"),
    (["--to", "csv", "--redact", "x"], "export to jsonl first"),
    (["--to", "csv", "--store", "nowhere"], "there is no store 'nowhere'"),
  ])
  func `an option of another form is refused`(options: [String], says: String) throws {
    let answer = try BuiltTool.run(["export", BuiltTool.shopLog] + options)
    #expect(answer.status == 2)
    #expect(answer.errors.contains(says), "\(answer.errors)")
  }

  @Test func `a test of a log is Swift, with names that were given or guessed`() throws {
    let answer = try BuiltTool.run(
      "export", BuiltTool.shopLog, "--to", "swift-test", "--store", "cart", "--range", "..70", "--import", "ShopStores", "--reducer",
      "cart=CartState,ShopAction,cartReducer")
    #expect(answer.status == 0)
    #expect(answer.output.contains("import ShopStores\n"))
    #expect(answer.output.contains("struct ShopTests {"))
    #expect(answer.output.contains("{ (state: inout CartState, action: ShopAction) in cartReducer(&state, action) }"))
    let hidden = try BuiltTool.run("export", BuiltTool.shopLog, "--to", "swift-test", "--store", "cart", "--import", "@testable ShopStores")
    #expect(hidden.output.contains("@testable import ShopStores\n"))
    for name in ["Shop;", "@testable", "@testable A B", "@main Shop"] {
      #expect(try BuiltTool.run("export", BuiltTool.shopLog, "--to", "swift-test", "--import", name).errors.contains("not a module name"))
    }
    let bad = try BuiltTool.run("export", BuiltTool.shopLog, "--to", "swift-test", "--reducer", "cart=A,B,c();")
    #expect(bad.status == 2)
    #expect(bad.errors.contains("write store=State,Action,reducer"))
  }

  /// The lines of a logger, plain and gzipped: a converted file is converted again after it was written.
  @Test(arguments: ["counter.ndjson", "counter.jsonl.gz"]) func `what is made of a file is followed, and told once`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let log = try folder.write("", to: name)
    func write(_ count: Int) throws {
      let lines = (1...count).map { #"{"action":{"type":"STEP\#($0)"},"state":{"n":\#($0)}}"# + "\n" }.joined()
      guard name.hasSuffix(".gz") else { return try Data(lines.utf8).write(to: URL(fileURLWithPath: log)) }
      let plain = try folder.write(lines, to: "plain")
      try BuiltTool.shell("gzip -c \"$1\" > \"$2.new\" && mv \"$2.new\" \"$2\"", plain, log)
    }
    try write(2)
    for arguments in [["list", "-f", log], [log, "-f"]] {
      let terminal = try PseudoTerminal(
        BuiltTool.path, arguments, environment: ["TERM=xterm-256color", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"], rows: 24,
        columns: 80)
      try terminal.wait(for: "STEP2")
      try write(3)
      try terminal.wait(for: "STEP3")
      let sent = String(decoding: terminal.everything, as: UTF8.self)
      #expect(!sent.contains("another log"))
      if arguments.first == "list" { #expect(sent.components(separatedBy: "STEP1").count == 2, "rows are printed once: \(sent)") }
      #expect(sent.components(separatedBy: "read as").count == 2)
      terminal.send(signal: 15)
      _ = try terminal.waitUntilExit()
      try write(2)
    }
  }
}
