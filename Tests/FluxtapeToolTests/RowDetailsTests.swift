import Foundation
import Testing

/// What `list` and `find` add to rows on request.
struct RowDetailsTests {
  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = try TemporaryFolder()
    log = try folder.write(
      """
      {"fluxtape":1,"run":"r","time":"2026-11-21T23:59:59.000000Z"}
      {"seq":1,"t":0,"store":"cart","type":"@@INIT","state":{"total":0,"items":[]}}
      {"seq":2,"t":1500000,"store":"cart","type":"added","site":"Shop/Cart.swift:7","payload":{"id":"p1"},"dur":3,"patch":[{"op":"add","path":"/items/0","value":{"id":"p1"}},{"op":"replace","path":"/total","value":5}]}
      {"seq":3,"t":1600000,"mark":"seen","level":"info","site":"Shop/Cart.swift:9"}
      {"seq":4,"t":1700000,"store":"cart","type":"lost","trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7","dur":3,"omitted":"limit"}
      {"seq":5,"t":1800000,"end":"closed"}

      """, to: "cart.jsonl")
  }

  @Test func `JSON has time, place, contents and values, and says what is not known`() throws {
    let answer = try BuiltTool.run(
      "list", log, "--json", "--with", "time,site,payload", "--value", "cart.total", "--value", "cart.items[*].id", "--value", "cart.no")
    #expect(answer.status == 0)
    let lines = answer.lines.map { $0.drop { $0 != "," } }
    #expect(
      lines[1].hasSuffix(
        #""time":"2026-11-22T00:00:00.500000Z","site":"Shop/Cart.swift:7","payload":{"id":"p1"},"#
          + #""values":{"cart.total":5,"cart.items[*].id":["p1"],"cart.no":null}}"#), "\(answer.output)")
    #expect(lines[2].contains(#""time":"2026-11-22T00:00:00.600000Z","site":"Shop/Cart.swift:9","values":{"cart.total":5"#))
    #expect(lines[3].hasSuffix(#""values":{},"notKnown":["cart.total","cart.items[*].id","cart.no"]}"#), "\(answer.output)")
  }

  @Test func `tables have a column for each, in folders too`() throws {
    let answer = try BuiltTool.run("find", folder.url.path, "type:added", "--format", "csv", "--with", "site,time", "--value", ".total")
    #expect(answer.lines[0] == "log,step,time,store,type,changes,notes,site,date,.total")
    #expect(answer.lines[1].hasSuffix(",added,~1 +1,,Shop/Cart.swift:7,2026-11-22T00:00:00.500000Z,5"), "\(answer.output)")
  }

  @Test func `the trace and span of an action are added where it has them`() throws {
    let lines = try BuiltTool.run("find", log, "store:cart", "--json", "--with", "trace,span").lines
    #expect(lines.count == 3 && lines[2].hasSuffix(#""trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}"#), "\(lines)")
    #expect(!lines[0].contains(#""trace""#) && !lines[1].contains(#""span""#))
    let shown = try BuiltTool.run("show", log, "4").lines
    #expect(shown.contains("  trace     4bf92f3577b34da6a3ce929d0e0e4736") && shown.contains("  span      00f067aa0ba902b7"))
  }

  struct Wrong: CustomTestStringConvertible {
    let arguments: [String]
    let message: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Wrong(arguments: ["--with", "time"], message: "--with and --value need --json or --format csv or md"),
    Wrong(arguments: ["--json", "--with", "tim"], message: "unknown part 'tim'; parts are time, site, payload, trace, span"),
    Wrong(arguments: ["--json", "--value", "basket.total"], message: "expected a store of this log"),
    Wrong(arguments: ["--json", "--value", "payload.id"], message: "--value takes a path in a state"),
    Wrong(arguments: ["--json", "--value", "cart.["], message: "cart.["),
    Wrong(arguments: ["--json", "--follow", "--with", "time"], message: "--follow excludes"),
  ])
  func `what cannot be answered is said`(_ wrong: Wrong) throws {
    let answer = try BuiltTool.run(["list", log] + wrong.arguments)
    #expect(answer.status == 2 && answer.output == "" && answer.errors.contains(wrong.message), "\(answer.errors)")
    let runs = try BuiltTool.run(["list", folder.url.path] + wrong.arguments)
    #expect(runs.status == 2, "\(runs.output)")
  }
}
