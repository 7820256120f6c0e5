import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLogSchema
import Testing

/// Asynchronous work: the record that begins it, the one that ends it, and its duration.
struct AsynchronousRowTests {
  private let log: String
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    log = try folder.write(
      #"""
      {"seq":1,"t":1,"store":"s","type":"@@INIT","state":{"hits":0}}
      {"seq":2,"t":500,"store":"s","type":"search","effect":{"id":"search#1","phase":"started"}}
      {"seq":3,"t":600,"store":"s","type":"search","effect":{"id":"search#2","phase":"started"}}
      {"seq":4,"t":700,"store":"s","type":"fetch","effect":{"id":7,"phase":"started"}}
      {"seq":5,"t":5600,"store":"s","type":"search","cause":3,"effect":{"id":"search#2","phase":"finished"},"dur":5000,"patch":[{"op":"replace","path":"/hits","value":1}]}
      {"seq":6,"t":9500,"store":"s","type":"search","cause":2,"effect":{"id":"search#1","phase":"failed"},"dur":9000,"error":{"type":"Timeout","message":"no answer"}}

      """#, to: "a.jsonl")
  }

  @Test func `a list tells records of one piece of work from those of another`() throws {
    let rows = try BuiltTool.run("list", log).lines
    #expect(rows[1].hasSuffix("search#1 started") && rows[2].hasSuffix("search#2 started") && rows[3].hasSuffix("7 started  pending"))
    #expect(rows[4].hasSuffix("search#2 finished after 5.00 ms  cause 3") && rows[5].hasSuffix("search#1 failed after 9.00 ms  cause 2"))
    let json = try BuiltTool.run("list", log, "--json").lines.map { try JSONValue(parsing: $0) }
    #expect(json[3]["effect"] == ["id": 7, "phase": "started"] && json[4]["effect"] == ["id": "search#2", "phase": "finished"])
    #expect(json[0]["effect"] == nil)
    let schema = try AnswerSchemaTests.schema("list")
    for line in json { #expect(schema.fault(in: line) == nil) }
  }

  @Test func `a table has the work and its phase`() throws {
    let lines = try BuiltTool.run("export", log, "--to", "csv").output.split(separator: "\r\n")
    #expect(lines[0].hasSuffix(",effect,phase,line"))
    #expect(lines[4].hasSuffix(",7,started,") && lines[5].hasSuffix(",search#2,finished,") && lines[1].hasSuffix(",,,"))
  }

  @Test func `a trace has a span from the record that begins the work to the one that ends it`() throws {
    let events = try spans()
    #expect(events["search#1"] == [500, 9500] && events["search#2"] == [600, 5600])
    // A viewer draws a slice without an end to the end of the trace.
    #expect(events["7"] == [700])
    // If the beginning of the work is not written, the record of its end has the facts.
    #expect(try spans("--range", "5..5") == ["search#2": [600, 5600]])
  }

  private func spans(_ options: String...) throws -> [String: [Int]] {
    let trace = try JSONValue(parsing: BuiltTool.run(["export", log, "--to", "chrome-trace"] + options).output)
    var spans: [String: [Int]] = [:]
    var names: [JSONValue: String] = [:]
    for event in try #require(trace["traceEvents"]?.array) where event["cat"] == "effect" && event["ph"] != "X" {
      let id = try #require(event["id"])
      if event["ph"] == "b" { names[id] = event["args"]?["effect"].map { $0.string ?? $0.text } }
      spans[try #require(names[id]), default: []].append(try #require(event["ts"]?.int))
    }
    return spans
  }

  @Test func `work is named whatever is long in its record`() throws {
    let payload = String(repeating: "x", count: 9000)
    let log = try folder.write(
      #"""
      {"seq":1,"t":1,"store":"s","type":"a","effect":{"id":"a#1","phase":"started"},"payload":"\#(payload)"}
      {"seq":2,"t":2,"store":"s","type":"a","cause":1,"payload":"\#(payload)","effect":{"id":"a#1","phase":"finished"},"dur":5}

      """#, to: "long.jsonl")
    let rows = try BuiltTool.run("list", log).lines
    #expect(rows.count == 2 && rows[0].hasSuffix("a#1 started") && rows[1].hasSuffix("a#1 finished after 5 µs  cause 1"), "\(rows)")
  }
}
