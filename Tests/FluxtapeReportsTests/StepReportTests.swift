import FluxtapeHistory
import FluxtapeReports
import Testing

struct StepReportTests {
  /// The report on the last row.
  private func lines(_ records: String...) throws -> [String] {
    let history = try History.holding(records)
    return try StepReport(history, row: history.rows.count - 1, address: "log:9").lines
  }

  private let first = #"{"seq":1,"t":0,"store":"a","type":"@@INIT","state":{"n":1}}"#

  @Test func `contents, facts and changes of an action`() throws {
    let lines = try lines(
      first,
      #"{"seq":2,"t":1,"store":"a","type":"x","v":3,"cause":1,"site":"F.swift:1","thread":"main","payload":[1],"dur":7,"patch":[{"op":"replace","path":"/n","value":0.5}]}"#
    )
    #expect(
      lines == [
        "log:9  x", "  store     a", "  cause     1 @@INIT", "  version   3", "  site      F.swift:1", "  thread    main",
        "  took      7 µs", "  time      +0.000001s", "payload", "  [", "    1", "  ]", "changes of a", "  ~ .n  1 → 0.5  (-0.5)",
      ])
  }

  @Test func `an action tells the trace and span that it was dispatched in`() throws {
    let lines = try lines(first, #"{"seq":2,"t":1,"store":"a","type":"x","trace":"4bf92f","span":"00f0","patch":[]}"#)
    #expect(lines.contains("  trace     4bf92f") && lines.contains("  span      00f0"))
  }

  @Test func `the first state is told whole`() throws {
    #expect(try lines(first).suffix(4) == ["first state of a", "  {", #"    "n": 1"#, "  }"])
  }

  @Test(arguments: [
    (#""cause":{"run":"r","seq":7},"#, ["7 of run r"]), (#""cause":[1,{"run":"r","seq":7}],"#, ["1 @@INIT", "7 of run r"]), ("", ["-"]),
  ])
  func `causes of every form are told, and that none is recorded`(cause: String, words: [String]) throws {
    let lines = try lines(first, #"{"seq":2,"t":1,"store":"a","type":"x",\#(cause)"patch":[]}"#)
    #expect(lines.filter { $0.hasPrefix("  cause") } == words.map { "  cause     \($0)" })
    #expect(lines.last == "  none")
  }

  @Test func `a cause that is missing from the log is told too`() throws {
    let lines = try lines(first, #"{"seq":5,"t":1,"store":"a","type":"x","cause":4,"patch":[]}"#)
    #expect(lines.contains("  cause     4 (not in the log)"))
    #expect(lines.contains { $0.hasPrefix("changes of a (not certain: ") })
  }

  @Test(arguments: [
    (#"{"seq":2,"t":1,"store":"a","type":"x"}"#, "  state     in flight: the log ends before its reducer returned (crash, hang or kill)"),
    (#"{"seq":2,"t":1,"store":"a","type":"x","omitted":"limit"}"#, "  state     not recorded: limit"),
  ])
  func `what is not known is not called unchanged`(record: String, fact: String) throws {
    let lines = try lines(first, record)
    #expect(lines.contains(fact))
    #expect(lines.last == "changes of a are not known")
  }

  @Test func `a mark tells its level, site and cause`() throws {
    let lines = try lines(first, #"{"seq":2,"t":1,"mark":"m\u0007","level":"error","site":"F.swift:2","cause":1}"#)
    #expect(
      lines == [
        "log:9  m␇", "  level     error", "  cause     1 @@INIT", "  site      F.swift:2", "  time      +0.000001s",
      ])
  }

  @Test func `a bad line is shown, safe to print`() throws {
    let lines = try lines(first, "\u{1B}[2J no JSON")
    #expect(lines.suffix(2) == ["line", "  ␛[2J no JSON"])
  }
}
