import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeInterop
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

/// Compared with the rules of the Trace Event Format.
struct ChromeTraceTests {
  static let log = """
    {"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}
    {"seq":1,"t":10,"store":"cart","type":"cart.add","payload":{"sku":"p7"},"dur":31,"patch":[]}
    {"seq":2,"t":20,"store":"catalog","type":"catalog.reserve","cause":1,"dur":9,"patch":[]}
    {"seq":3,"t":25,"store":"cart","type":"cart.nested","cause":[1,2],"dur":90,"patch":[]}
    {"seq":4,"t":100,"store":"cart","type":"load","cause":{"run":"x","seq":1},"effect":{"id":1,"phase":"started"},"dur":5000,"reduced":false}
    {"seq":5,"t":120,"mark":"<b>flickers</b>","level":"warning"}
    {"seq":6,"t":90,"store":"cart","type":"cart.late","cause":4,"patch":[]}
    {"seq":7,"t":9223372036854775807,"store":"cart","type":"cart.end","dur":9223372036854775807,"patch":[]}
    """

  static func events(_ log: String = log) throws -> [JSONValue] {
    let history = try DevToolsExportTests.open(log)
    var trace = ChromeTrace()
    var file = trace.begin(name: "run.jsonl", header: history.header)
    for row in history.rows.indices {
      if let action = try history.action(at: row) { file += trace.add(action) }
      if case .mark(let mark)? = try history.record(at: row) { file += trace.add(mark) }
    }
    file += trace.end()
    return try #require(try JSONValue(parsing: file)["traceEvents"]?.array)
  }

  @Test func `each event has what its phase asks for`() throws {
    for event in try Self.events() {
      let phase = try #require(event["ph"]?.string)
      #expect(event["name"]?.string != nil && event["pid"]?.int == 1 && event["tid"]?.int != nil)
      if phase != "M" { #expect(try #require(event["ts"]?.int) >= 0) }
      switch phase {
      case "X": #expect(try #require(event["dur"]?.int) > 0 || event["ts"]?.int == .max)
      case "M": #expect(["process_name", "thread_name", "thread_sort_index"].contains(event["name"]?.string))
      case "i": #expect(event["s"] == "g")
      case "b", "e": #expect(event["id"]?.string.flatMap { Int($0) } != nil && event["cat"]?.string != nil)
      case "s", "f": #expect(event["id"]?.int != nil && event["cat"]?.string != nil)
      default: Issue.record("unknown phase \(phase)")
      }
    }
  }

  @Test func `slices of a track lie inside each other`() throws {
    var open: [Int: [Int]] = [:]
    for event in try Self.events() where event["ph"] == "X" {
      let (track, start) = (try #require(event["tid"]?.int), try #require(event["ts"]?.int))
      let end = start + (event["dur"]?.int ?? 0)
      open[track, default: []].removeAll { $0 <= start }
      #expect(open[track, default: []].allSatisfy { end <= $0 })
      open[track, default: []].append(end)
    }
  }

  @Test func `a track for each store, an arrow for each cause in the log`() throws {
    let events = try Self.events()
    #expect(events.filter { $0["name"] == "thread_name" }.compactMap { $0["args"]?["name"]?.string } == ["cart", "catalog"])
    let starts = events.filter { $0["ph"] == "s" }
    #expect(starts.compactMap { $0["id"]?.int } == [1, 2, 3, 4])
    for start in starts {
      // An arrow attaches to the slice at its time.
      #expect(events.contains { $0["ph"] == "X" && $0["tid"] == start["tid"] && $0["ts"] == start["ts"] })
      let end = try #require(events.first { $0["ph"] == "f" && $0["id"] == start["id"] })
      #expect(events.contains { $0["ph"] == "X" && $0["tid"] == end["tid"] && $0["ts"] == end["ts"] })
      #expect(end["bp"] == "e")
    }
  }

  @Test func `asynchronous work begins and ends, with its whole length`() throws {
    let scope = try Self.events().filter { $0["ph"] == "b" || $0["ph"] == "e" }
    #expect(scope.compactMap { $0["ph"]?.string } == ["b", "e"])
    #expect(scope.compactMap { $0["ts"]?.int } == [100, 5100])
    #expect(scope.compactMap { $0["id"]?.string } == ["4", "4"])
  }

  @Test func `the true duration stands beside one that was cut`() throws {
    let nested = try #require(try Self.events().first { $0["name"] == "cart.nested" && $0["ph"] == "X" })
    #expect(nested["dur"] == 16)
    #expect(nested["args"]?["dur"] == 90)
  }
}
