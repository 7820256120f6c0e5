import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen
import Testing

@testable import FluxtapeInspector

struct FormattingTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (14_203, "14,203"), (-1_234_567, "-1,234,567"), (.min, "-9,223,372,036,854,775,808"),
  ])
  func `numbers are grouped by thousands`(number: Int, text: String) {
    #expect(number.grouped == text)
  }

  @Test(arguments: [
    (0, "0µs"), (999, "999µs"), (1000, "1.00ms"), (9_994, "9.99ms"), (9_995, "10.0ms"), (68_249, "68.2ms"), (99_950, "100ms"),
    (999_499, "999ms"), (999_600, "1.00s"), (1_250_000, "1.25s"), (13_720_000, "13.7s"), (59_000_000, "59.0s"), (119_499_999, "119s"),
    (119_500_000, "2m00s"), (125_400_000, "2m05s"), (7_199_499_999, "119m59s"), (7_199_500_000, "2h00m"), (172_769_999_999, "47h59m"),
    (172_770_000_000, "2d00h"), (-1500, "-1.50ms"), (.min, "-106751991d04h"),
  ])
  func `a span of time is rounded to three digits or more`(microseconds: Int, text: String) {
    #expect(ThreeDigits.compactDuration(microseconds) == text)
  }

  @Test(arguments: [
    ("gift wrap", "gift box", #""gift [-wrap-]{+box+}""#), ("a long text", "a longer text", #""a [-long-]{+longer+} text""#),
    ("state idle", "state idle now", #""state idle{+ now+}""#), ("thank you 👍", "thank you 👍🏽", #""thank you[- 👍-]{+ 👍🏽+}""#),
    ("my old caf\u{E9}", "my old cafe\u{301}", #""my old [-caf\u{E9}-]{+cafe\u{301}+}""#),
    ("entirely", "different", nil), ("ab", "ac", nil), ("", "x", nil),
  ])
  func `two texts that share words show those that differ`(old: String, new: String, text: String?) {
    #expect(WordDiff(from: old, to: new)?.text(width: 60, .unicode).plain == text)
  }

  @Test(arguments: [
    ("null", "null"), ("1.50", "1.50"), ("1e400", "1e400"), (#""a\"b""#, #""a\"b""#), ("[]", "[]"), ("{}", "{}"), ("[1,2,3]", "[1, 2, 3]"),
    (#"{"qty":2,"id":"p3","name":"製品3"}"#, #"{id: "p3", name: "製品3", qty: 2}"#), (#"{"odd key":1}"#, #"{["odd key"]: 1}"#),
    (#"{"a":{"b":1},"c":[1],"d":{}}"#, "{a: {…}, c: […], d: {}}"),
    (#"[{"id":1,"x":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},{"id":2},{"id":3}]"#, "[{id: 1, … 1 more}, {id: 2}, {id: 3}]"),
    (#"{"$redacted":"9f2c41d07be3a85c"}"#, "<redacted 9f2c41d0>"), (#"{"$float":"nan"}"#, "nan"),
    (#"{"$opaque":"URLSession"}"#, "<URLSession>"),
    (#"{"$truncated":{"bytes":120931,"digest":"x"}}"#, "<truncated 121 kB>"), (#"{"$other":1}"#, "{$other: 1}"),
    ("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, … 8 more]"),
  ])
  func `a value in one line says what it is first`(json: String, text: String) throws {
    #expect(ValuePreview(width: 44, typesetting: .unicode).text(of: try JSONNode(parsing: json)).plain == text)
  }

  @Test(arguments: [
    (#"{"id":"p3","qty":33}"#, 10, #""p3", 33"#), (#"{"id":"p3","qty":33}"#, 8, #""p3", 33"#), (#"{"id":"p3","qty":33}"#, 7, #""p3", …"#),
    (#"{"id":"p3","qty":33}"#, 6, ""), (#"{"_0":{"a":1,"b":[2],"c":{}}}"#, 20, "1, […], {}"), (#"{"_0":{"_0":true}}"#, 4, "true"),
    (#"{"_0":{"_0":true}}"#, 3, ""), ("{}", 9, ""), ("[1]", 9, "[…]"), ("7", 1, "7"),
    (#"{"a":{"$redacted":"9f2c41d07be3a85c"}}"#, 20, "<redacted 9f2c41d0>"),
    (#"{"text":"as long as it likes"}"#, 12, #""as long a…""#), (#"{"a":"製品"}"#, 6, #""製品""#),
    (#"{"text":"as long as it likes","n":100}"#, 15, #""as long a…", …"#),
    (#"{"text":"as long as it likes","n":1}"#, 15, #""as long a…", 1"#),
    (#"{"$truncated":{"bytes":120931,"digest":"x"}}"#, 20, "<truncated 121 kB>"),
  ])
  func `the values of a payload stand behind its action where they fit`(json: String, width: Int, text: String) throws {
    let values = ValuePreview(width: width, typesetting: .unicode).values(of: try JSONNode(parsing: json)).text
    #expect(values.plain == text && values.width(in: .unicode) <= width)
  }

  @Test func `a long text is cut and its size told`() {
    let preview = ValuePreview(width: 20, typesetting: .unicode).text(of: JSONNode(.string(String(repeating: "x", count: 48_200))))
    #expect(preview.plain == #""xxxxxxxxx…" 48.2 kB"#)
    let elements = [JSONValue](repeating: .number(JSONNumber(1)), count: 1204)
    #expect(ValuePreview(width: 20, typesetting: .unicode).text(of: JSONNode(.array(elements))).plain == "[1,204 items]")
  }
}

struct TimelineTests {
  @Test func `with more stores than columns allow, the least busy share the last lane`() throws {
    var lines: [String] = []
    for store in 0..<20 { lines.append(#"{"seq":\#(store + 1),"t":0,"store":"s\#(store)","type":"@@INIT","state":0}"#) }
    for step in 21...24 { lines.append(#"{"seq":\#(step),"t":1,"store":"s19","type":"x","patch":[]}"#) }
    let run = FixedRun(try History.holding(lines))
    let lanes = Lanes(of: run, index: TimelineIndex(of: run), screenColumns: 60)
    #expect(lanes.lanes.count == 10)
    #expect(lanes.lanes.map(\.name) == (0..<8).map { "s\($0)" } + ["s19", "11 others"])
    #expect(lanes.lane(of: 19) == 8)
    #expect(lanes.lane(of: 12) == 9)
    #expect(Set(lanes.lanes.prefix(8).map(\.initial)).count == 8)
  }

  @Test func `names lose their middle, never their end`() throws {
    let lines = [#"{"seq":1,"t":0,"store":"a","type":"aVeryLongFeature.withNestedCases.andALastOneThatMatters","state":0}"#]
    for (columns, rows) in [(20, 5), (40, 10), (60, 20), (80, 24)] {
      let app = try InspectorDriver(runs: [.holding(lines)], columns: columns, rows: rows)
      let row = try #require(app.lines.first { $0.hasPrefix("▶") })
      #expect(row.contains("…"))
      #expect(row.contains("ters"))
    }
  }

  @Test func `columns go in their order as the screen gets narrower`() throws {
    let run = FixedRun(try History.fixture("checkout"))
    let state = try #require(InspectorState(runs: [run], typesetting: .unicode, size: Size(rows: 24, columns: 80)))
    let lanes = Lanes(of: run, index: state.index, screenColumns: 80)
    var seen: [[Bool]] = []
    for width in stride(from: 100, through: 24, by: -1) {
      let columns = TimelineColumns(of: state, lanes: lanes, form: .stacked, width: width)
      let shown = [columns.time == .clock, columns.showsChanges, columns.time != nil, columns.showsLanes]
      if seen.last != shown { seen.append(shown) }
      #expect(columns.name >= 1)
    }
    #expect(seen.first == [true, true, true, true])
    #expect(seen.dropFirst().first == [false, true, true, true])
    #expect(seen.dropFirst(2).first == [false, true, false, true])
  }

  @Test func `a chain is bracketed from its first step to its last, and others pass by`() throws {
    var app = try InspectorDriver(log: "checkout", columns: 120, rows: 40)
    app.press("16g")
    #expect(!app.lines.contains { $0.contains("╭") })
    app.press("15g")
    #expect(app.line(with: "╭cart.checkout") != nil)
    #expect(app.line(with: "┆session.retry") != nil)
    #expect(app.line(with: "├   cart.reserved") != nil)
    #expect(app.line(with: "╰    cart.applyDiscount") != nil)
  }

  @Test func `a problem has its column in the scrubber, and the cursor its own`() throws {
    let index = TimelineIndex(of: FixedRun(try History.fixture("checkout")))
    for columns in [1, 7, 28, 77, 500] {
      let marked = Set((0..<columns).filter { index.hasProblem(in: $0, of: columns) })
      #expect(marked == Set(index.problems.map { index.column(of: $0, of: columns) }))
      #expect(index.activity(columns: columns).allSatisfy { $0 > 0 })
    }
  }
}
