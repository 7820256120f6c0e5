import FluxtapeDocuments
import FluxtapeJSON
import Testing

/// `export --to otlp-json`.
struct OpenTelemetryTests {
  private static let header =
    #"{"fluxtape":1,"run":"0A000000-0000-4000-8000-00000000000b","time":"2026-11-21T09:00:00.000000Z","app":{"name":"shop","version":"2"}}"#

  private static let run: JSONValue = "0a00000000004000800000000000000b"

  /// The spans of a log by their names, and the facts of what it was recorded of.
  ///
  /// - Parameter traces: Those besides that of the run.
  private func export(_ lines: [String], traces: Set<String> = []) throws -> (spans: [String: JSONValue], facts: [String: String]) {
    let answer = try BuiltTool.run(
      ["export", "-", "--to", "otlp-json"], input: ([Self.header] + lines).map { $0 + "\n" }.joined())
    #expect(answer.status == 0, "\(answer.errors)")
    let resource = try #require(JSONValue(parsing: answer.output)["resourceSpans"]?.array?.first)
    let spans = try #require(resource["scopeSpans"]?.array?.first?["spans"]?.array)
    #expect(Set(spans.compactMap { $0["spanId"]?.string }).count == spans.count)
    let outside = Set(spans.filter { $0["traceId"] != Self.run }.compactMap { $0["traceId"]?.string })
    #expect(outside == traces)
    let named = spans.map { ($0["name"]?.string ?? "", $0) }
    return (Dictionary(named) { first, _ in first }, facts(of: resource["resource"]))
  }

  private func facts(of value: JSONValue?) -> [String: String] {
    let pairs = value?["attributes"]?.array?.map { one in
      (one["key"]?.string ?? "", one["value"]?["stringValue"]?.string ?? one["value"]?["intValue"]?.string ?? "")
    }
    return Dictionary(pairs ?? []) { first, _ in first }
  }

  /// Microseconds from the beginning of the run to those of the span.
  private func times(_ span: JSONValue?) -> [Int] {
    [span?["startTimeUnixNano"], span?["endTimeUnixNano"]].map { (Int($0?.string ?? "") ?? 0) / 1000 - 1_795_251_600_000_000 }
  }

  @Test func `a run is a trace, and an action a span inside its cause`() throws {
    let (spans, facts) = try export([
      #"{"seq":1,"t":10,"store":"cart","type":"add","site":"Shop/Cart.swift:12","payload":{"id":7},"dur":5,"state":{"n":1}}"#,
      #"{"seq":2,"t":20,"store":"cart","type":"pay","cause":1,"thread":"main","dur":3,"error":{"type":"E","message":"no"},"patch":[]}"#,
      #"{"seq":3,"t":30,"store":"cart","type":"both","cause":[1,2],"patch":[]}"#,
      #"{"seq":4,"t":40,"mark":"failed","level":"error"}"#, #"{"seq":5,"t":50,"end":"closed"}"#,
    ])
    #expect(facts["service.name"] == "shop" && facts["service.version"] == "2")
    let root = try #require(spans["shop"]?["spanId"])
    #expect(spans["shop"]?["parentSpanId"] == nil && spans["add"]?["parentSpanId"] == root && spans["failed"]?["parentSpanId"] == root)
    #expect(spans["pay"]?["parentSpanId"] == spans["add"]?["spanId"] && spans["pay"]?["status"] == ["code": 2, "message": "E: no"])
    #expect(spans["both"]?["links"]?.array?.first?["spanId"] == spans["pay"]?["spanId"])
    #expect(times(spans["add"]) == [10, 15] && times(spans["pay"]) == [20, 23] && times(spans["shop"]) == [0, 40])
    let add = self.facts(of: spans["add"])
    #expect(add["code.file.path"] == "Shop/Cart.swift" && add["code.line.number"] == "12" && add["fluxtape.payload"] == #"{"id":7}"#)
    #expect(add["fluxtape.step"] == "1" && self.facts(of: spans["pay"])["thread.name"] == "main")
  }

