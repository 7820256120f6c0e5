import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

struct LogLineTests {
  /// Lines in the order and form in which this package writes them.
  static let canonicalLines = [
    #"{"fluxtape":1,"run":"0b9c6c1e","time":"2026-11-21T09:00:00.000000Z","app":{"name":"Shop","version":"1.2 (34)"},"process":{"id":4123},"meta":{"commit":"1f3a9c"}}"#,
    #"{"fluxtape":1,"run":"r","segment":2,"dropped":{"segments":1,"records":40},"needs":["splice-2"],"later":[1.50]}"#,
    #"{"seq":1,"t":12,"store":"cart","type":"@@INIT","state":{"items":[],"total":0}}"#,
    #"{"t":13,"store":"catalog","type":"@@STATE","state":{"stock":{"p7":3}}}"#,
    #"{"seq":2,"t":1042,"store":"cart","type":"cart.itemAdded","v":2,"case":"itemAdded","site":"Shop/CartView.swift:42","payload":{"sku":"p7"},"dur":31,"patch":[{"op":"add","path":"/items/0","value":{"sku":"p7","qty":1}},{"op":"replace","path":"/total","value":15}]}"#,
    #"{"seq":3,"t":1043,"store":"catalog","type":"catalog.reserve","case":"reserve","cause":2,"payload":{"sku":"p7"},"dur":9,"patch":[]}"#,
    #"{"seq":4,"t":1,"store":"a","type":"x","cause":[2,{"run":"other","seq":9}],"thread":"main","reduced":false}"#,
    #"{"seq":5,"t":1,"store":"a","type":"x","effect":{"id":"fetch","phase":"cancelled"},"error":{"type":"E","message":"no"}}"#,
    #"{"seq":6,"t":1,"store":"a","type":"x","omitted":"sampled"}"#,
    #"{"seq":7,"t":1,"store":"a","type":"x","patch":[{"op":"splice","path":"/lines/3","at":4,"del":1,"ins":"é"}]}"#,
    #"{"completes":7,"t":3,"store":"a","dur":2,"patch":[{"op":"remove","path":"/b"}],"state":{"n":9007199254740993,"x":0.10,"y":1e400}}"#,
    #"{"seq":8,"t":2000000,"mark":"the total flickers","level":"warning"}"#,
    #"{"seq":17,"t":2100000,"gap":{"lost":12,"first":5,"last":16,"reason":"No space left on device"}}"#,
    #"{"seq":18,"t":2200000,"end":"closed"}"#,
    #"{"seq":19,"t":1,"weather":{"rain":true}}"#,
    #"{"seq":20,"t":1,"store":"a","type":"x","patch":[],"colour":"red","n":1.0e5}"#,
    #"{"seq":21,"t":1,"store":"a","type":"@@STATE","patch":[{"op":"replace","path":"/n","value":2}]}"#,
    #"{"seq":22,"t":1,"store":"a","type":"@@STATE","cause":20,"site":"A/B.swift:3","patch":[],"state":{"n":2},"settled":true}"#,
    #"{"seq":23,"t":1,"store":"a","type":"load","cause":5,"effect":{"id":"fetch","phase":"finished"},"payload":["Bern"],"dur":9000,"patch":[]}"#,
    #"{"seq":24,"t":1,"mark":"m","level":"warning","problem":{"kind":"recorder","store":"a","type":"A.State","version":"6.3.1"}}"#,
    #"{"seq":25,"t":1,"store":"a","type":"x","thread":"main","trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7","payload":1,"patch":[]}"#,
  ]

  @Test(arguments: canonicalLines)
  func `a line is written as it was read`(_ text: String) throws {
    let line = try LogLine(decoding: Array(text.utf8))
    #expect(String(decoding: line.bytes, as: UTF8.self) == text + "\n")
  }

  @Test(arguments: canonicalLines)
  func `members are accepted in any order`(_ text: String) throws {
    let line = try LogLine(decoding: Array(text.utf8))
    let members = try #require(JSONValue(parsing: text).object)
    let reversed = JSONObject(members.reversed())
    #expect(try LogLine(reversed) == line)
  }

  @Test(arguments: canonicalLines)
  func `members that are null are not there`(_ text: String) throws {
    let line = try LogLine(decoding: Array(text.utf8))
    var members = try #require(JSONValue(parsing: text).object)
    let isHeader = members["fluxtape"] != nil
    let known =
      isHeader
      ? ["run", "time", "app", "process", "meta", "segment", "dropped", "needs"]
      : [
        "fluxtape", "completes", "mark", "gap", "end", "v", "case", "cause", "site", "thread", "trace", "span", "effect", "dur", "error",
        "reduced", "omitted", "patch", "level", "problem", "settled",
      ]
    // Records of other kinds keep unknown members.
    for key in known where members[key] == nil && Self.knows(key, line) { members[key] = .null }
    #expect(try LogLine(members) == line)
  }

