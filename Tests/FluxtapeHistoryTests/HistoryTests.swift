import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

struct HistoryTests {
  /// The log on the format's page.
  static let shop = #"""
    {"fluxtape":1,"run":"0b9c6c1e","time":"2026-11-21T09:00:00.000000Z","app":{"name":"Shop","version":"1.2 (34)"}}
    {"seq":1,"t":12,"store":"cart","type":"@@INIT","state":{"items":[],"total":0}}
    {"t":13,"store":"catalog","type":"@@STATE","state":{"stock":{"p7":3}}}
    {"seq":2,"t":1042,"store":"cart","type":"cart.itemAdded","case":"itemAdded","payload":{"sku":"p7"},"dur":31,"patch":[{"op":"add","path":"/items/0","value":{"sku":"p7","qty":1}},{"op":"replace","path":"/total","value":15}]}
    {"seq":3,"t":1043,"store":"catalog","type":"catalog.reserve","case":"reserve","cause":2,"payload":{"sku":"p7"},"dur":9,"patch":[]}
    {"seq":4,"t":2000000,"mark":"the total flickers","level":"warning"}
    {"seq":17,"t":2100000,"gap":{"lost":12,"first":5,"last":16,"reason":"No space left on device"}}
    {"seq":18,"t":2200000,"end":"closed"}

    """#

  @Test func `a log is read as rows`() throws {
    let history = try History.of(Self.shop)
    #expect(history.outline == ["action 1", "state", "action 2", "action 3", "mark 4", "gap 17 5…16", "end 18"])
    #expect(history.stores == ["cart", "catalog"])
    #expect(history.header?.run == "0b9c6c1e")
    #expect(history.clock(at: 1042) == "09:00:00.001042")

    #expect(history.rows[1].type == "@@STATE" && history.rows[1].step == nil)
    #expect(history.rows[1].store == 1 && history.rows[1].time == 13 && history.rows[1].hasState)
    #expect(history.rows[1].lineNumber == 3 && history.row(onLine: 3) == 1)
    let added = history.rows[2]
    #expect(added.type == "cart.itemAdded")
    #expect(added.store == 0)
    #expect(added.time == 1042)
    #expect(added.duration == 31)
    #expect(added.changes == ChangeCounts(added: 1, replaced: 1))
    #expect(added.lineNumber == 4)
    #expect(history.rows[3].isUnchanged)
    #expect(history.rows[3].cause == 2)
    #expect(history.rows[4].type == "the total flickers")
    #expect(history.rows[4].level == "warning")
    #expect(history.rows[5].type == "No space left on device")
    #expect(history.rows[5].missingCount == 12)
  }

  @Test func `every store stands as it did after each row`() throws {
    let history = try History.of(Self.shop)
    let cart = try history.rows.indices.map { try history.state(of: "cart", after: $0).outline }
    let full = #"{"items":[{"sku":"p7","qty":1}],"total":15}"#
    #expect(cart == [#"{"items":[],"total":0}"#, #"{"items":[],"total":0}"#, full, full, full, full + "? since 5", full + "? since 5"])
    #expect(try history.state(of: "cart", before: 0) == .absent)
    #expect(try history.state(of: "cart", before: 2).outline == #"{"items":[],"total":0}"#)
    #expect(try history.state(of: "catalog", before: 0) == .absent)
    #expect(try history.state(of: "catalog", after: 1).outline == #"{"stock":{"p7":3}}"#)
  }

  @Test func `rows are found by step, store and cause`() throws {
    let history = try History.of(Self.shop)
    #expect(history.row(of: 17) == 5)
    #expect(history.lastStep == 18)
    #expect(history.row(of: 9) == nil)
    #expect(history.nextRow(after: 0, store: "cart") == 2)
    #expect(history.nextRow(after: 2, store: "cart") == nil)
    #expect(history.previousRow(before: 6, store: "catalog") == 3)
    #expect(history.previousRow(before: 3, store: "catalog") == 1)
    #expect(history.cause(of: 3) == 2)
    #expect(history.cause(of: 2) == nil)
    #expect(history.effects(of: 2) == [3])
    #expect(history.effects(of: 3) == [])
  }

  @Test func `a record and its line are read again`() throws {
    let history = try History.of(Self.shop)
    let line = try history.line(at: 4)
    #expect(String(decoding: line.bytes, as: UTF8.self) == #"{"seq":4,"t":2000000,"mark":"the total flickers","level":"warning"}"#)
    #expect(line.lineNumber == 6)
    let before = Self.shop.split(separator: "\n", omittingEmptySubsequences: false).prefix(5).reduce(0) { $0 + $1.utf8.count + 1 }
    #expect(line.byteOffset == before)
    #expect(try history.action(at: 2)?.payload == ["sku": "p7"])
    #expect(try history.action(at: 4) == nil)
    guard case .mark(let mark)? = try history.record(at: 4) else {
      Issue.record("not a mark")
      return
    }
    #expect(mark.text == "the total flickers")
  }

  @Test func `what is not there is an error, not a trap`() throws {
    let history = try History.of(Self.shop)
    #expect(throws: HistoryError.self) { try history.state(of: "cart", after: 7) }
    #expect(throws: HistoryError.self) { try history.state(of: "cart", after: -1) }
    #expect(throws: HistoryError.self) { try history.state(of: "Cart", after: 0) }
    #expect(throws: HistoryError.self) { try history.line(at: 99) }
    #expect(history.cause(of: 99) == nil)
    #expect(history.effects(of: -1) == [])
  }
}
