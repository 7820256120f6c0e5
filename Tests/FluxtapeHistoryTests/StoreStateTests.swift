import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import Testing

/// A store's state at each row, and its certainty.
struct StoreStateTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let log: String
    /// The states of store `a` after each row.
    let states: [String]
    var testDescription: String { name }

    init(_ name: String, _ log: String, _ states: String...) {
      self.name = name
      self.log = log
      self.states = states
    }
  }

  /// `1`, `2`, …: the shortest patch that replaces the whole state.
  static func set(_ value: Int) -> String { #""patch":[{"op":"replace","path":"","value":\#(value)}]"# }

  @Test func `the end of a store is known with the row of its last state`() throws {
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"store":"b","type":"@@INIT","state":0}
      {"seq":2,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":3,"t":1,"store":"a","type":"x",\#(Self.set(1))}
      {"seq":4,"t":1,"mark":"m"}
      {"seq":5,"t":1,"store":"a","type":"@@DEINIT","reduced":false}
      {"seq":6,"t":1,"mark":"m"}
      {"seq":7,"t":1,"store":"a","type":"@@INIT","state":2}
      {"seq":8,"t":1,"store":"a","type":"@@DEINIT","reduced":false}

      """#)
    let ends = history.rows.indices.map { history.end(of: "a", notAfter: $0) }
    #expect(ends.map { $0?.row } == [nil, nil, nil, nil, 4, 4, nil, 7])
    #expect(ends.map { $0?.last } == [nil, nil, nil, nil, 3, 3, nil, 6])
    #expect(history.end(of: "b", notAfter: 7)?.row == nil)
  }

  static let cases = [
    Case(
      "a store is absent before its first state and after its end",
      #"""
      {"seq":1,"t":1,"mark":"m"}
      {"seq":2,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":3,"t":1,"store":"a","type":"x",\#(set(1))}
      {"seq":4,"t":1,"store":"a","type":"@@DEINIT","reduced":false}
      {"seq":5,"t":1,"mark":"m"}
      {"seq":6,"t":1,"store":"a","type":"@@INIT","state":2}

      """#,
      "absent", "0", "1", "absent", "absent", "2"),
    Case(
      "a state that stands without an action counts from its line on",
      #"""
      {"seq":1,"t":1,"mark":"m"}
      {"t":1,"store":"a","type":"@@STATE","state":0}
      {"seq":2,"t":1,"mark":"m"}
      {"t":1,"store":"a","type":"@@STATE","state":1}

      """#,
      "absent", "0", "0", "1"),
    Case(
      "the outcome of an outer action comes after that of an inner one",
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":1,"store":"a","type":"outer"}
      {"seq":3,"t":1,"store":"a","type":"inner","cause":2,\#(set(1))}
      {"completes":2,"t":1,"store":"a",\#(set(2))}
      {"seq":4,"t":1,"mark":"m"}

      """#,
      "0", "2", "1", "2"),
    Case(
      "a reducer that dispatched before it was reached: the outer one first in the file, last in the store",
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":1,"store":"a","type":"outer"}
      {"seq":3,"t":1,"store":"a","type":"inner","cause":2}
      {"completes":3,"t":1,"store":"a",\#(set(1))}
      {"completes":2,"t":1,"store":"a",\#(set(2))}

      """#,
      "0", "2", "1"),
    Case(
      "an error and an action that is not reduced leave the state",
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":1,"store":"a","type":"x","error":{"type":"E","message":""}}
      {"seq":3,"t":1,"store":"a","type":"x","reduced":false}
      {"seq":4,"t":1,"store":"a","type":"x","error":{"type":"E","message":""},\#(set(1))}
      {"seq":5,"t":1,"store":"a","type":"x"}

      """#,
      "0", "0", "0", "1", "1 until 4"),
    Case(
      "a state that is not recorded is the last one until the next patch, which starts from the last recorded one",
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":1,"store":"a","type":"x","omitted":"sampled"}
      {"seq":3,"t":1,"store":"a","type":"x","omitted":"sampled"}
      {"seq":4,"t":1,"store":"a","type":"x",\#(set(1))}
      {"seq":5,"t":1,"store":"a","type":"x","omitted":"sampled"}
      {"seq":6,"t":1,"store":"a","type":"x","patch":[]}

      """#,
      "0", "0 until 1", "0 until 1", "1", "1 until 4", "1"),
    Case(
      "after a gap nothing is certain until a snapshot",
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":1,"gap":{"lost":1,"reason":"full"}}
      {"seq":3,"t":1,"store":"a","type":"x",\#(set(1))}
      {"seq":4,"t":1,"gap":{"lost":1,"reason":"full"}}
      {"seq":5,"t":1,"store":"a","type":"x","omitted":"limit"}
      {"seq":6,"t":1,"store":"a","type":"x","state":2}
      {"seq":7,"t":1,"store":"a","type":"x",\#(set(3))}

      """#,
      "0", "0? since 1", "1? since 1", "1? since 1", "1? since 1", "2", "3"),
    Case(
      "a jump, a bad line and a duplicate are losses too; a mark and an unknown record are none",
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":1,"mark":"m"}
      {"seq":3,"t":1,"weather":"rain"}
      {"seq":5,"t":1,"mark":"m"}
      {"t":1,"store":"a","type":"@@STATE","state":0}
      {"seq":6,"t":1,"mark":"m"}
      oops
      {"t":1,"store":"a","type":"@@STATE","state":0}
      {"seq":6,"t":1,"mark":"m"}

      """#,
      "0", "0", "0", "0? since 3", "0? since 3", "0", "0", "0? since 7", "0", "0? since 9"),
    Case(
      "rows keep their numbers when a jump turns out to be explained",
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":3,"t":1,"mark":"m"}
      {"t":1,"store":"a","type":"@@STATE","state":0}
      {"seq":4,"t":1,"store":"a","type":"x","omitted":"limit"}
      {"seq":5,"t":1,"gap":{"lost":1,"first":2,"last":2,"reason":"full"}}

      """#,
      "0", "0", "0", "0 until 3", "0? since 4"),
    Case(
      "a patch that does not fit makes the state unknown until the next snapshot",
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":{"n":0}}
      {"seq":2,"t":1,"store":"a","type":"x","patch":[{"op":"replace","path":"/n","value":1},{"op":"remove","path":"/m"}]}
      {"seq":3,"t":1,"store":"a","type":"x","patch":[{"op":"replace","path":"/n","value":2}]}
      {"seq":4,"t":1,"store":"a","type":"x","patch":[]}
      {"seq":5,"t":1,"store":"a","type":"x","patch":[{"op":"replace","path":"/n","value":3}],"state":{"n":4}}
      {"seq":6,"t":1,"store":"a","type":"x","patch":[{"op":"replace","path":"/n","value":5}]}

      """#,
      #"{"n":0}"#, "failed at 1", "failed at 1", "failed at 1", #"{"n":4}"#, #"{"n":5}"#),
    Case(
      "a patch without a state before it leads to none",
      #"""
      {"seq":1,"t":1,"store":"a","type":"x","patch":[]}
      {"seq":2,"t":1,"store":"a","type":"x",\#(set(1))}
      {"seq":3,"t":1,"store":"a","type":"x",\#(set(2))}
      {"seq":4,"t":1,"store":"a","type":"x","state":3}

      """#,
      "neverRecorded", "nothing to patch at 1", "nothing to patch at 1", "3"),
    Case(
      "a store that acts and was never recorded",
      #"""
      {"seq":1,"t":1,"store":"a","type":"x","reduced":false}
      {"seq":2,"t":1,"store":"a","type":"x","error":{"type":"E","message":""}}
      {"seq":3,"t":1,"store":"a","type":"x","omitted":"unencodable"}

      """#,
      "absent", "neverRecorded", "neverRecorded"),
    Case(
      "a completion that nothing waits for tells the state all the same",
      #"""
      {"completes":9,"t":1,"store":"a","state":0}
      {"seq":1,"t":1,"mark":"m"}
      {"completes":8,"t":1,"store":"a",\#(set(1))}
      {"seq":2,"t":1,"mark":"m"}

      """#,
      "0", "0", "1", "1"),
    Case(
      "a torn line changes nothing",
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":1,"store":"a","type":"x",\#(set(1)),"sta
      """#,
      "0", "0 until 1"),
    Case(
      "a thunk and work that ends much later leave the state where they began",
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":1,"store":"a","type":"fetch","effect":{"id":"f","phase":"started"}}
      {"seq":3,"t":1,"store":"a","type":"thunk"}
      {"seq":4,"t":1,"store":"a","type":"inner","cause":3,\#(set(1))}
      {"completes":3,"t":1,"store":"a","dur":4,"reduced":false}
      {"seq":5,"t":1,"store":"a","type":"x",\#(set(2))}
      {"completes":2,"t":9,"store":"a","dur":8}

      """#,
      "0", "0", "0", "1", "2"),
    Case(
      "what an action did whose completion is lost is not known; what it did to other stores is not its matter",
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":1,"store":"b","type":"x"}
      {"seq":3,"t":1,"store":"a","type":"x"}
      {"seq":4,"t":1,"gap":{"lost":2,"first":2,"last":3,"reason":"full"}}

      """#,
      "0", "0", "0 until 2", "0? since 3"),
  ]

  @Test(arguments: cases)
  func `a store stands as the log tells`(_ example: Case) throws {
    let history = try History.of(example.log)
    let states = try history.rows.indices.map { row in
      switch try history.state(of: "a", after: row) {
      case .unknown(.patchFailed(_, let row)): "failed at \(row)"
      case .unknown(.nothingToPatch(let row)): "nothing to patch at \(row)"
      case let state: state.outline
      }
    }
    #expect(states == example.states)
  }

  @Test func `the state before a row leaves out the row's own outcome only`() throws {
    let history = try History.of(Self.cases[2].log)
    let before = try history.rows.indices.map { try history.state(of: "a", before: $0).outline }
    #expect(before == ["absent", "1", "0", "2"])
  }

  @Test func `a failed patch names its operation and its pointer`() throws {
    let history = try History.of(Self.cases[9].log)
    guard case .unknown(.patchFailed(let error, row: 1)) = try history.state(of: "a", after: 3) else {
      Issue.record("known")
      return
    }
    #expect(error.operationIndex == 1)
    #expect(error.pointer?.description == "/m")
    // The effect of a patch that fails midway is not visible.
    #expect(try history.state(of: "a", before: 1).outline == #"{"n":0}"#)
  }

  @Test func `stores do not touch each other`() throws {
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}
      {"seq":2,"t":1,"store":"b","type":"@@INIT","state":10}
      {"seq":3,"t":1,"store":"a","type":"x"}
      {"seq":4,"t":1,"store":"b","type":"y","cause":3,\#(Self.set(11))}
      {"completes":3,"t":1,"store":"a",\#(Self.set(1))}
      {"seq":5,"t":1,"store":"b","type":"y",\#(Self.set(12))}

      """#)
    #expect(try history.rows.indices.map { try history.state(of: "a", after: $0).outline } == ["0", "0", "1", "0", "1"])
    // Row 2 completes after row 3: store `b` has the state that row 3 left.
    #expect(try history.rows.indices.map { try history.state(of: "b", after: $0).outline } == ["absent", "10", "11", "11", "12"])
  }

  @Test func `names of stores differ when their bytes do`() throws {
    let history = try History.of(
      #"""
      {"seq":1,"t":1,"store":"\u00e9","type":"@@INIT","state":1}
      {"seq":2,"t":1,"store":"e\u0301","type":"@@INIT","state":2}

      """#)
    #expect(history.stores.count == 2)
    #expect(try history.state(of: "\u{e9}", after: 1).outline == "1")
    #expect(try history.state(of: "e\u{301}", after: 1).outline == "2")
  }

  @Test func `a log that needs more than this reader knows has actions and no states`() throws {
    let history = try History.of(
      #"""
      {"fluxtape":1,"run":"r","needs":["chunks","chunks"]}
      {"seq":1,"t":1,"store":"a","type":"@@INIT","state":0}

      """#)
    #expect(history.outline == ["action 1"])
    #expect(history.needs == ["chunks"])
    #expect(try history.state(of: "a", after: 0) == .unknown(.needs(["chunks"])))
  }
}
