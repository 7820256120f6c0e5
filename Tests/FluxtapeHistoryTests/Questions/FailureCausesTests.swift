import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeRandomCases
import Testing

@testable import FluxtapeHistory

/// The facts that separate red runs from green ones: small worlds with a planted cause, with and without noise.
struct FailureCausesTests {
  /// A record without its step and time, and the time since the one before.
  struct Record {
    var text: String
    var gap = 10
    /// The record that caused it, counted from 0.
    var cause: Int?
  }

  static func act(_ type: String, _ path: String = "/note", _ value: String = "1", gap: Int = 10, cause: Int? = nil) -> Record {
    Record(
      text: #""store":"cart","type":"\#(type)","patch":[{"op":"replace","path":"\#(path)","value":\#(value)}]"#, gap: gap, cause: cause)
  }
  static func begin(_ total: Int = 5) -> Record {
    Record(text: #""store":"cart","type":"@@INIT","state":{"total":\#(total),"note":null,"items":[]}"#)
  }
  private static let rotation = rotated("left")
  static func rotated(_ side: String) -> Record {
    Record(text: #""store":"device","type":"rotated","patch":[{"op":"add","path":"/side","value":"\#(side)"}]"#)
  }
  static func get(_ type: String, _ id: String, sets: Bool = false, cause: Int? = nil) -> Record {
    let patch = sets ? #"{"op":"replace","path":"/note","value":"\#(id)"}"# : ""
    return Record(text: #""store":"cart","type":"\#(type)","payload":{"id":"\#(id)"},"patch":[\#(patch)]"#, cause: cause)
  }
  private static func failed(_ type: String, _ members: String = "") -> Record {
    Record(text: #""store":"cart","type":"\#(type)"\#(members),"error":{"type":"Offline","message":"\#(type) failed"}"#)
  }

  struct World: CustomTestStringConvertible {
    let name: String
    let good: [Record]
    let bad: [Record]
    /// The first fact: its kind, its action, and the action beside it.
    let fact: String
    var testDescription: String { name }
  }

  static let worlds = [
    World(name: "an action more", good: [begin(), act("a")], bad: [begin(), act("a"), act("b")], fact: "times b"),
    World(
      name: "an action less", good: [begin(), act("a"), act("b"), act("c")], bad: [begin(), act("a"), act("c")], fact: "times b below"),
    World(
      name: "an action twice", good: [begin(), act("a"), act("b", cause: 1)],
      bad: [begin(), act("a"), act("b", cause: 1), act("b", cause: 1)],
      fact: "times b"),
    World(name: "a start value", good: [begin(5), act("a")], bad: [begin(0), act("a", "/total", "-5")], fact: "wrote @@INIT"),
    World(
      name: "another value", good: [begin(), act("a"), act("pay", "/total", "5")], bad: [begin(), act("a"), act("pay", "/total", "-5")],
      fact: "wrote pay"),
    World(
      name: "a late answer", good: [begin(), act("ask"), act("answer", gap: 300, cause: 1)],
      bad: [begin(), act("ask"), act("answer", gap: 700, cause: 1)],
      fact: "gapLeast answer ask"),
    World(
      name: "work that failed", good: [begin(), act("a")],
      bad: [begin(), failed("a")], fact: "failed a"),
    World(
      name: "another order", good: [begin(), act("a"), act("b"), act("c", "/total", "0")],
      bad: [begin(), act("b"), act("a"), act("c", "/total", "-5")],
      fact: "firstBefore b a"),
    World(
      name: "a stale answer",
      good: [begin(), act("ask"), act("ask"), act("answer", cause: 1), act("answer", cause: 2)],
      bad: [begin(), act("ask"), act("ask"), act("answer", cause: 2), act("answer", cause: 1)], fact: "overtaken answer ask"),
    World(
      name: "an interruption in another store", good: [begin(), act("tapped"), act("opened", cause: 1), rotation],
      bad: [begin(), act("tapped"), rotation, act("opened", "/note", "2", cause: 1)], fact: "interrupts tapped rotated"),
    World(
      name: "a payload that is not another action's", good: [begin(), get("pick", "ID1"), get("open", "ID1")],
      bad: [begin(), get("pick", "ID1"), get("open", "ID2")], fact: "sameAsOther open pick below"),
    World(
      name: "a payload that is not its cause's", good: [begin(), get("pick", "ID1"), get("open", "ID1", cause: 1)],
      bad: [begin(), get("pick", "ID1"), get("open", "ID2", cause: 1)], fact: "sameAsCause open pick below"),
    World(
      name: "a value that is not copied", good: [begin(), act("a", "/note", #""ID1""#), act("b", "/total", #""ID1""#)],
      bad: [begin(), act("a", "/note", #""ID1""#), act("b", "/total", #""ID2""#)], fact: "copies b  below"),
    World(
      name: "a value that such an action never writes", good: [begin(), act("a"), act("a"), act("b")],
      bad: [
        begin(), act("a"),
        Record(
          text: #""store":"cart","type":"a","patch":[{"op":"replace","path":"/note","value":1},{"op":"replace","path":"/total","value":0}]"#
        ),
        act("b", "/total", "-5"),
      ], fact: "writes a"),
    World(
      name: "an answer to the last of a queue", good: [begin(), act("a", "/items", #"["ID1","ID2"]"#), get("sent", "ID1")],
      bad: [begin(), act("a", "/items", #"["ID1","ID2"]"#), get("sent", "ID2")], fact: "sameAsState sent"),
    World(
      name: "a comma in a text that differs in every run", good: [begin(), get("typed", "ID.5")], bad: [begin(), get("typed", "ID,5")],
      fact: "payload typed"),
    World(
      name: "a value that is not emptied",
      good: [begin(), act("a", "/note", #""x""#), act("b", "/note", #""""#), act("a", "/note", #""""#), act("b", "/total", "7")],
      bad: [begin(), act("a", "/note", #""x""#), act("b", "/note", #""""#), act("a", "/note", #""x""#), act("b", "/total", "7")],
      fact: "empties b below"),
    World(
      name: "an action while another store is busy",
      good: [begin(), act("a", "/note", #""busy""#), act("b", "/note", #""idle""#), rotation],
      bad: [begin(), act("a", "/note", #""busy""#), rotation, act("b", "/note", #""idle""#)], fact: "during rotated "),
    World(
      name: "a value that an earlier action left", good: [begin(), act("a"), act("b"), act("a"), act("b"), act("c", "/total", "7")],
      bad: [begin(), act("a"), act("b"), act("b"), act("a"), act("c", "/total", "7")], fact: "sees c a"),
    World(
      name: "a payload of the action that failed", good: [begin(), get("login", "ann")],
      bad: [begin(), failed("login", #","payload":{"id":"guest"}"#)], fact: "payload login"),
  ]

  @Test(arguments: worlds) func `names the cause`(_ world: World) throws {
    let facts = try Self.facts(world, isNoisy: false)
    #expect(facts.prefix(3).contains(world.fact), "\(facts)")
  }

  @Test(arguments: worlds) func `names the cause among other actions`(_ world: World) throws {
    let facts = try Self.facts(world, isNoisy: true)
    #expect(facts.prefix(3).contains(world.fact), "\(facts)")
  }

  @Test func `says nothing where nothing separates`() throws {
    let records = [Self.begin(), Self.act("a"), Self.act("b")]
    #expect(try Self.facts(World(name: "", good: records, bad: records, fact: ""), isNoisy: true) == [])
  }

  @Test func `dates that are a second apart are two values, and sums of fractions are one`() throws {
    func hash(_ number: Double) throws -> UInt32 { try #require(JSONNumber(number).flatMap { FactScalar(.number($0)) }).hash }
    #expect(try hash(785_000_000.25) != hash(785_000_001.25))
    #expect(try hash(0.1 + 0.2) == hash(0.3))
  }

  @Test func `two causes are two groups`() throws {
    let (good, one, other) = (
      [Self.begin(), Self.act("a")], [Self.begin(0), Self.act("a")], [Self.begin(), Self.act("a"), Self.act("b")]
    )
    let causes = try Self.causes(
      red: Array(repeating: one, count: 6) + Array(repeating: other, count: 6), green: Array(repeating: good, count: 40), isNoisy: true)
    #expect(causes.groups.map(\.red.count) == [6, 6])
    #expect(Set(causes.groups.compactMap { $0.facts.first?.action.type }) == ["@@INIT", "b"], "\(causes.groups.map(\.facts))")
    #expect(causes.unexplained.isEmpty)
  }

  @Test func `failures that are too rare to tell a cause from chance are told apart`() throws {
    let good = [Self.begin(), Self.act("a"), Self.act("b")]
    let causes = try Self.causes(
      red: [[Self.begin(), Self.failed("a")], [Self.begin(), Self.act("a"), Self.failed("b")]].flatMap { [$0, $0] },
      green: Array(repeating: good, count: 12), isNoisy: false)
    #expect(causes.groups.map(\.red.count) == [2, 2])
    #expect(causes.groups.map(\.facts.first?.action.type) == ["a", "b"], "\(causes.groups.map(\.facts))")
  }

  @Test func `a path that is ignored makes no fact`() throws {
    let world = World(
      name: "", good: [Self.begin(), Self.act("pay", "/total", "5")], bad: [Self.begin(), Self.act("pay", "/total", "-5")], fact: "")
    #expect(try Self.facts(world, isNoisy: false, ignoring: [StatePath(parsing: "cart.total")]) == [])
    let contents = World(name: "", good: [Self.begin(), Self.get("look", "p1")], bad: [Self.begin(), Self.get("look", "p2")], fact: "")
    #expect(try Self.facts(contents, isNoisy: false) != [])
    #expect(try Self.facts(contents, isNoisy: false, ignoring: [StatePath(parsing: ".id")]) != [])
    #expect(try Self.facts(contents, isNoisy: false, ignoring: [StatePath(parsing: "payload.id")]) == [])
    #expect(try Self.facts(contents, isNoisy: false, ignoring: [StatePath(parsing: "payload")]) == [])
    func written(_ value: String) -> World {
      World(
        name: "", good: [Self.begin(), Self.act("look", "/items", "[]")], bad: [Self.begin(), Self.act("look", "/items", value)], fact: "")
    }
    let list = written(#"[{"at":7}]"#)
    #expect(try Self.facts(list, isNoisy: false) != [])
    #expect(try Self.facts(list, isNoisy: false, ignoring: [StatePath(parsing: ".items")]) == [])
  }

  @Test func `what was removed with its object is no longer equal to anything`() throws {
    func patch(_ type: String, _ operations: String, _ payload: String = "0") -> Record {
      Record(text: #""store":"cart","type":"\#(type)","payload":{"code":\#(payload)},"patch":[\#(operations)]"#)
    }
    func run(_ last: String) -> [Record] {
      let add = #"{"op":"add","path":"/draft","value":{"code":4711,"rows":[1,2,3]}}"#
      return [Self.begin(), patch("opened", add), patch("closed", last), patch("sent", "", "4711")]
    }
    let ways = [
      #"{"op":"remove","path":"/draft"}"#, #"{"op":"replace","path":"/draft","value":{"n":0}}"#,
      #"{"op":"replace","path":"/draft","value":7}"#,
    ]
    for way in ways {
      let world = World(name: "", good: run(#"{"op":"replace","path":"/draft/code","value":4711}"#), bad: run(way), fact: "")
      let facts = try Self.facts(world, isNoisy: false)
      #expect(facts.contains("sameAsState sent below"), "\(way): \(facts)")
    }
  }

  @Test func `of two runs it tells what differs, and that it may be chance`() throws {
    let world = Self.worlds[0]
    let causes = try Self.causes(red: [world.bad], green: [world.good], isNoisy: false)
    #expect(!causes.isDecided)
    #expect(causes.groups.first?.facts.first?.action.type == "b")
  }

  @Test func `the chance of a separation is Fisher's`() {
    #expect(abs(Hypergeometric.tail(hits: 2, draws: 2, marked: 2, all: 4) - 1.0 / 6) < 1e-12)
    #expect(abs(Hypergeometric.tail(hits: 1, draws: 2, marked: 2, all: 4) - 5.0 / 6) < 1e-12)
    #expect(Hypergeometric.tail(hits: 0, draws: 2, marked: 2, all: 4) == 1)
    #expect(Hypergeometric.tail(hits: 2000, draws: 2500, marked: 2500, all: 5000) < 1e-100)
  }
}

// MARK: - Making runs

extension FailureCausesTests {
  private static func facts(_ world: World, isNoisy: Bool, ignoring: [StatePath] = []) throws -> [String] {
    let causes = try causes(
      red: Array(repeating: world.bad, count: 6), green: Array(repeating: world.good, count: 20), isNoisy: isNoisy, ignoring: ignoring)
    return (causes.groups.first?.facts ?? []).map { fact in
      [fact.kind.rawValue, fact.action.type, fact.other?.type, fact.isBelow ? "below" : nil].compactMap { $0 }.joined(separator: " ")
    }
  }

  static func causes(
    red: [[Record]], green: [[Record]], isNoisy: Bool, ignoring: [StatePath] = []
  ) throws -> FailureCauses {
    var random = SplitMix64(seed: 1)
    let fixtures = try (red + green).map { try LogFixture(text($0, isNoisy: isNoisy, &random)) }
    // The files are deleted with the fixtures.
    return try withExtendedLifetime(fixtures) {
      let entries = try fixtures.map { fixture in try #require(RunListing(fixture.paths).entries.first) }
      return try FailureCauses(red: Array(entries.prefix(red.count)), green: Array(entries.dropFirst(red.count)), ignoring: ignoring)
    }
  }

  /// The lines of a run; with noise, mixed with those of another store whose actions have random times and values.
  private static func text(_ records: [Record], isNoisy: Bool, _ random: inout SplitMix64) -> String {
    var (lines, time) = ([String](), 0)
    var steps: [Int] = []
    // Identifiers differ between runs, and are the same within one.
    let identifier = String(Int.random(in: 10000...99999, using: &random))
    func append(_ text: String, cause: Int? = nil) {
      lines.append("{\"seq\":\(lines.count + 1),\"t\":\(time * 1000),\(text)" + (cause.map { ",\"cause\":\($0)" } ?? "") + "}\n")
    }
    for record in records {
      let end = time + record.gap
      while isNoisy, time < end, Int.random(in: 0..<3, using: &random) > 0 {
        time += Int.random(in: 0...min(3, end - time), using: &random)
        let (kind, number) = (Int.random(in: 0..<5, using: &random), Int.random(in: 0..<1000, using: &random))
        append(#""store":"feed","type":"tick\#(kind)","payload":{"n":\#(number)},"patch":[{"op":"add","path":"/n","value":\#(number)}]"#)
      }
      time = end + (isNoisy ? Int.random(in: 0..<9, using: &random) : 0)
      append(record.text.replacing("ID", with: identifier), cause: record.cause.map { steps[$0] })
      steps.append(lines.count)
    }
    return lines.joined()
  }
}
