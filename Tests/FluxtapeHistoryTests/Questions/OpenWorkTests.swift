import FluxtapeHistory
import Testing

/// What had begun and not ended right after a row.
struct OpenWorkTests {
  /// Rows: 0 tap, 1 and 2 begin work, 3 waits for its outcome, 4 ends the first work, 5 begins work that is never ended.
  private static let log = """
    {"fluxtape":1,"run":"r"}
    {"seq":1,"t":1,"store":"s","type":"tap","patch":[]}
    {"seq":2,"t":2,"store":"s","type":"load","effect":{"id":"load#1","phase":"started"}}
    {"seq":3,"t":3,"store":"s","type":"load","effect":{"id":"load#2","phase":"started"}}
    {"seq":4,"t":4,"store":"s","type":"slow"}
    {"seq":5,"t":5,"store":"s","type":"load","effect":{"id":"load#1","phase":"finished"}}
    {"completes":4,"t":6,"store":"s","patch":[]}
    {"seq":6,"t":7,"store":"s","type":"load","effect":{"id":"load#3","phase":"started"}}
    {"seq":7,"t":8,"store":"s","type":"load","effect":{"id":"load#2","phase":"cancelled"}}

    """

  @Test func `work is open from its beginning to its end`() throws {
    let history = try History.of(Self.log)
    let open = history.rows.indices.map(history.openWork)
    #expect(open == [[], [1], [1, 2], [2], [2, 3], [2, 5], [5]], "\(history.outline)")
  }

  @Test func `after the last row, what the log calls open is open`() throws {
    let history = try History.of(Self.log)
    #expect(history.openWork(after: history.rows.count - 1) == history.rows.indices.filter { history.rows[$0].isPending })
  }
}