  private static func knows(_ key: String, _ line: LogLine) -> Bool {
    switch line {
    case .header, .record(.action): !["level", "problem", "settled"].contains(key)
    case .record(.state):
      ["fluxtape", "completes", "mark", "gap", "end", "cause", "site", "dur", "error", "patch", "settled"].contains(key)
    case .record(.completion): ["fluxtape", "dur", "error", "reduced", "omitted", "patch"].contains(key)
    case .record(.mark): ["fluxtape", "completes", "level", "site", "cause", "problem"].contains(key)
    case .record: ["fluxtape", "completes", "mark"].contains(key)
    }
  }

  @Test func `a trace that is not a text is a member of the app's own`() throws {
    let text = #"{"seq":1,"t":1,"store":"a","type":"x","patch":[],"trace":{"of":"the app"},"span":7}"#
    let line = try LogLine(decoding: Array(text.utf8))
    guard case .record(.action(let action)) = line else { throw LogError(.notARecord) }
    #expect(action.trace == nil && action.span == nil)
    #expect(action.other == ["trace": ["of": "the app"], "span": 7])
    #expect(String(decoding: line.bytes, as: UTF8.self) == text + "\n")
  }

  @Test func `payload and state may be null`() throws {
    let line = try LogLine(decoding: Array(#"{"seq":1,"t":1,"store":"a","type":"x","payload":null,"state":null}"#.utf8))
    guard case .record(.action(let action)) = line else { throw LogError(.notARecord) }
    #expect(action.payload == .null && action.outcome.state == .null)
  }

  @Test func `an action tells what is known before and after`() throws {
    let line = try LogLine(decoding: Array(Self.canonicalLines[4].utf8))
    guard case .record(.action(let action)) = line else {
      Issue.record("not an action: \(line)")
      return
    }
    #expect(action.step == 2)
    #expect(action.time == 1042)
    #expect(action.version == 2)
    #expect(action.enumCase == "itemAdded")
    #expect(action.payload == ["sku": "p7"])
    #expect(action.outcome.duration == 31)
    #expect(action.outcome.patch?.operations.count == 2)
    #expect(action.outcome.isKnown)
  }

  struct BadLine: CustomTestStringConvertible {
    let text: String
    let reason: LogError.Reason
    var testDescription: String { text }
  }

  static let badLines = [
    BadLine(text: "[1]", reason: .notAnObject(kind: "array")),
    BadLine(text: #""seq""#, reason: .notAnObject(kind: "string")),
    BadLine(text: "{}", reason: .notARecord),
    BadLine(text: #"{"level":"info"}"#, reason: .notARecord),
    BadLine(text: #"{"seq":"1"}"#, reason: .notARecord),
    BadLine(text: #"{"seq":1,"store":"a","type":"x"}"#, reason: .missing(key: "t")),
    BadLine(text: #"{"seq":1,"t":1,"type":"x"}"#, reason: .missing(key: "store")),
    BadLine(text: #"{"t":1,"store":"a","type":"x"}"#, reason: .missing(key: "seq")),
    BadLine(text: #"{"seq":0,"t":1,"store":"a","type":"x"}"#, reason: .wrongType(key: "seq", expected: "an integer, 1 or more")),
    BadLine(text: #"{"seq":1.5,"t":1,"store":"a","type":"x"}"#, reason: .wrongType(key: "seq", expected: "an integer, 1 or more")),
    BadLine(text: #"{"seq":1,"t":"now","store":"a","type":"x"}"#, reason: .wrongType(key: "t", expected: "an integer")),
    BadLine(text: #"{"seq":1,"t":1,"store":1,"type":"x"}"#, reason: .wrongType(key: "store", expected: "a string")),
    BadLine(text: #"{"completes":1,"t":1}"#, reason: .missing(key: "store")),
    BadLine(text: #"{"seq":1,"t":1,"gap":{"lost":1}}"#, reason: .missing(key: "reason")),
    BadLine(text: #"{"fluxtape":2,"run":"x"}"#, reason: .newerVersion(2)),
    BadLine(text: #"{"fluxtape":"1"}"#, reason: .wrongType(key: "fluxtape", expected: "an integer")),
    BadLine(
      text: #"{"seq":1,"t":1,"store":"a","type":"x","effect":{"id":1,"phase":"lost"}}"#,
      reason: .wrongType(key: "effect", expected: "an object with 'id' and 'phase'")),
    BadLine(
      text: #"{"seq":1,"t":1,"store":"a","type":"x","cause":[[1]]}"#,
      reason: .wrongType(key: "cause", expected: #"a step, {"run":…,"seq":…} or an array of them"#)),
  ]

  @Test(arguments: badLines)
  func `what is no record says why`(_ line: BadLine) {
    let error = #expect(throws: LogError.self) { try LogLine(decoding: Array(line.text.utf8)) }
    #expect(error?.reason == line.reason)
  }

  @Test func `broken JSON tells the byte`() {
    let error = #expect(throws: LogError.self) { try LogLine(decoding: Array(#"{"seq":1,"t":}"#.utf8)) }
    #expect(error?.offset == 13)
    guard case .notJSON = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a patch that is none is an error of the line`() {
    let text = #"{"seq":1,"t":1,"store":"a","type":"x","patch":[{"op":"paint","path":""}]}"#
    let error = #expect(throws: LogError.self) { try LogLine(decoding: Array(text.utf8)) }
    guard case .badPatch = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
