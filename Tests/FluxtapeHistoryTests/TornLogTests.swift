import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import Foundation
import Testing

/// A log that is cut at any byte.
struct TornLogTests {
  static let log = Array(
    #"""
    {"fluxtape":1,"run":"r","time":"2026-11-21T09:00:00.000000Z"}
    {"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"n":0}}
    {"seq":2,"t":2,"store":"a","type":"größer","cause":1,"payload":{"s":"\"}\\"}}
    {"seq":3,"t":3,"store":"b","type":"y","effect":{"id":1,"phase":"started"}}
    {"completes":2,"t":4,"store":"a","dur":1,"patch":[{"op":"replace","path":"/n","value":1}],"state":{"n":1}}
    {"seq":4,"t":5,"mark":"m"}
    {"t":6,"store":"a","type":"@@STATE","state":{"n":1}}
    {"seq":5,"t":7,"gap":{"lost":1,"reason":"full"}}
    {"seq":6,"t":8,"end":"closed"}

    """#.utf8)

  /// The number of rows for each number of complete lines.
  static let rowsOfLines = [0, 0, 1, 2, 3, 3, 4, 5, 6, 7]

  @Test func `cut at any byte, a log opens with what is whole and one torn line at most`() throws {
    let fixture = try LogFixture()
    let path = try fixture.add(Self.log)
    for length in Self.log.indices.reversed() {
      let bytes = Array(Self.log[..<length])
      try #require(unsafe truncate(path, length) == 0)
      let wholeLines = bytes.count { $0 == UInt8(ascii: "\n") }
      let rest = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last ?? []
      let history: History
      do {
        history = try History.open([path])[0]
      } catch {
        // Not even the header is readable.
        #expect(wholeLines == 0, "\(error)")
        continue
      }
      try check(history, wholeLines: wholeLines, rest: Array(rest))
    }
  }

  private func check(_ history: History, wholeLines: Int, rest: [UInt8]) throws {
    let isWhole = !rest.isEmpty && (try? JSONValue(parsing: rest)) != nil
    // Only the line feed is missing: the line counts as complete.
    let lines = wholeLines + (isWhole ? 1 : 0)
    let isTorn = !rest.isEmpty && !isWhole
    #expect(history.rows.count == Self.rowsOfLines[lines] + (isTorn ? 1 : 0), "\(String(decoding: rest, as: UTF8.self))")
    #expect(history.rows.allSatisfy { $0.kind != .badLine || $0.isTorn })
    #expect(history.rows.last?.isTorn ?? false == isTorn)
    for row in history.rows.indices {
      for store in history.stores {
        _ = try history.state(of: store, after: row)
        _ = try history.state(of: store, before: row)
      }
      _ = try history.action(at: row)
      _ = try history.line(at: row)
    }
    // The action is in flight between its line and its completion, but no longer after the head of the completion.
    let isEnding = String(decoding: rest, as: UTF8.self).hasPrefix(#"{"completes":2,"t":4,"store":"a""#)
    if (3..<5).contains(lines) { #expect(history.inFlight.contains(1) == !isEnding) }
    if lines == 4, isEnding { #expect(history.rows[1].isOutcomeLost && history.rows[1].isOutcomeBrokenOff) }
    if lines >= 5 { #expect(!history.inFlight.contains(1)) }
  }

  @Test(arguments: [
    ("{", "badLine torn"),
    (#"{"seq":2,"t":1"#, "badLine torn"),
    (#"{"seq":2,"t":1,"store":"a"#, "badLine torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x""#, "action 2 in flight torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","effect":{"id":1,"phase":"started"}"#, "action 2 pending torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","pay"#, "action 2 in flight torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","pa"#, "action 2 lost torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","#, "action 2 lost torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","payload":[1"#, "action 2 in flight torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","payload":[1]"#, "action 2 in flight torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","payload":[1],"#, "action 2 lost torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","payload":[1],"d"#, "action 2 lost torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","dur":3"#, "action 2 lost torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","error":{"type"#, "action 2 lost torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","effect":{"id"#, "action 2 lost torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","effect":{"id":1,"phase":"failed"},"#, "action 2 lost torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","patch":[]"#, "action 2 lost torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","patch":[]}"#, "action 2"),
    (#"{"seq":2,"t":1,"mark":"m""#, "badLine torn"),
    (#"{"completes":1,"t":1,"store":"a","patch":[]"#, "badLine torn"),
    (#"{"t":1,"store":"a","type":"@@STATE","state":1"#, "state torn"),
    (#"{"seq":2,"t":1,"store":"a","type":"@@STATE","pat"#, "state 2 torn"),
    ("\0\0", "badLine torn"),
    ("{\"seq\":2,\"t\":1,\"store\":\"a\",\"type\":\"x\"\0\0", "action 2 in flight torn"),
    (#"{"level":1}"#, "badLine"),
    ("7", "badLine"),
    ("hel", "badLine"),
    ("  ", ""),
  ])
  func `what a last line without a line feed is`(line: String, outline: String) throws {
    let history = try History.of(#"{"seq":1,"t":1,"mark":"m"}"# + "\n" + line)
    #expect(history.outline == ["mark 1"] + (outline.isEmpty ? [] : [outline]))
  }

  @Test func `a log of one torn line opens`() throws {
    #expect(try History.of(#"{"seq":1,"t":1,"store":"a","type":"x","pay"#).outline == ["action 1 in flight torn"])
    #expect(try History.of(#"{"fluxtape":1,"run":"r","ti"#).outline == ["badLine torn"])
  }
}
