import FluxtapeDocuments
import FluxtapeJSON
import Foundation
import Testing

/// The output and the exit statuses of the built tool.
struct ToolTests {
  private static let log = """
    {"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}
    {"seq":1,"t":12,"store":"cart","type":"@@INIT","state":{"items":[],"total":0}}
    {"seq":2,"t":1042,"store":"cart","type":"cart.itemAdded","case":"itemAdded","site":"Shop/CartView.swift:42","payload":{"sku":"p7"},"dur":31,"patch":[{"op":"add","path":"/items/0","value":{"name":"製品\\u202e7","qty":1}},{"op":"replace","path":"/total","value":15}]}
    {"seq":3,"t":1043,"store":"catalog","type":"catalog.reserve","cause":2,"payload":{"sku":"p7"},"dur":9,"patch":[],"state":{"stock":{"p7":3}}}
    {"seq":4,"t":2000000,"mark":"the total \\u001b[31mflickers","level":"warning"}
    no json
    {"seq":17,"t":2100000,"gap":{"lost":12,"first":5,"last":16,"reason":"No space left on device"}}
    {"seq":18,"t":2200000,"store":"cart","type":"cart.checkout","payload":{"order":"o-1"}
    """

  private func withLog<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    return try body(try folder.write(Self.log, to: "run.jsonl"))
  }

  @Test func `list prints a line a row`() throws {
    let answer = try withLog { try BuiltTool.run("list", $0) }
    #expect(answer.status == 0)
    #expect(answer.errors == "")
    #expect(
      answer.output == """
          1  09:00:00.000012  cart     @@INIT
          2  09:00:00.001042  cart     cart.itemAdded                ~1 +1
          3  09:00:00.001043  catalog  catalog.reserve                          cause 2
          4  09:00:02.000000  mark     the total ␛[31mflickers                  warning
         @6                   bad line  not JSON: expected true, false or null at byte 0
         17  09:00:02.100000  gap      No space left on device                  12 lost
         18  09:00:02.200000  cart     cart.checkout                            in flight

        """)
  }

  @Test func `into a pipe the inspector is list`() throws {
    try withLog { log in
      let (inspected, listed) = (try BuiltTool.run(log), try BuiltTool.run("list", log))
      #expect(inspected.output == listed.output)
    }
  }

  @Test func `list as JSON has one object a row, with seq, t, store and type`() throws {
    let answer = try withLog { try BuiltTool.run("list", $0, "--json") }
    let rows = try answer.lines.map { try JSONValue(parsing: $0) }
    #expect(rows.compactMap { $0["seq"]?.int } == [1, 2, 3, 4, 17, 18])
    #expect(rows.allSatisfy { $0["seq"] == nil || $0["t"]?.int != nil })
    #expect(rows[1]["store"] == "cart" && rows[1]["type"] == "cart.itemAdded")
    #expect(rows[2]["cause"] == 2)
    #expect(rows[4]["bad"] != nil && rows[4]["line"] == 6)
    #expect(rows[6]["inFlight"] == true)
  }

  @Test func `standard input is a log too`() throws {
    let answer = try BuiltTool.run("list", "-", "--json", input: Self.log)
    #expect(answer.status == 0)
    #expect(answer.lines.count == 7)
  }

  @Test func `show prints the state of the step's store, or of all where it has none`() throws {
    try withLog { log in
      let cart = try BuiltTool.run("show", log, "2", "--state")
      #expect(try JSONValue(parsing: cart.output) == ["items": [["name": "製品\u{202E}7", "qty": 1]], "total": 15])
      #expect(!cart.output.contains("\u{202E}"), "a bidi control must not reach a terminal")
      let all = try BuiltTool.run("show", "\(log):4", "--state", "--json")
      #expect(try JSONValue(parsing: all.output)["catalog"] == ["stock": ["p7": 3]])
      #expect(try BuiltTool.run("show", log, "2", "--path", ".items[0].qty").output == "1\n")
    }
  }

  @Test func `a log that needs more than this reader knows is listed, and says that there are no states`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write(
      #"""
      {"fluxtape":1,"run":"r","needs":["chunks"]}
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":2,"mark":"m"}

      """#, to: "chunks.jsonl")
    let list = try BuiltTool.run("list", log)
    #expect(list.status == 0 && list.lines.count == 2)
    #expect(list.errors.contains("needs a reader that supports chunks"))
    let show = try BuiltTool.run("show", log, "2", "--state")
    #expect(show.status == 1 && show.output == "")
  }

  @Test func `show tells what happened`() throws {
    let answer = try withLog { try BuiltTool.run("show", $0, "2") }
    for text in ["cart.itemAdded", "Shop/CartView.swift:42", "31 µs", #""sku": "p7""#, "~ .total     0 → 15  (+15)", "3 catalog.reserve"] {
      #expect(answer.output.contains(text), "\(text)")
    }
    #expect(answer.status == 0)
  }

  @Test func `diff prints a JSON Patch, and its status says whether there is a difference`() throws {
    try withLog { log in
      let different = try BuiltTool.run("diff", log, "1", "2", "--json")
      #expect(different.status == 1)
      #expect(
        try JSONValue(parsing: different.output) == [
          ["op": "add", "path": "/items/0", "value": ["name": "製品\u{202E}7", "qty": 1]],
          ["op": "replace", "path": "/total", "value": 15],
        ])
      let same = try BuiltTool.run("diff", "\(log):2", "\(log):2")
      #expect(same.status == 0)
      #expect(same.output.contains("no difference"))
    }
  }

  struct Failure: CustomTestStringConvertible {
    let arguments: [String]
    let status: Int32
    let says: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Failure(arguments: ["list", "/no/such/log.jsonl"], status: 3, says: "no such file"),
    Failure(
      arguments: ["chekc", "LOG"], status: 2, says: "'chekc' is not a subcommand, and there is no such log; did you mean 'check'?"),
    Failure(arguments: ["zzz"], status: 2, says: "there are inspect list show"),
    Failure(arguments: ["check.jsonl"], status: 3, says: "no such file"),
    Failure(arguments: ["show", "/", "1"], status: 2, says: "folder"),
    Failure(arguments: ["list", "Sources/FluxtapeTool"], status: 2, says: "no log in this folder"),
    Failure(arguments: ["list"], status: 2, says: "Missing expected argument"),
    Failure(arguments: ["list", "LOG", "--wrong"], status: 2, says: "Unknown option"),
    Failure(arguments: ["show", "LOG"], status: 2, says: "usage: fluxtape show LOG N"),
    Failure(arguments: ["show", "LOG", "0"], status: 2, says: "the first is 1"),
    Failure(arguments: ["show", "LOG", "99"], status: 1, says: "its last step is 18"),
    Failure(arguments: ["show", "LOG", "2", "--store", "shelf"], status: 2, says: "its stores are cart, catalog"),
    Failure(arguments: ["show", "LOG", "2", "--path", ".items[9]"], status: 1, says: "there is no .items[9]"),
    Failure(arguments: ["show", "LOG", "2", "--path", ".items["], status: 2, says: "expected an index"),
    Failure(arguments: ["show", "LOG", "2", "2O"], status: 2, says: "usage: fluxtape show LOG N"),
    Failure(arguments: ["show", "LOG", "LOG", "2"], status: 2, says: "usage: fluxtape show LOG N"),
    Failure(arguments: ["diff", "LOG", "1"], status: 2, says: "usage: fluxtape diff"),
    Failure(arguments: ["diff", "LOG", "1", "4"], status: 2, says: "--store"),
    Failure(arguments: ["diff", "LOG", "1", "99"], status: 2, says: "not in the log"),
    Failure(arguments: ["diff", "LOG", "1", "2", "--store", "catalog"], status: 2, says: "the state of catalog is not known"),
    Failure(arguments: ["show", "LOG", "2", "--path", "total"], status: 2, says: "starts with a dot: .total"),
    Failure(arguments: ["show", "LOG", "2", "--store", "catalog", "--path", "cart.total"], status: 2, says: "name two stores"),
  ])
  func `what goes wrong is said, with the status that the help promises`(_ failure: Failure) throws {
    try withLog { log in
      let answer = try BuiltTool.run(failure.arguments.map { $0 == "LOG" ? log : $0 })
      #expect(answer.status == failure.status)
      #expect(answer.errors.contains(failure.says), "\(answer.errors)")
      #expect(answer.output == "")
    }
  }

  @Test(arguments: [
    ["show", "LOG", "2", "--state"], ["show", "LOG", "9"], ["show", "LOG", "1", "--store", "b"], ["show", "LOG", "1", "--path", ".x"],
    ["list", "no\u{1B}]0;such\u{7}"], ["list", "--no\u{1B}[31m", "LOG"],
    ["list", "LOG", "LOG", "--where", "seq:1"],
  ])
  func `nothing in a log or its name drives the terminal, in complaints neither`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let log = try folder.write(
      #"""
      {"seq":1,"t":1,"store":"\u001b]0;a\u0007\u202e","type":"\u001b[2J","state":0}
      {"seq":2,"t":1,"store":"\u001b]0;a\u0007\u202e","type":"x","patch":[{"op":"remove","path":"/\u001b[2J"}]}

      """#, to: "e\u{1B}]0;vil\u{7}.jsonl")
    let answer = try BuiltTool.run(arguments.map { $0 == "LOG" ? log : $0 })
    #expect(answer.status != 0)
    #expect(answer.errors.contains("\u{241B}"))
    #expect(!(answer.output + answer.errors).unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
  }

  @Test func `a file that holds no record cannot be opened`() throws {
    let folder = try TemporaryFolder()
    let answer = try BuiltTool.run("list", try folder.write("just\nprose\n", to: "notes.txt"))
    #expect(answer.status == 3)
    #expect(answer.errors.contains("notes.txt"))
  }

  @Test func `help and version go to standard output`() throws {
    #expect(try BuiltTool.run("--version").output == "fluxtape 0.2.0, log format 1, built from sources\n")
    let help = try BuiltTool.run("--help")
    #expect(help.status == 0)
    for command in ["inspect", "list", "show", "diff"] { #expect(help.output.contains(command)) }
  }

  @Test func `a shell can be told how to complete each subcommand`() throws {
    #expect(try BuiltTool.run("--help").output.contains("--generate-completion-script"))
    for shell in ["bash", "zsh", "fish"] {
      let script = try BuiltTool.run("--generate-completion-script", shell)
      #expect(script.status == 0 && script.errors.isEmpty, "\(shell)")
      for command in ["inspect", "list", "blame", "check", "report", "replay", "repair"] {
        #expect(script.output.contains(command), "\(shell)")
      }
      #expect(script.output.contains("jsonl"), "\(shell)")
    }
  }

  @Test func `who stops reading is no error`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.write(
      (1...5_000).map { #"{"seq":\#($0),"t":\#($0),"store":"a","type":"tick","patch":[]}"# }.joined(separator: "\n") + "\n",
      to: "long.jsonl")
    let answer = try BuiltTool.shell(#""$1" list "$2" | head -n 1"#, BuiltTool.path, log)
    #expect(answer.output.contains("tick") && answer.errors.isEmpty)
  }
}
