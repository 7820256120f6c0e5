import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

/// Runs that are split into files.
struct SegmentTests {
  static func header(_ segment: Int?, run: String = "r", more: String = "") -> String {
    #"{"fluxtape":1,"run":"\#(run)","time":"2026-11-21T09:00:00.000000Z""# + (segment.map { #","segment":\#($0)"# } ?? "") + more + "}\n"
  }

  static let first =
    header(1) + #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":2,"store":"a","type":"open"}

      """#
  static let second =
    header(2) + #"""
      {"t":3,"store":"a","type":"@@STATE","state":0}
      {"completes":2,"t":4,"store":"a","patch":[{"op":"replace","path":"","value":1}]}
      {"seq":3,"t":5,"store":"a","type":"x","patch":[]}

      """#
  static let third =
    header(3) + #"""
      {"t":6,"store":"a","type":"@@STATE","state":1}
      {"seq":4,"t":7,"store":"a","type":"x","patch":[{"op":"replace","path":"","value":2}]}
      {"seq":5,"t":8,"end":"closed"}

      """#

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func `segments are joined in their order, however they are given`(order: [Int]) throws {
    let fixture = try LogFixture(Self.first, Self.second, Self.third)
    let histories = try History.open(order.map { fixture.paths[$0] })
    try #require(histories.count == 1)
    let history = histories[0]
    #expect(history.files.map(\.path) == fixture.paths)
    #expect(history.files.map(\.header?.segment) == [1, 2, 3])
    #expect(history.outline == ["action 1", "action 2", "state", "action 3", "state", "action 4", "end 5"])
    #expect(try history.rows.indices.map { try history.state(of: "a", after: $0).outline } == ["0", "1", "0", "1", "1", "2", "2"])
    #expect(try history.line(at: 5).path == fixture.paths[2])
    #expect(try history.line(at: 5).lineNumber == 3)
    #expect(try history.action(at: 1)?.outcome.isKnown == true)
    let lines = try history.rows.indices.map { try String(decoding: history.line(at: $0).bytes, as: UTF8.self) }
    #expect(
      lines.map { $0.prefix(8) } == [#"{"seq":1"#, #"{"seq":2"#, #"{"t":3,""#, #"{"seq":3"#, #"{"t":6,""#, #"{"seq":4"#, #"{"seq":5"#])
    #expect(lines.allSatisfy { $0.hasSuffix("}") })
  }

  @Test func `a segment without a byte is passed over, unless there is nothing else`() throws {
    let fixture = try LogFixture("", Self.first, Self.second, "")
    let history = try fixture.history()
    #expect(history.files.map(\.path) == [fixture.paths[1], fixture.paths[2]])
    let error = #expect(throws: HistoryError.self) { try History.open([fixture.paths[0], fixture.paths[3]]) }
    #expect(error == HistoryError(.empty, path: fixture.paths[0]))
  }

  @Test func `segments in one file are joined too`() throws {
    let history = try History.of(Self.first + Self.second + Self.third)
    #expect(history.files.count == 3)
    #expect(history.rows.count == 7)
    #expect(try history.line(at: 6).lineNumber == 11)
  }

  @Test func `runs that are mixed in one file come apart`() throws {
    let other = Self.header(1, run: "other") + #"{"seq":1,"t":1,"mark":"m"}"# + "\n"
    let histories = try LogFixture(Self.first + other + Self.second + Self.third).histories()
    #expect(histories.map(\.outline.count) == [7, 1])
    for row in histories[0].rows.indices { #expect(try histories[0].line(at: row).bytes.last == UInt8(ascii: "}")) }
    #expect(try histories[1].line(at: 0).lineNumber == 5)
  }

  @Test func `runs stand in the order in which they are named`() throws {
    let other = Self.header(nil, run: "other") + #"{"seq":1,"t":1,"mark":"m"}"# + "\n"
    let fixture = try LogFixture(Self.second, other, Self.first, #"{"seq":1,"t":1,"mark":"m"}"#)
    #expect(try fixture.histories().map(\.header?.run) == ["r", "other", nil])
  }

  @Test func `a log given twice is two histories`() throws {
    let fixture = try LogFixture(Self.first)
    #expect(try History.open([fixture.paths[0], fixture.paths[0]]).map(\.rows.count) == [2, 2])
    #expect(try LogFixture(Self.first + Self.first).histories().map(\.rows.count) == [2, 2])
  }

  @Test func `a segment that is not there is a jump, and the states behind it are certain`() throws {
    let fixture = try LogFixture(Self.first, Self.third)
    let history = try fixture.history()
    #expect(history.outline == ["action 1", "action 2 in flight", "jump 3…3", "state", "action 4", "end 5"])
    #expect(
      try history.rows.indices.map { try history.state(of: "a", after: $0).outline } == ["0", "0 until 1", "0? since 2", "1", "2", "2"])
    #expect(try history.state(of: "a", before: 4).outline == "1")
  }

  @Test func `what a header says of earlier segments is a gap`() throws {
    let text =
      Self.header(3, more: #","dropped":{"segments":2,"records":40}"#) + #"""
        {"t":6,"store":"a","type":"@@STATE","state":1}
        {"seq":31,"t":7,"store":"a","type":"x","patch":[]}

        """#
    let history = try History.of(text)
    #expect(history.outline == ["gap 1…30", "state", "action 31"])
    #expect(history.rows[0].missingCount == 40)
    #expect(history.rows[0].type == "2 earlier segments are no longer kept")
    #expect(try history.state(of: "a", after: 0) == .absent)
    #expect(try history.state(of: "a", after: 1).outline == "1")
    #expect(try history.record(at: 0) == nil)
    #expect(try history.line(at: 0).lineNumber == 1)
  }

  @Test func `earlier segments that were kept elsewhere are no gap`() throws {
    let third = Self.third.replacing(#""segment":3"#, with: #""segment":3,"dropped":{"segments":2,"records":9}"#)
    let fixture = try LogFixture(Self.first, Self.second, third)
    let history = try fixture.history()
    #expect(history.outline == ["action 1", "action 2", "state", "action 3", "state", "action 4", "end 5"])
    #expect(try history.rows.indices.map { try history.state(of: "a", after: $0).outline } == ["0", "1", "0", "1", "1", "2", "2"])
    #expect(history.nextRow(after: 2, store: "a") == 3 && history.rows[3].step == 3)
  }

  @Test func `a segment that broke off loses what followed`() throws {
    let torn = String(Self.second.dropLast(4))
    let fixture = try LogFixture(Self.first, torn, Self.third)
    let history = try fixture.history()
    #expect(history.outline == ["action 1", "action 2", "state", "action 3 lost torn", "state", "action 4", "end 5"])
    #expect(try history.state(of: "a", after: 3).outline == "1? since 3")
    #expect(try history.state(of: "a", after: 5).outline == "2")
  }
}
