import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeRandomCases
import Testing

/// Numbers, names and patches that no recorder writes. Nothing may trap, hang or be silently wrong.
struct HostileLogTests {
  /// Uses the whole API.
  private func exercise(_ history: History) throws {
    for row in history.rows.indices {
      let shown = history.rows[row]
      _ = shown.time.flatMap { history.clock(at: $0) }
      _ = try history.line(at: row)
      _ = try history.record(at: row)
      _ = try history.action(at: row)
      _ = history.effects(of: row)
      for store in history.stores {
        _ = try history.state(of: store, after: row)
        _ = try history.state(of: store, before: row)
        _ = history.nextRow(after: row, store: store)
        _ = history.previousRow(before: row, store: store)
      }
      // The chain of causes ends.
      var next = history.cause(of: row)
      var count = 0
      while let cause = next {
        next = history.cause(of: cause)
        count += 1
        if count > history.rows.count {
          Issue.record("a ring of causes")
          return
        }
      }
    }
  }

  static let extremes = [Int.max, Int.max - 1, Int.min, -1, 0, 1]

  @Test func `numbers at the ends of their range are read`() throws {
    let header = #"{"fluxtape":1,"run":"r","time":"9999-12-31T23:59:59Z"}"# + "\n"
    var lines: [String] = []
    for number in Self.extremes {
      lines.append(#"{"seq":\#(number),"t":\#(number),"store":"a","type":"x","cause":\#(number),"dur":\#(number),"patch":[]}"#)
      lines.append(#"{"seq":\#(number),"t":\#(number),"gap":{"lost":\#(number),"first":\#(number),"last":\#(number),"reason":""}}"#)
      lines.append(#"{"seq":3,"t":1,"gap":{"lost":\#(number),"first":1,"last":\#(number),"reason":""}}"#)
      lines.append(#"{"completes":\#(number),"t":\#(number),"store":"a","patch":[]}"#)
      lines.append(#"{"seq":\#(number),"t":\#(number),"mark":"m"}"#)
      lines.append(#"{"seq":\#(number),"t":\#(number),"odd":1}"#)
    }
    try exercise(try History.of(header + lines.joined(separator: "\n") + "\n"))
    // In reverse order too: the first line determines the highest step.
    try exercise(try History.of(header + lines.reversed().joined(separator: "\n") + "\n"))
  }

  @Test func `one step that is far too high does not hide the others`() throws {
    let log = (["1", "2", "9223372036854775807"] + (3...40).map { "\($0)" }).map { #"{"seq":\#($0),"t":1,"mark":"m"}"# + "\n" }
    let history = try History.of(log.joined())
    #expect(history.outline[2] == "jump 41…9223372036854775806")
    #expect(history.rows.count == 42)
    #expect(history.rows.allSatisfy { !$0.isDuplicate })
    try exercise(history)
  }

  @Test func `numbers that are no integers make a bad line`() throws {
    let numbers = ["1e400", "1.0", "9223372036854775808", "-0", "null", #""1""#]
    for number in numbers {
      let history = try History.of(#"{"seq":1,"t":1,"mark":"m"}"# + "\n" + #"{"seq":\#(number),"t":1,"store":"a","type":"x"}"# + "\n")
      #expect(history.outline == ["mark 1", "badLine"], "\(number)")
    }
  }

  @Test func `odd headers are no trap`() throws {
    for more in [
      #""segment":-9223372036854775808"#, #""segment":9223372036854775807"#, #""dropped":{"segments":-1,"records":-1}"#,
      #""dropped":{"segments":9223372036854775807,"records":9223372036854775807}"#, #""time":"yesterday""#,
    ] {
      let history = try History.of(#"{"fluxtape":1,"run":"r",\#(more)}"# + "\n" + #"{"seq":7,"t":1,"mark":"m"}"# + "\n")
      #expect(history.rows.last?.step == 7)
      try exercise(history)
    }
  }

  @Test func `thousands of jumps and of late steps cost little`() throws {
    // Every third step first, then one of the two missing ones.
    let count = triesAll ? 30_000 : 9_000
    let steps = stride(from: 3, through: count, by: 3).map { $0 } + stride(from: 2, through: count, by: 3).map { $0 }
    let history = try History.of(steps.map { #"{"seq":\#($0),"t":1,"mark":"m"}"# + "\n" }.joined())
    #expect(history.rows.count == count)
    #expect(history.rows.count { $0.kind == .jump } == count / 3)
    #expect(history.row(of: StepNumber(count - 1)) == count - 1)
    #expect(history.row(of: 3) == 1)
  }

  @Test func `patches that would blow up a document make the state unknown`() throws {
    let double = #"{"op":"copy","from":"","path":"/a"},{"op":"copy","from":"","path":"/b"}"#
    let bomb = Array(repeating: double, count: 40).joined(separator: ",")
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":{}}
      {"seq":2,"t":1,"store":"a","type":"x","patch":[\#(bomb)]}
      {"seq":3,"t":1,"store":"a","type":"x","patch":[{"op":"add","path":"/x","value":1}]}

      """#)
    guard case .unknown(.patchFailed(_, row: 1)) = try history.state(of: "a", after: 2) else {
      Issue.record("known")
      return
    }
  }

  @Test func `states as deep as the format allows can be read and changed`() throws {
    let depth = 500
    let state = String(repeating: #"{"a":"#, count: depth) + "0" + String(repeating: "}", count: depth)
    let path = String(repeating: "/a", count: depth)
    let history = try History.of(
      #"{"seq":1,"t":1,"store":"a","type":"@@INIT","state":\#(state)}"# + "\n"
        + #"{"seq":2,"t":1,"store":"a","type":"x","patch":[{"op":"replace","path":"\#(path)","value":1}]}"# + "\n")
    let old = try #require(try history.state(of: "a", before: 1).value)
    let new = try #require(try history.state(of: "a", after: 1).value)
    let found = changes(from: old, to: new)
    #expect(found.map(\.pointer.description) == [path])
  }

  @Test func `nesting beyond the limit makes a bad line`() throws {
    let state = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let history = try History.of(
      #"{"seq":1,"t":1,"mark":"m"}"# + "\n" + #"{"seq":2,"t":1,"store":"a","type":"x","state":\#(state)}"# + "\n")
    #expect(history.outline == ["mark 1", "badLine"])
  }

  @Test func `bytes that are no text make a bad line`() throws {
    let fixture = try LogFixture()
    let bad = Array(#"{"seq":2,"t":1,"mark":""#.utf8) + [0xFF, 0x00] + Array("\"}\n".utf8)
    let path = try fixture.add(Array((#"{"seq":1,"t":1,"mark":"m"}"# + "\n").utf8) + bad + [0, 0, 0, 0])
    let history = try History.open([path])[0]
    #expect(history.outline == ["mark 1", "badLine", "badLine torn"])
    #expect(try history.line(at: 2).bytes == [0, 0, 0, 0])
  }

  @Test func `hundreds of thousands of empty lines count, and are no rows`() throws {
    let marks = (1...2).map { #"{"seq":\#($0),"t":1,"mark":"m"}"# + "\n" }
    let text = "\n\n" + marks[0] + String(repeating: "\n", count: 300_000) + "\r\n \n" + marks[1] + "\n"
    let history = try History.of(text)
    #expect(history.rows.map(\.lineNumber) == [3, 300_006])
  }

  @Test func `a log of everything wrong at once`() throws {
    let pieces = [
      #"{"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"n":[]}}"#, #"{"completes":1,"t":1,"store":"a","state":1}"#,
      #"{"completes":1,"t":1,"store":"b","dur":1}"#, #"{"seq":1,"t":1,"store":"b","type":"@@DEINIT"}"#, "nonsense",
      #"{"t":1,"store":"a","type":"@@STATE"}"#, #"{"t":1,"store":"a","type":"@@STATE","patch":[{"op":"remove","path":"/n"}]}"#,
      #"{"seq":2,"t":1,"store":"a","type":"x","cause":2,"effect":{"id":{"a":[1]},"phase":"started"}}"#,
      #"{"seq":3,"t":1,"gap":{"lost":1,"reason":"r"}}"#, #"{"seq":9,"t":1,"store":"a","type":"x","omitted":"limit"}"#,
    ]
    // Every sequence of three of them, each as a run in one file.
    var text = ""
    for first in pieces {
      for second in pieces {
        for third in pieces { text += [#"{"fluxtape":1}"#, first, second, third, ""].joined(separator: "\n") }
      }
    }
    let histories = try LogFixture(text).histories()
    #expect(histories.count == 1000)
    for history in histories { try exercise(history) }
  }
}
