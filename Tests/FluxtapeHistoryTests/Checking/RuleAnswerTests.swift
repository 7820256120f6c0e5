import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeLog
import Testing

/// Reports about rules besides their violations.
struct RuleAnswerTests {
  private static let lines = [
    CheckingTests.begin, CheckingTests.action(1, type: "pay"), CheckingTests.action(2, type: "x"), CheckingTests.action(3, type: "x"),
    CheckingTests.action(4, type: "paid"), CheckingTests.action(5, type: "pay"), CheckingTests.action(6, type: "x"),
  ]

  private static func history() throws -> History { try History.of(lines.joined(separator: "\n") + "\n") }

  @Test(arguments: [
    ("after type:pay, type:paid within 2 actions", ["late 4"]), ("after type:pay, type:paid within 2ms", ["late 4"]),
    ("after seq:1, type:never within 2 actions", ["limit 3"]), ("after seq:1, type:never within 2ms", ["limit 3"]),
    ("after type:pay, type:paid", ["limit 6"]), ("after type:pay, type:paid within 3 actions", []),
  ])
  func `a rule whose limit passed says when it did, or what came too late`(demand: String, answers: [String]) throws {
    let history = try Self.history()
    let findings = try history.check(Checklist(rules: try CheckRule.rules(parsing: "r: \(demand)")))
    let found = findings.compactMap { finding -> String? in
      switch finding.answer {
      case .late(let row)?: "late \(history.rows[row].step?.rawValue ?? 0)"
      case .none(let row)?: "limit \(history.rows[row].step?.rawValue ?? 0)"
      case nil: nil
      }
    }
    #expect(found == answers)
  }

  @Test(
    arguments: [
      ("never a.m < 0", [.value(path: "a.m")]), ("never .m < 0", [.value(path: ".m")]),
      ("always a.n > 0 or a.k.l == 2", [.value(path: "a.k.l")]),
      ("never payload.qty < 0", [.value(path: "payload.qty")]), ("never delta(.m) < 0", [.value(path: ".m")]),
      ("after type:pya, type:paid", [.type("pya")]), ("after type:p*d, type:paid", []), ("after type:q?, type:paid", [.type("q?")]),
      // A value that must be absent is not reported as unseen.
      ("never a.error != null", []), ("always a.error == null", []), ("always not type:crashed", []),
      ("never type:crashed", [.type("crashed")]),
      ("never changed:.m", []), ("never a.n < 0", []), ("after type:pay, type:nothing", []),
    ] as [(String, [CheckRule.Unseen])])
  func `what a rule speaks of and no log has is told`(demand: String, unseen: [CheckRule.Unseen]) throws {
    let rule = try #require(CheckRule.rules(parsing: "r: \(demand)").first)
    #expect(try rule.unseen(in: Self.history()) == unseen)
  }

  @Test func `what one of the logs has is seen`() throws {
    let other = try History.of(#"{"t":0,"store":"a","type":"@@STATE","state":{"m":1}}"# + "\n" + CheckingTests.action(1) + "\n")
    let rule = CheckRule(.never(try Query(parsing: "a.m < 0")))
    for runs in [[try Self.history(), other], [other, try Self.history()], [try Self.history(), try Self.history()]] {
      var names = UnseenNames([rule])
      for run in runs { try names.look(in: run, []) }
      let isSeen = runs.contains { $0 === other }
      #expect(names.findings.map(\.kind) == (isSeen ? [] : [.unseen(rule, .value(path: "a.m", near: "a.n"))]))
    }
  }

  @Test func `a rule with findings speaks of names that occur`() throws {
    let rule = CheckRule(.never(try Query(parsing: "a.m < 0")))
    var names = UnseenNames([rule])
    try names.look(in: Self.history(), [Finding(.broken(rule), row: 0)])
    try names.look(in: Self.history(), [])
    #expect(names.findings.isEmpty)
  }

  @Test func `a finding of a rule names the rule, also where it is a note`() throws {
    let rule = CheckRule(name: "n", .never(try Query(parsing: "type:pay")))
    let unseen = CheckRule(name: "u", .never(try Query(parsing: "a.m < 0")))
    let findings = try Self.history().check(Checklist(rules: [rule, unseen]))
    #expect(findings.compactMap(\.kind.rule?.name) == ["n", "n"] && findings.contains { $0.kind.rule == nil })
    var names = UnseenNames([rule, unseen])
    try names.look(in: Self.history(), findings)
    #expect(names.findings.map(\.kind.rule) == [unseen])
  }

  @Test func `a rule of a file knows its place`() throws {
    let rules = try CheckRule.rules(parsing: "# rules\n\nr: never a.n < 0\n", of: "t.rules")
    #expect(rules.map(\.place) == ["t.rules: line 3"])
  }
}