  @Test func `an action is in the trace that it was dispatched in, with what it caused`() throws {
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    let ids = #""trace":"\#(trace)","span":"00f067aa0ba902b7""#
    let (spans, _) = try export(
      [
        #"{"seq":1,"t":10,"store":"a","type":"untraced","patch":[]}"#,
        #"{"seq":2,"t":20,"store":"a","type":"tapped","cause":1,\#(ids),"patch":[]}"#,
        #"{"seq":3,"t":30,"store":"a","type":"nested","cause":2,\#(ids),"patch":[]}"#,
        #"{"seq":4,"t":40,"store":"a","type":"other","cause":2,"trace":"\#(trace)","span":"00f067aa0ba902b8","patch":[]}"#,
        #"{"seq":5,"t":50,"store":"a","type":"later","cause":2,"patch":[]}"#, #"{"seq":6,"t":60,"mark":"noted","cause":5}"#,
        #"{"seq":7,"t":70,"store":"a","type":"invalid","cause":1,"trace":"\#(trace)","span":"0","patch":[]}"#,
      ], traces: [trace])
    let tapped = try #require(spans["tapped"]?["spanId"])
    let cause: JSONValue = ["traceId": Self.run, "spanId": "0000000000000001"]
    #expect(spans["tapped"]?["parentSpanId"] == "00f067aa0ba902b7" && spans["tapped"]?["links"] == [cause])
    #expect(spans["nested"]?["parentSpanId"] == tapped && spans["nested"]?["links"] == nil)
    let link: JSONValue = ["traceId": .string(trace), "spanId": tapped]
    #expect(spans["other"]?["parentSpanId"] == "00f067aa0ba902b8" && spans["other"]?["links"] == [link])
    #expect(spans["later"]?["parentSpanId"] == tapped && spans["noted"]?["parentSpanId"] == spans["later"]?["spanId"])
    let names = ["tapped", "nested", "other", "later", "noted"]
    #expect(names.allSatisfy { spans[$0]?["traceId"] == JSONValue.string(trace) })
    // The same step of another run has another identifier.
    #expect(tapped != "0000000000000002" && tapped.string?.count == 16)
    #expect(spans["invalid"]?["traceId"] == Self.run && spans["invalid"]?["parentSpanId"] == "0000000000000001")
  }

  @Test func `asynchronous work is one span from its beginning to its end`() throws {
    let (spans, _) = try export([
      #"{"seq":1,"t":10,"store":"a","type":"load","effect":{"id":1,"phase":"started"},"patch":[]}"#,
      #"{"seq":2,"t":15,"store":"a","type":"wait","effect":{"id":2,"phase":"started"},"patch":[]}"#,
      #"{"seq":3,"t":90,"store":"a","type":"loaded","cause":1,"effect":{"id":1,"phase":"finished"},"patch":[]}"#,
    ])
    #expect(times(spans["load"]) == [10, 90] && spans["loaded"]?["parentSpanId"] == spans["load"]?["spanId"])
    #expect(times(spans["wait"]) == [15, 90])
  }

  @Test func `times that go beyond numbers do not stop the export`() throws {
    let (spans, _) = try export([
      #"{"seq":1,"t":9223372036854775807,"store":"a","type":"late","dur":9223372036854775807,"state":{}}"#,
      #"{"seq":2,"t":-9223372036854775808,"store":"a","type":"early","patch":[]}"#,
    ])
    #expect(spans.count == 3)
  }

  @Test func `work between the ends of time does not stop the export`() throws {
    func work(_ step: Int, _ time: Int, _ type: String, _ phase: String, _ more: String = "") -> String {
      #"{"seq":\#(step),"t":\#(time),"store":"a","type":"\#(type)","effect":{"id":\#(step / 3),"phase":"\#(phase)"}\#(more),"reduced":false}"#
    }
    let (spans, _) = try export([
      work(1, .min, "endless", "started"), work(2, .max, "ended", "finished"), work(3, .max, "backwards", "started"),
      work(4, .min, "before", "finished"), work(6, .min, "alone", "finished", #","dur":\#(Int.max)"#), work(9, .min, "open", "started"),
    ])
    #expect(spans.count == 7)
    for (name, span) in spans {
      let start = try #require(UInt64(span["startTimeUnixNano"]?.string ?? ""))
      let end = try #require(UInt64(span["endTimeUnixNano"]?.string ?? ""))
      #expect(start <= end, "\(name)")
    }
    // From the first instant that the form has to the last one.
    #expect(spans["endless"]?["startTimeUnixNano"] == "0" && spans["endless"]?["endTimeUnixNano"] == spans["ended"]?["endTimeUnixNano"])
  }
}
