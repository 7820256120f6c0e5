import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading
import Testing

/// The rows that the lines of a log make.
struct HistoryRowsTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let log: String
    let rows: [String]
    var testDescription: String { name }

    init(_ name: String, _ log: String, _ rows: String...) {
      self.name = name
      self.log = log
      self.rows = rows
    }
  }

  static let cases = [
    Case(
      "a completion is part of its action, whatever stands between",
      #"""
      {"seq":1,"t":1,"store":"a","type":"outer"}
      {"seq":2,"t":2,"store":"a","type":"inner","cause":1,"patch":[]}
      {"completes":1,"t":3,"store":"a","dur":2,"patch":[]}

      """#,
      "action 1", "action 2"),
    Case(
      "an action without an outcome is in flight; a duration is one, as the reducer has returned",
      #"""
      {"seq":1,"t":1,"store":"a","type":"x","payload":7}
      {"seq":2,"t":1,"store":"a","type":"x","dur":4}
      {"seq":3,"t":1,"store":"a","type":"x","reduced":false}
      {"seq":4,"t":1,"store":"a","type":"x","omitted":"limit"}
      {"seq":5,"t":1,"store":"a","type":"x","error":{"type":"E","message":"m"}}
      {"seq":6,"t":1,"store":"a","type":"x","state":null}

      """#,
      "action 1 in flight", "action 2", "action 3", "action 4", "action 5", "action 6"),
    Case(
      "asynchronous work without its end is pending, never in flight",
      #"""
      {"seq":1,"t":1,"store":"a","type":"load","effect":{"id":1,"phase":"started"}}
      {"seq":2,"t":1,"store":"a","type":"load","effect":{"id":2,"phase":"started"}}
      {"seq":3,"t":1,"store":"a","type":"load","effect":{"id":"3","phase":"started"}}
      {"seq":4,"t":1,"store":"a","type":"load","effect":{"id":"4","phase":"started"}}
      {"completes":2,"t":9,"store":"a","dur":8,"patch":[]}
      {"seq":5,"t":9,"store":"a","type":"loaded","effect":{"id":"3","phase":"finished"},"patch":[]}
      {"seq":6,"t":9,"store":"a","type":"stopped","effect":{"id":"4","phase":"cancelled"}}

      """#,
      "action 1 pending", "action 2", "action 3", "action 4", "action 5", "action 6"),
    Case(
      "an action whose completion may be among lost records is neither",
      #"""
      {"seq":1,"t":1,"store":"a","type":"x"}
      {"seq":2,"t":1,"store":"a","type":"x"}
      {"seq":3,"t":1,"store":"a","type":"load","effect":{"id":1,"phase":"started"}}
      {"seq":4,"t":1,"store":"a","type":"x"}
      {"seq":5,"t":1,"gap":{"lost":2,"first":2,"last":3,"reason":"full"}}

      """#,
      "action 1 in flight", "action 2 lost", "action 3 lost", "action 4 in flight", "gap 5 2…3"),
    Case(
      "steps left out are a jump, where nothing says why",
      #"""
      {"seq":1,"t":1,"store":"a","type":"x","patch":[]}
      {"seq":2,"t":1,"store":"a","type":"x","patch":[]}
      {"seq":9,"t":1,"store":"a","type":"x","patch":[]}
      {"seq":11,"t":1,"mark":"m"}

      """#,
      "action 1", "action 2", "jump 3…8", "action 9", "jump 10…10", "mark 11"),
    Case(
      "a log may begin anywhere",
      #"{"seq":41,"t":1,"mark":"m"}"# + "\n",
      "jump 1…40", "mark 41"),
    Case(
      "a gap swallows the jump before it",
      #"""
      {"seq":1,"t":1,"mark":"m"}
      {"seq":6,"t":1,"gap":{"lost":9,"first":2,"last":3,"reason":"full"}}
      {"seq":8,"t":1,"gap":{"lost":1,"reason":"full"}}
      {"seq":9,"t":1,"gap":{"lost":-5,"first":7,"last":2,"reason":"nonsense"}}

      """#,
      "mark 1", "gap 6 2…5", "gap 8 7…7", "gap 9"),
    Case(
      "a gap explains the jumps above it",
      #"""
      {"seq":1,"t":1,"mark":"m"}
      {"seq":4,"t":1,"mark":"m"}
      {"seq":9,"t":1,"mark":"m"}
      {"seq":10,"t":1,"gap":{"lost":5,"first":2,"last":6,"reason":"full"}}

      """#,
      "mark 1", "mark 4", "jump 7…8", "mark 9", "gap 10 2…6"),
    Case(
      "steps that come late are no jump",
      #"""
      {"seq":1,"t":1,"mark":"m"}
      {"seq":3,"t":1,"mark":"m"}
      {"seq":7,"t":1,"mark":"m"}
      {"seq":2,"t":1,"mark":"m"}
      {"seq":4,"t":1,"mark":"m"}
      {"seq":8,"t":1,"mark":"m"}

      """#,
      "mark 1", "mark 3", "jump 5…6", "mark 7", "mark 2", "mark 4", "mark 8"),
    Case(
      "a step that comes again is a duplicate",
      #"""
      {"seq":1,"t":1,"store":"a","type":"x"}
      {"seq":1,"t":1,"store":"a","type":"x"}
      {"completes":1,"t":2,"store":"a","patch":[]}
      {"seq":3,"t":1,"mark":"m"}
      {"seq":2,"t":1,"mark":"m"}
      {"seq":2,"t":1,"mark":"m"}

      """#,
      "action 1", "action 1 duplicate", "mark 3", "mark 2", "mark 2 duplicate"),
    Case(
      "what is no record is a bad line, what is of a new kind is unknown",
      #"""
      {"seq":1,"t":1,"mark":"m"}
      hello
      {"seq":2,"t":1,"weather":"rain"}
      {"level":"info"}
      [1]
      {"seq":3,"t":1,"end":"closed"}

      """#,
      "mark 1", "badLine", "unknown 2", "badLine", "badLine", "end 3"),
    Case(
      "a completion that nothing waits for is a row of its own if it tells a state",
      #"""
      {"completes":9,"t":1,"store":"a","state":1}
      {"seq":1,"t":1,"store":"a","type":"x"}
      {"completes":1,"t":1,"store":"b","patch":[]}

      """#,
      "state", "action 1 in flight", "state"),
    Case(
      "a state without an action is a row; with a step, it is a step",
      #"""
      {"t":1,"store":"a","type":"@@STATE","state":1}
      {"seq":1,"t":1,"store":"a","type":"@@STATE","patch":[]}
      {"seq":2,"t":1,"store":"a","type":"@@STATE","cause":1,"site":"A/B.swift:1","state":2,"settled":true}
      {"seq":4,"t":1,"store":"a","type":"@@STATE","patch":[],"other":1}
      {"seq":5,"t":1,"store":"a","type":"@@STATE","st

      """#,
      "state", "state 1", "state 2", "jump 3…3", "state 4", "badLine"),
    Case(
      "a jump stands before the states with which a segment begins",
      #"""
      {"fluxtape":1,"run":"r"}
      {"seq":1,"t":1,"store":"a","type":"x","patch":[]}
      {"fluxtape":1,"run":"r","segment":2}
      {"t":1,"store":"a","type":"@@STATE","state":1}
      {"t":1,"store":"b","type":"@@STATE","state":1}
      {"completes":9,"t":1,"store":"b","dur":1}
      {"seq":4,"t":1,"store":"a","type":"x","patch":[]}
      {"seq":6,"t":1,"store":"b","type":"x","patch":[]}

      """#,
      "action 1", "jump 2…3", "state", "state", "action 4", "jump 5…5", "action 6"),
  ]

  @Test(arguments: cases)
  func `lines become rows`(_ example: Case) throws {
    #expect(try History.of(example.log).outline == example.rows)
  }

  @Test func `the innermost action in flight comes first, and one whose outcome was begun is none`() throws {
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"store":"a","type":"outer"}
      {"seq":2,"t":1,"store":"a","type":"middle"}
      {"seq":3,"t":1,"store":"a","type":"done","patch":[]}
      {"seq":4,"t":1,"store":"b","type":"inner","payload":{"n":1},"dur":3,"pat
      """#)
    #expect(history.inFlight == [1, 0])
    #expect(history.rows[3].isTorn && history.rows[3].isOutcomeLost)
    #expect(try history.action(at: 3)?.payload == ["n": 1])
    #expect(try history.action(at: 3)?.outcome == Outcome())
  }

  @Test func `pending work is listed in the order of the log`() throws {
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"store":"a","type":"load","effect":{"id":"x","phase":"started"}}
      {"seq":2,"t":1,"store":"a","type":"load","effect":{"id":"x","phase":"started"}}
      {"seq":3,"t":1,"store":"a","type":"x","patch":[]}

      """#)
    #expect(history.pending == [0, 1])
    #expect(history.inFlight == [])
  }

  @Test func `an outcome from a completion is told by the row and the action`() throws {
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"store":"a","type":"x","payload":1}
      {"completes":1,"t":9,"store":"a","dur":8,"error":{"type":"E","message":"m"},"patch":[{"op":"move","from":"/a","path":"/b"},{"op":"copy","from":"/b","path":"/c"},{"op":"splice","path":"/s","at":0,"del":0,"ins":"x"}]}

      """#)
    let row = history.rows[0]
    #expect(row.duration == 8)
    #expect(row.hasError && row.hasPatch && !row.isUnchanged)
    #expect(row.changes == ChangeCounts(added: 1, replaced: 1, moved: 1))
    let action = try #require(try history.action(at: 0))
    #expect(action.payload == 1)
    #expect(action.outcome.duration == 8)
    #expect(action.outcome.error == RecordedError(type: "E", message: "m"))
    #expect(action.outcome.patch?.operations.count == 3)
    // The record is the one on the line.
    guard case .action(let record)? = try history.record(at: 0) else {
      Issue.record("no action")
      return
    }
    #expect(record.outcome == Outcome())
  }

  @Test(arguments: [
    (#""patch":[]"#, true), (#""error":{"type":"E","message":""}"#, true), (#""reduced":false"#, true),
    (#""patch":[{"op":"remove","path":"/a"}]"#, false), (#""state":1"#, false), (#""omitted":"limit""#, false),
    (#""reduced":false,"state":1"#, false), (#""dur":1"#, false),
  ])
  func `a row tells whether the state is known to be unchanged`(outcome: String, isUnchanged: Bool) throws {
    let history = try History.of(#"{"seq":1,"t":1,"store":"a","type":"x",\#(outcome)}"# + "\n")
    #expect(history.rows[0].isUnchanged == isUnchanged)
  }

  @Test func `a bad line tells its place and its reason`() throws {
    let history = try History.of("{\"seq\":1,\"t\":1,\"mark\":\"é\"}\r\n\r\n{\"seq\":2,,}\r\n")
    let row = history.rows[1]
    #expect(row.lineNumber == 3)
    #expect(row.error?.offset == 9)
    #expect(row.type == row.error?.description)
    let line = try history.line(at: 1)
    #expect(line.byteOffset == 31)
    #expect(line.lineNumber == 3)
    #expect(String(decoding: line.bytes, as: UTF8.self) == #"{"seq":2,,}"#)
    #expect(try history.record(at: 1) == nil)
    #expect(try history.action(at: 1) == nil)
  }

  @Test func `the line of a jump is the one behind it`() throws {
    let history = try History.of(#"{"seq":1,"t":1,"mark":"m"}"# + "\n" + #"{"seq":5,"t":1,"mark":"n"}"# + "\n")
    #expect(history.rows[1].type == "steps 2 to 4 are missing")
    #expect(history.rows[1].missingCount == 3)
    #expect(history.rows[1].lineNumber == nil)
    #expect(try history.line(at: 1).lineNumber == 2)
    #expect(try history.record(at: 1) == nil)
  }

  @Test func `members may stand in any order`() throws {
    let history = try History.of(#"{"patch":[],"cause":1,"type":"x","store":"a","t":5,"seq":2,"new":true}"# + "\n")
    #expect(history.rows[1].step == 2)
    #expect(history.rows[1].isUnchanged)
    guard case .action(let action)? = try history.record(at: 1) else {
      Issue.record("no action")
      return
    }
    #expect(action.other == ["new": true])
  }

  @Test func `a record with several causes is an effect of each`() throws {
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"mark":"m"}
      {"seq":2,"t":1,"mark":"m"}
      {"seq":3,"t":1,"store":"a","type":"x","cause":[2,{"run":"other","seq":1},1],"patch":[]}
      {"seq":4,"t":1,"store":"a","type":"x","cause":1,"patch":[]}
      {"seq":5,"t":1,"store":"a","type":"x","cause":5,"patch":[]}
      {"seq":6,"t":1,"store":"a","type":"x","cause":7,"patch":[]}
      {"seq":7,"t":1,"store":"a","type":"x","cause":{"run":"other","seq":1},"patch":[]}

      """#)
    #expect(history.effects(of: 0) == [2, 3])
    #expect(history.effects(of: 1) == [2])
    #expect(history.cause(of: 2) == 1)
    // A cause precedes its effect; a cycle would never end.
    #expect(history.cause(of: 4) == nil)
    #expect(history.cause(of: 5) == nil)
    #expect(history.effects(of: 6) == [])
    #expect(history.cause(of: 6) == nil)
  }

  @Test func `the copies of one dispatch take its contents`() throws {
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"store":"dispatcher","type":"user.loaded","v":2,"case":"loaded","payload":{"id":7},"reduced":false}
      {"seq":2,"t":1,"store":"a","type":"user.loaded","cause":1,"patch":[]}
      {"seq":3,"t":1,"store":"b","type":"user.loaded","cause":1,"payload":"own","patch":[]}
      {"seq":4,"t":1,"store":"b","type":"other","cause":1,"patch":[]}

      """#)
    let copy = try #require(try history.action(at: 1))
    #expect(copy.payload == ["id": 7])
    #expect(copy.enumCase == "loaded")
    #expect(copy.version == 2)
    #expect(try history.action(at: 2)?.payload == "own")
    #expect(try history.action(at: 3)?.payload == nil)
  }

  @Test func `an action inside a scope of the same name does not take its contents`() throws {
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"store":"login","type":"retry","payload":7}
      {"seq":2,"t":1,"store":"a","type":"retry","cause":1,"patch":[]}
      {"completes":1,"t":1,"store":"login","reduced":false}

      """#)
    #expect(try history.action(at: 0)?.payload == 7)
    #expect(try history.action(at: 1)?.payload == nil)
  }

  @Test(arguments: [(3000, "}", true), (3000, "},\"patch\":[]}\n", true), (4096, "},\"patch\":[]}\n", false), (300_000, "}", false)])
  func `a payload that ends in the first bytes of a line is read`(length: Int, end: String, isRead: Bool) throws {
    let text = String(repeating: "x", count: length)
    let history = try History.of(#"{"seq":1,"t":0,"store":"a","type":"x","payload":{"text":"\#(text)""# + end)
    #expect(history.rows[0].shortPayload?.member(named: "text")?.string == (isRead ? text : nil))
  }

  @Test(arguments: [(3000, true), (4096, false), (300_000, false)])
  func `a patch that ends in the first bytes of its line is read`(length: Int, isRead: Bool) throws {
    let patch = #""patch":[{"op":"replace","path":"/text","value":"\#(String(repeating: "x", count: length))"}]}"#
    let lines = [
      #"{"seq":1,"t":0,"store":"a","type":"x","payload":{"patch":[]},\#(patch)"#,
      #"{"seq":2,"t":1,"store":"a","type":"y"}"#, #"{"completes":2,"t":2,"store":"a",\#(patch)"#,
      #"{"seq":3,"t":3,"store":"a","type":"z","patch":[]}"#,
    ]
    let history = try History.of(lines.map { $0 + "\n" }.joined())
    #expect(history.rows.map { $0.shortPatch?.operations.count } == [isRead ? 1 : nil, isRead ? 1 : nil, nil])
  }
}
