import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogSchema
import Foundation
import Testing

/// The built tool on changes that no recorded action made.
struct OutsideChangeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Numbered changes (3, 5), an unnumbered one (line 6), repeated states (line 9) and the first state of a late store (line 10).
  private static let lines = #"""
    {"fluxtape":1,"run":"r1","time":"2026-11-21T09:00:00.000000Z"}
    {"seq":1,"t":12,"store":"cart","type":"@@INIT","state":{"items":[],"total":0}}
    {"seq":2,"t":1000,"store":"cart","type":"cart.itemAdded","payload":{"sku":"p7"},"dur":31,"patch":[{"op":"replace","path":"/total","value":15}]}
    {"seq":3,"t":2000,"store":"cart","type":"@@STATE","cause":2,"patch":[{"op":"replace","path":"/total","value":-50}]}
    {"seq":4,"t":3000,"store":"cart","type":"cart.noteChanged","payload":"x","dur":5,"patch":[{"op":"add","path":"/note","value":"x"}]}
    {"t":3500,"store":"cart","type":"@@STATE","patch":[{"op":"replace","path":"/total","value":-60}]}
    {"seq":5,"t":4000,"store":"cart","type":"@@STATE","settled":true,"state":{"items":[],"total":7,"note":"x"}}
    {"seq":6,"t":5000,"store":"cart","type":"cart.itemAdded","payload":{"sku":"p8"},"dur":31,"patch":[{"op":"replace","path":"/total","value":17}]}
    {"t":5500,"store":"cart","type":"@@STATE","state":{"items":[],"total":17,"note":"x"}}
    {"t":5600,"store":"late","type":"@@STATE","state":{"n":1}}
    {"seq":7,"t":6000,"store":"late","type":"late.inc","dur":3,"patch":[{"op":"replace","path":"/n","value":2}]}
    {"seq":8,"t":6100,"store":"late","type":"late.noop","dur":3,"patch":[]}
    {"seq":9,"t":7000,"end":"closed"}
    """#.split(separator: "\n").map(String.init)

  /// The log with some lines (counted from 1) replaced or left out.
  private func log(_ name: String = "a.jsonl", _ changed: [Int: String?] = [:]) throws -> String {
    let lines = Self.lines.enumerated().compactMap { place, line in changed[place + 1] ?? line }
    return try folder.write(lines.joined(separator: "\n") + "\n", to: name)
  }

  private static func replaced(_ line: Int, _ old: String, _ new: String) -> [Int: String?] {
    [line: lines[line - 1].replacingOccurrences(of: old, with: new)]
  }
}

// MARK: - compare

extension OutsideChangeTests {
  @Test func `runs part at the change without an action, not at the action behind it`() throws {
    let (good, bad) = (try log(), try log("b.jsonl", Self.replaced(4, "-50", "-49")))
    let answer = try BuiltTool.run("compare", good, bad)
    #expect(answer.status == 1)
    #expect(
      answer.lines.prefix(4) == [
        "the runs part: the same change without an action led to different states", "  \(good):3  cart  @@STATE",
        "  \(bad):3  cart  @@STATE", "    .total  -50    → -49",
      ], "\(answer.output)")
    // What came from outside is nobody's mistake.
    #expect(answer.output.contains("\nno action led to another result from equal inputs"))
  }

  @Test func `a numbered change that one run lacks is missing from it, or is one more`() throws {
    let (whole, short) = (try log(), try log("b.jsonl", [4: nil]))
    let missing = try BuiltTool.run("compare", whole, short)
    #expect(
      missing.lines.prefix(3) == [
        "the runs part: a change without an action that only the first run has", "  \(whole):3  cart  @@STATE",
        "  then \(short):4  cart  cart.noteChanged",
      ], "\(missing.output)")
    let more = try BuiltTool.run("compare", short, whole)
    #expect(
      more.lines.prefix(3) == [
        "the runs part: a change without an action that only the second run has", "  then \(short):4  cart  cart.noteChanged",
        "  \(whole):3  cart  @@STATE",
      ], "\(more.output)")
  }

  @Test func `an unnumbered change counts too`() throws {
    let good = try log()
    let other = try BuiltTool.run("compare", good, try log("b.jsonl", Self.replaced(6, "-60", "-61")), "--json")
    let lines = try other.lines.map { try JSONValue(parsing: $0) }
    #expect(other.status == 1 && lines[0]["same"] == false)
    #expect(lines[1]["why"] == "states" && lines[1]["first"]?["at"] == .string("\(good):@6"), "\(other.output)")
    let missing = try BuiltTool.run("compare", good, try log("b.jsonl", [6: nil]), "--json")
    let words = try missing.lines.map { try JSONValue(parsing: $0) }
    #expect(missing.status == 1 && words[0]["same"] == false)
    #expect(words[1]["why"] == "missing" && words[1]["first"]?["at"] == .string("\(good):@6"), "\(missing.output)")
  }

  @Test(arguments: [9, 10]) func `a row that only tells where a store stands is no difference if one run lacks it`(line: Int) throws {
    // Without the first state of the late store, its state is unknown and is not compared.
    let answer = try BuiltTool.run("compare", try log(), try log("b.jsonl", [line: nil]))
    #expect(answer.status == 0 && answer.lines[0] == "no difference", "\(answer.output)")
  }

  @Test func `the first state of a late store is compared where both runs tell it`() throws {
    let (good, bad) = (try log(), try log("b.jsonl", Self.replaced(10, #"{"n":1}"#, #"{"n":1,"m":5}"#)))
    let answer = try BuiltTool.run("compare", good, bad)
    #expect(answer.status == 1 && answer.lines.contains("  \(bad):@10  late  @@STATE"), "\(answer.output)")
    #expect(answer.lines[1] == "  late  .m     added: number")
  }

  @Test func `a run in segments, which begin with the states as they are, is the same as in one file`() throws {
    let whole = try log()
    let restated = #"{"t":2500,"store":"cart","type":"@@STATE","state":{"items":[],"total":-50}}"#
    let header = Self.lines[0].replacingOccurrences(of: "}", with: #","segment":2}"#)
    let segments = Self.lines[..<4] + [header, restated] + Self.lines[4...]
    let joined = try folder.write(segments.joined(separator: "\n") + "\n", to: "segments.jsonl")
    for (first, second) in [(whole, joined), (joined, whole)] {
      let answer = try BuiltTool.run("compare", first, second)
      #expect(answer.status == 0 && answer.lines[0] == "no difference", "\(answer.output)")
    }
  }
}

// MARK: - blame, history, find and check

extension OutsideChangeTests {
  @Test func `the first state of a store has one address in all answers`() throws {
    let log = try log()
    #expect(try BuiltTool.run("find", log, "changed:late.n", "--first").output.hasPrefix("\(log):@10  "))
    #expect(try BuiltTool.run("check", log, "--never", "changed:late.n").output.contains("\(log):@10  never"))
    #expect(try BuiltTool.run("history", log, "late.n").lines[1].hasPrefix("  :@10  09:00:00.005600  there when recording began"))
    #expect(try BuiltTool.run("blame", "\(log):@10", ".n").lines[1].contains(" :@10  09:00:00.005600  there when recording began"))
    for arguments in [["history", log, "late.n"], ["blame", log, ".n", "--at", "@10"]] {
      let line = try JSONValue(parsing: try #require(BuiltTool.run(arguments + ["--json"]).lines.first))
      #expect(line["at"] == .string("\(log):@10") && line["beforeRecording"] == true)
      #expect(try AnswerSchemaTests.schema(arguments[0]).fault(in: line) == nil)
    }
  }

  @Test func `a change behind a gap has the address of the row that shows it beside the range`() throws {
    let gap = #"{"seq":3,"t":1500,"gap":{"lost":2,"first":2,"last":3,"reason":"full"}}"#
    let log = try log([gap, #"{"t":1600,"store":"cart","type":"@@STATE","state":{"items":[],"total":-3}}"#])
    let found = try JSONValue(parsing: try #require(BuiltTool.run("find", log, "changed:.total", "--json", "--last").lines.first))
    let line = try JSONValue(parsing: try #require(BuiltTool.run("history", log, ".total", "--json").lines.last))
    #expect(line["at"] == .string("\(log):@4") && line["at"] == found["at"])
    #expect(line["between"] == [.string("\(log):3"), .string("\(log):@4")])
    #expect(try AnswerSchemaTests.schema("history").fault(in: line) == nil)
  }

  @Test func `options take a row without a number by its line, and say so of what they do not take`() throws {
    let log = try log()
    let (option, address) = (
      try BuiltTool.run("blame", log, "cart.total", "--at", "@6"), try BuiltTool.run("blame", "\(log):@6", "cart.total")
    )
    #expect(option.status == 0 && option.lines == address.lines)
    for bad in ["x", "@", "@0", "-"] {
      let answer = try BuiltTool.run("blame", log, "cart.total", "--at=\(bad)")
      #expect(
        answer.status == 2 && answer.errors.contains("write the number of a step, or @LINE for a row without one"), "\(answer.errors)")
    }
    #expect(try BuiltTool.run("blame", log, "cart.total", "--at", "0").errors.contains("there is no step 0: the first is 1"))
    let skip = try BuiltTool.run("replay", log, "--host", "true", "--skip", "@6")
    #expect(skip.status == 2 && skip.errors.contains("write the number of an action, N or LOG:N"), "\(skip.errors)")
    #expect(try BuiltTool.run("export", log, "--to", "csv", "--range", "6..x").errors.contains("a row without a number is @LINE"))
  }

  @Test(arguments: [("@6..5", ["@6", "5"]), ("4..4", ["4", "@6"]), ("5..@6", []), ("..2", ["1", "2"]), ("@9..@10", ["@9", "@10"])])
  func `a range takes states without a step where they stand`(range: String, rows: [String]) throws {
    let table = try BuiltTool.run("export", try log(), "--to", "csv", "--range", range)
    let found = try table.output.split(separator: "\r\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return try cells[0].isEmpty ? "@" + #require(cells.last) : String(cells[0])
    }
    #expect(found == rows, "\(table.output)\(table.errors)")
    #expect(table.status == (rows.isEmpty ? 1 : 0))
  }

  @Test func `a line without a row is no end of a range`() throws {
    let answer = try BuiltTool.run("export", try log(), "--to", "csv", "--range", "@99..")
    #expect(answer.status == 1 && answer.errors.contains("the log has no row on line 99"))
  }

  @Test func `a misspelt path is told, with the one that is meant`() throws {
    let log = try log()
    let find = try BuiltTool.run("find", log, "cart.tota < 1")
    #expect(find.status == 1 && find.output.isEmpty)
    #expect(find.errors == "fluxtape: \(log): no step has a value at cart.tota; did you mean cart.total?\n")
    #expect(try BuiltTool.run("history", log, "cart.tota").errors == find.errors)
    #expect(try BuiltTool.run("find", log, ".zebra == 1").errors == "fluxtape: \(log): no step has a value at .zebra\n")
    // There were values, but none matched.
    #expect(try BuiltTool.run("find", log, "cart.total < -99").errors.isEmpty)
  }

  @Test func `a misspelt type or store is told, with the one that is meant`() throws {
    let shop = BuiltTool.shopName
    func errors(_ query: String) throws -> String { try BuiltTool.run("find", shop, query).errors }
    #expect(try errors("type:cart.chekout") == "fluxtape: \(shop): no step has the type 'cart.chekout'; did you mean 'cart.checkout'?\n")
    #expect(try errors("type:zebra") == "fluxtape: \(shop): no step has the type 'zebra'\n")
    #expect(try errors("store:crat") == "fluxtape: \(shop): no step has the store 'crat'; did you mean 'cart'?\n")
    #expect(try BuiltTool.run("list", shop, "--where", "type:zebra").errors == errors("type:zebra"))
    // Both occur, and never together.
    #expect(try errors("store:catalog type:cart.checkout").isEmpty)
  }

  @Test func `a store with a point behind it is its whole state`() throws {
    let log = try log()
    let hint = try BuiltTool.run("blame", log, ".").errors
    #expect(hint.contains("as in cart."), "\(hint)")
    let answer = try BuiltTool.run("blame", log, "cart.")
    let named = try BuiltTool.run("blame", log, "cart")
    #expect(answer.status == 0 && answer.lines == named.lines)
    #expect(try BuiltTool.run("blame", log, "cart.items.").status == 2)
  }
}

// MARK: - list, show, stats and export

extension OutsideChangeTests {
  private func log(_ rest: [String]) throws -> String {
    try folder.write((Self.lines.prefix(2) + rest).joined(separator: "\n") + "\n", to: "rest.jsonl")
  }

  @Test func `a whole state lists what it changed`() throws {
    let log = try log()
    let rows = try BuiltTool.run("list", log).lines
    #expect(
      rows[5].hasSuffix("@@STATE                       ~1") && rows[7].hasSuffix("@@STATE") && rows[8].hasSuffix("@@STATE"), "\(rows)")
    let json = try BuiltTool.run("list", log, "--json").lines.map { try JSONValue(parsing: $0) }
    #expect(json[5]["changes"] == ["added": 0, "removed": 0, "replaced": 1, "moved": 0] && json[7]["changes"] == nil)
    #expect(try BuiltTool.run("find", log, "seq:5", "--format", "csv").output.contains(",~1,"))
    for line in json { #expect(try AnswerSchemaTests.schema("list").fault(in: line) == nil) }
  }

  @Test func `a row without a step says whether it is a change`() throws {
    let log = try log()
    let words = "a change without an action: it happened before this line and was not recorded"
    #expect(try BuiltTool.run("show", "\(log):@6").output.contains("reason    \(words)\n"))
    for row in ["@9", "@10"] { #expect(try BuiltTool.run("show", log, row).output.contains("reason    states how the store stands\n")) }
    #expect(try BuiltTool.run("show", log, "5").output.contains("reason    no recorded action made this change\n"))
  }

  @Test func `statistics count what no action changed`() throws {
    let log = try log()
    let first = try BuiltTool.run("stats", log).lines[0]
    #expect(first.contains("6 actions of 2 stores") && first.contains(", 3 changes without an action"))
    let run = try JSONValue(parsing: try #require(BuiltTool.run("stats", log, "--json").lines.first))
    #expect(run["changesWithoutAction"] == 3)
    #expect(try AnswerSchemaTests.schema("stats").fault(in: run) == nil)
  }

  @Test func `a table has a line for each, with what it changed`() throws {
    let log = try log()
    let lines = try BuiltTool.run("export", log, "--to", "csv").output.split(separator: "\r\n").map(String.init)
    #expect(lines.count == 12 && lines[0].hasSuffix(",patch,effect,phase,line"))
    #expect(lines[3].hasPrefix("3,2000,") && lines[3].contains(",cart,\"'@@STATE\",,2,") && lines[3].contains("-50"))
    #expect(lines[5].hasPrefix(",3500,") && lines[5].contains("-60") && lines[5].hasSuffix(",6"))
    #expect(lines[6].contains(#""[{""op"":""replace"",""path"":""/total"",""value"":7}]""#), "\(lines[6])")
    let chosen = try BuiltTool.run("export", log, "--to", "csv", "--where", "seq:3")
    #expect(chosen.status == 0 && chosen.output.split(separator: "\r\n").count == 2)
    let full = try BuiltTool.run("export", log, "--to", "csv", "--full", "--where", "type:@@STATE").output
    #expect(full.contains(#""{""items"":[],""total"":-60,""note"":""x""}""#) || full.contains(#"""total"":-60"#), "\(full)")
  }

  @Test func `a trace has an instant for each`() throws {
    let trace = try JSONValue(parsing: BuiltTool.run("export", try log(), "--to", "chrome-trace").output)
    let states = try #require(trace["traceEvents"]?.array).filter { $0["name"] == "@@STATE" }
    #expect(states.count == 5 && states.allSatisfy { $0["ph"] == "i" && $0["s"] == "t" })
    #expect(states[0]["args"]?["seq"] == 3 && states[0]["args"]?["cause"] == 2 && states[0]["ts"] == 2000)
    #expect(states[1]["args"]?["line"] == 6 && states[1]["args"]?["seq"] == nil)
  }

  @Test func `Redux DevTools get an action for each that changed something, and an import has it again`() throws {
    let file = folder.path("tools.json")
    let export = try BuiltTool.run("export", try log(), "--to", "redux-devtools", "--store", "cart", "--output", file)
    #expect(export.status == 0, "\(export.errors)")
    let rows = try BuiltTool.run("list", file, "--json").lines.map { try JSONValue(parsing: $0)["type"]?.string }
    #expect(
      rows == ["@@INIT", "cart.itemAdded", "@@STATE", "cart.noteChanged", "@@STATE", "@@STATE", "cart.itemAdded"])
    let totals = try BuiltTool.run("history", file, ".total", "--json").lines.map { try JSONValue(parsing: $0)["new"]?.int }
    #expect(totals == [0, 15, -50, -60, 7, 17])
  }
}
