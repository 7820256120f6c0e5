import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import Testing

struct CheckingTests {
  @Test func `a finding is small, as a log may have one for each line`() {
    #expect(MemoryLayout<Finding>.stride <= 128)
  }

  struct Log: CustomTestStringConvertible {
    let name: String
    let lines: [String]
    /// In the form of ``CheckingTests/outline(_:)``.
    let findings: [String]
    var checklist = Checklist()
    var testDescription: String { name }

    init(_ name: String, _ lines: [String], _ findings: [String], _ checklist: Checklist = Checklist()) {
      (self.name, self.lines, self.findings, self.checklist) = (name, lines, findings, checklist)
    }
  }

  static let begin = #"{"t":0,"store":"a","type":"@@STATE","state":{"n":1,"isLoading":false}}"#

  /// An action of a store with a patch, or another tail.
  static func action(_ seq: Int, _ tail: String = #""patch":[]"#, store: String = "a", type: String = "x", t: Int? = nil) -> String {
    #"{"seq":\#(seq),"t":\#(t ?? seq * 1000),"store":"\#(store)","type":"\#(type)",\#(tail)}"#
  }

  /// An action in flight, which the one before it caused if no other.
  static func open(_ seq: Int, _ type: String = "x", store: String = "a", cause: Int? = nil) -> String {
    let cause = seq > 1 ? #","cause":\#(cause ?? seq - 1)"# : ""
    return #"{"seq":\#(seq),"t":\#(seq * 1000),"store":"\#(store)","type":"\#(type)"\#(cause)}"#
  }

  static func set(_ path: String, _ value: String) -> String { #""patch":[{"op":"replace","path":"\#(path)","value":\#(value)}]"# }

  /// A finding in short.
  static func outline(_ finding: Finding, _ history: History) -> String {
    var words = [finding.isNote ? "note" : "problem", "\(finding.kind)".prefix { $0 != "(" }.description]
    if let row = finding.row { words.append(history.rows[row].step.map { "\($0)" } ?? "row \(row)") }
    words += finding.values.map { "\($0.path) \($0.old?.text ?? "-") \($0.new?.text ?? "-")" }
    return words.joined(separator: " ")
  }

  static let logs = [
    Log("all is well", [begin, action(1), #"{"seq":2,"t":9000,"end":"closed"}"#], []),
    Log("a failure", [begin, action(1, #""error":{"type":"E","message":"no"}"#)], ["problem failure 1", "note noEnd"]),
    Log(
      "work that was cancelled",
      [
        begin, action(1, #""effect":{"id":"e","phase":"started"}"#),
        #"{"completes":1,"t":2000,"store":"a","error":{"type":"CancellationError","message":""}}"#,
      ], ["note failure 1", "note noEnd"]),
    Log(
      "an action that says it was cancelled", [begin, action(1, #""error":{"type":"CancellationError","message":""}"#)],
      ["problem failure 1", "note noEnd"]),
    Log("a mark", [#"{"seq":1,"t":1,"mark":"bad","level":"error"}"#], ["problem errorMark 1", "note noEnd"]),
    Log("a mark that only warns", [#"{"seq":1,"t":1,"mark":"hm","level":"warning"}"#], ["note noEnd"]),
    Log(
      "in flight", [begin, action(1, #""payload":{"k":2}}"#).dropLast().description],
      [#"problem inFlight 1 payload - {"k":2}"#, "note noEnd"]),
    Log(
      "a loop in flight, and what it led to",
      [begin, open(1, "tap")] + (2...14).map { open($0) } + [open(15, "died"), open(16, "lost", store: "b", cause: 4)],
      ["problem inFlight 1", "problem inFlight 2", "problem inFlight 15", "problem inFlight 16", "note noEnd"]),
    Log(
      "a loop of two actions in flight", [begin] + (1...29).map { open($0, $0 % 2 == 0 ? "x" : "y") },
      ["problem inFlight 1", "note noEnd"]),
    Log(
      "two rounds", [begin] + (1...3).map { open($0) }, ["problem inFlight 1", "problem inFlight 2", "problem inFlight 3", "note noEnd"]),
    Log("a last line that broke off", [begin, action(1), #"{"seq":2,"t":2000,"mark":"he"#], ["problem tornEnd row 2", "note noEnd"]),
    Log("a last line of NUL bytes", [begin, action(1), "\u{0}\u{0}"], ["problem tornEnd row 2", "note noEnd"]),
    Log("a line of NUL bytes", [begin, "\u{0}\u{0}", action(1)], ["problem badLine row 1", "note noEnd"]),
    Log(
      "an action in flight whose contents are cut", [begin, #"{"seq":1,"t":1000,"store":"a","type":"x","payload":{"k"#],
      ["problem inFlight 1", "problem tornEnd 1", "note noEnd"]),
    Log(
      "an outcome that broke off", [begin, #"{"seq":1,"t":1000,"store":"a","type":"x","dur":1,"pat"#], ["problem tornEnd 1", "note noEnd"]),
    Log("a header that broke off", [#"{"fluxtape":1,"run":"r","ti"#], ["problem tornEnd row 0", "note noEnd"]),
    Log("pending", [begin, action(1, #""effect":{"id":"e","phase":"started"}"#)], ["problem pending 1", "note noEnd"]),
    Log("a jump", [begin, action(1), action(4)], ["problem missing row 2", "note noEnd"]),
    Log(
      "a gap", [begin, action(1), #"{"seq":4,"t":5000,"gap":{"lost":2,"first":2,"last":3,"reason":"full"}}"#],
      ["problem missing 4", "note noEnd"]),
    Log(
      "a flight recorder, whose first segment tells of no more than was dropped when it began",
      [
        #"{"fluxtape":1,"run":"r","segment":8,"dropped":{"segments":5,"records":20}}"#, begin, action(41), action(42),
        #"{"fluxtape":1,"run":"r","segment":9,"dropped":{"segments":7,"records":45}}"#, action(43),
        #"{"seq":44,"t":99000,"end":"closed"}"#,
      ], ["note dropped"]),
    Log(
      "a flight recorder's first segments, while none was dropped",
      [#"{"fluxtape":1,"run":"r","segment":3}"#, begin, action(41), #"{"seq":42,"t":99000,"end":"closed"}"#], ["note dropped"]),
    Log(
      "a flight recorder that lost records, too",
      [#"{"fluxtape":1,"run":"r","segment":3}"#, begin, action(41), action(44), #"{"seq":45,"t":99000,"end":"closed"}"#],
      ["problem missing row 3", "note dropped"]),
    Log("a bad line", [begin, "oops", action(1)], ["problem badLine row 1", "note noEnd"]),
    Log(
      "a key twice", [begin, action(1, #""payload":{"k":1,"l":{"k":2},"m":[{"k":1},{"k":1}],"k":3},"patch":[]"#)],
      ["note repeatedKey 1", "note noEnd"]),
    Log("keys that only look alike", [begin, action(1, #""payload":{"a":"b","b":"a","c":["a","a"]},"patch":[]"#)], ["note noEnd"]),
    Log(
      "times that go back", [begin, action(1, t: 5000), action(2, t: 2000), action(3, t: 4000), action(4, t: 6000)],
      ["problem timeWentBack 2", "note noEnd"]),
    Log(
      "causes that cannot be",
      [begin, action(1, #""cause":1,"patch":[]"#), action(2, #""cause":3,"patch":[]"#), action(3, #""cause":2,"patch":[]"#)],
      ["problem wrongCause 1", "problem wrongCause 2", "note noEnd"]),
    Log("a step twice", [begin, action(1), action(1)], ["problem repeatedStep 1", "note noEnd"]),
    Log(
      "a patch that fits nothing", [begin, action(1, set("/zzz", "1")), action(2, set("/n", "2"))], ["problem patchFailed 1", "note noEnd"]),
    Log("a patch without a state", [action(1, set("/n", "1")), action(2, set("/n", "2"))], ["problem patchWithoutState 1", "note noEnd"]),
    Log(
      "a snapshot that the patch does not lead to", [begin, action(1, set("/n", "2") + #","state":{"n":3,"isLoading":false}"#)],
      ["problem patchUnlikeSnapshot 1 a.n 2 3", "note noEnd"]),
    Log("a snapshot that it leads to", [begin, action(1, set("/n", "2") + #","state":{"n":2,"isLoading":false}"#)], ["note noEnd"]),
    Log(
      "nothing but a state", [#"{"t":0,"store":"a","type":"@@STATE","state":{"isLoading":true}}"#],
      ["problem flagLeftOn row 0 a.isLoading - true", "note noEnd"]),
    Log(
      "a snapshot before the first action", [begin, #"{"t":0,"store":"a","type":"@@STATE","patch":[],"state":{"n":2,"isLoading":false}}"#],
      ["problem patchUnlikeSnapshot row 1 a.n 1 2", "note noEnd"]),
    Log(
      "a flag left on", [begin, action(1), action(2, set("/isLoading", "true"))], ["problem flagLeftOn 2 a.isLoading - true", "note noEnd"]),
    Log(
      "a flag of a store that ended with the log",
      [begin, action(1, set("/isLoading", "true")), action(2, #""reduced":false"#, type: "@@DEINIT")],
      ["problem flagLeftOn 1 a.isLoading - true", "note noEnd"]),
    Log(
      "a flag of a store that ended before",
      [begin, action(1, set("/isLoading", "true")), action(2, #""reduced":false"#, type: "@@DEINIT"), action(3, store: "b")], ["note noEnd"]
    ),
    Log(
      "states that were left out, of one store for two reasons",
      [
        begin, action(1, #""omitted":"sampled""#), action(2), action(3, #""omitted":"limit""#), action(4, #""omitted":"sampled""#),
        action(5, #""omitted":"sampled""#, store: "b"), action(6, #""omitted":"sampled","state":1"#, store: "b"),
      ],
      ["note omittedStates 1", "note omittedStates 3", "note omittedStates 5", "note noEnd"]),
    Log(
      "opaque values, also of a store that ended; of an array the first",
      [
        #"{"t":0,"store":"a","type":"@@STATE","state":{"r":[{"b":{"$opaque":"Bag"}},{"b":{"$opaque":"Bag#2"}}],"c":{"$opaque":"Old"}}}"#,
        action(1, set("/c", "1")), action(2, #""reduced":false"#, type: "@@DEINIT"), action(3, #""state":{"$opaque":"F"}"#, store: "b"),
      ],
      ["note noEnd", #"note opaqueValues a.r[0].b - {"$opaque":"Bag"} b - {"$opaque":"F"}"#]),
    Log("an end that is asked for", [begin, action(1)], ["problem noEnd"], Checklist(requiresEnd: true)),
  ]

  @Test(arguments: logs)
  func `a check finds what is wrong, and nothing else`(_ log: Log) throws {
    // A torn line has no line feed.
    let isTorn = [
      "in flight", "a last line that broke off", "a header that broke off", "a last line of NUL bytes",
      "an action in flight whose contents are cut", "an outcome that broke off",
    ].contains(log.name)
    let text = log.lines.joined(separator: "\n") + (isTorn ? "" : "\n")
    let history = try History.of(text)
    #expect(try history.check(log.checklist).map { Self.outline($0, history) } == log.findings)
  }

  @Test(arguments: [31, 32, 33, 500])
  func `a key that comes twice is found among many`(_ count: Int) throws {
    let members = (0..<count).map { #""k\#($0)":1"# }
    func notes(_ more: String) throws -> Int {
      let payload = (members + [more]).joined(separator: ",")
      let history = try History.of(Self.action(1, #""payload":{\#(payload)},"reduced":false"#) + "\n")
      return try history.check().count { if case .repeatedKey = $0.kind { true } else { false } }
    }
    #expect(try notes(#""k7":2"#) == 1)
    #expect(try notes(#""k\#(count)":2"#) == 0)
  }

  @Test(arguments: [(2, false, 1000), (3, true, 1000), (6, true, 1000), (6, false, 600_000)])
  func `stores that feed each other often and fast are a loop`(_ rounds: Int, _ isLoop: Bool, _ pause: Int) throws {
    var lines = [Self.action(1, #""reduced":false"#, store: "a", type: "changed", t: 0)]
    for step in 2...(2 * rounds + 1) {
      let store = step.isMultiple(of: 2) ? "b" : "a"
      lines.append(Self.action(step, #""cause":\#(step - 1),"reduced":false"#, store: store, type: "changed", t: step * pause))
    }
    let history = try History.of(lines.joined(separator: "\n") + "\n")
    let loops = try history.check().compactMap { if case .feedbackLoop(let rounds) = $0.kind { rounds } else { nil } }
    #expect(loops == (isLoop ? [rounds] : []))
  }

  @Test func `an action that repeats itself in its own store is no loop`() throws {
    let lines = (1...9).map { Self.action($0, $0 > 1 ? #""cause":\#($0 - 1),"reduced":false"# : #""reduced":false"#) }
    #expect(try History.of(lines.joined(separator: "\n") + "\n").check().allSatisfy(\.isNote))
  }

  static let steps = [
    begin, action(1, set("/n", "-1")), action(2, set("/n", "-2")), action(3, set("/n", "5")), action(4, set("/n", "-3"), type: "go"),
    action(5, type: "done", t: 2_000_000), action(6, type: "go", t: 3_000_000),
  ]

  @Test(arguments: [
    ("r: never a.n < 0", ["problem broken 1 a.n 1 -1", "problem broken 4 a.n 5 -3"]),
    ("r: always a.n >= 0", ["problem broken 1 a.n 1 -1", "problem broken 4 a.n 5 -3"]),
    ("r: never type:go", ["problem broken 4", "problem broken 6"]),
    ("r: after type:go, type:done within 3s", ["note undecided 6"]),
    ("r: after type:go, type:done within 1s", ["problem broken 4", "note undecided 6"]),
    ("r: after type:go, type:done within 1 action", ["note undecided 6"]),
    ("r: after type:go, type:done", ["problem broken 6"]),
    ("r: after a.n < 0, a.n >= 0 within 2 actions", ["problem broken 4 a.n 5 -3"]),
    ("r: after a.n < 0, a.n >= 0 within 1 action", ["problem broken 1 a.n 1 -1", "problem broken 4 a.n 5 -3"]),
    ("r: never elsewhere.n < 0", []),
  ])
  func `a rule is broken where it does not hold`(_ line: String, _ expected: [String]) throws {
    let history = try History.of(Self.steps.joined(separator: "\n") + "\n")
    let findings = try history.check(Checklist(rules: try CheckRule.rules(parsing: line)))
    #expect(findings.map { Self.outline($0, history) } == expected + ["note noEnd"])
  }
}

struct CheckRuleTests {
  @Test func `comments and blank lines are no rules`() throws {
    #expect(try CheckRule.rules(parsing: "# never\n\n  \n").isEmpty)
  }

  @Test(arguments: [
    ("no debt: never cart.total < 0", "no debt", "never cart.total < 0"),
    ("a  :  always   x.y == 1 ", "a", "always x.y == 1"),
    ("p: after type:a, type:b within 20 actions", "p", "after type:a, type:b within 20 actions"),
    ("p: after type:a,type:b within 1500ms", "p", "after type:a, type:b within 1500ms"),
    (#"p: after .a == "x, y", type:b within 2 min"#, "p", #"after .a == "x, y", type:b within 2min"#),
    (#"p: after type:a, "within""#, "p", #"after type:a, "within""#),
  ])
  func `a rule has a name and a demand`(_ line: String, _ name: String, _ demand: String) throws {
    let rules = try CheckRule.rules(parsing: line)
    #expect(rules.map(\.name) == [name])
    #expect(rules.map(\.demand.text) == [demand])
    #expect(try CheckRule.rules(parsing: "\(name): \(demand)") == rules)
  }

  @Test(arguments: [
    ("never cart.total < 0", "expected a name"), ("x: perhaps a.b == 1", "expected 'never QUERY'"), ("x: never", "expected 'never QUERY'"),
    ("x: after type:a", "expected a comma"), ("x: after type:a, type:b within 5 parsecs", "'5parsecs' is not a limit"),
    ("x: after type:a, type:b within 99999999999999999h", "is not a limit"), ("x: never is:eror", "did you mean 'error'?"),
    ("x: after type:a, is:eror", "did you mean 'error'?"),
  ])
  func `a line that is no rule is refused with its number`(_ line: String, _ says: String) {
    #expect {
      try CheckRule.rules(parsing: "# first\n\(line)\n")
    } throws: { error in
      "\(error)".contains("line 2") && "\(error)".contains(says)
    }
  }
}

struct BusyFlagTests {
  @Test(arguments: [
    ("isLoading", true), ("loading", true), ("is_refreshing", true), ("uploadInProgress", true), ("isBusy", true), ("showsSpinner", true),
    ("autoLoading", false), ("loadingFailed", false), ("isLoadingEnabled", false), ("wasLoading", false), ("hasPendingChanges", false),
    ("isOn", false), ("", false),
  ])
  func `a flag is known by its name`(_ key: String, _ isBusy: Bool) throws {
    let history = try History.of(
      #"{"t":0,"store":"a","type":"@@STATE","state":{"deep":[{"\#(key)":true}]}}"# + "\n" + CheckingTests.action(1) + "\n")
    #expect(try history.check().contains { $0.kind == .flagLeftOn } == isBusy)
  }
}
