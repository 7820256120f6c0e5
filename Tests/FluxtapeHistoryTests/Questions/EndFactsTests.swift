import Testing

@testable import FluxtapeHistory

/// Facts about what states hold when a run ends, and about values that stand in two stores.
struct EndFactsTests {
  private typealias Runs = FailureCausesTests
  private typealias Record = FailureCausesTests.Record

  /// The facts of 6 red runs of some kinds and 24 green ones of others.
  static func facts(_ reds: [[FailureCausesTests.Record]], _ greens: [[FailureCausesTests.Record]]) throws -> [FailureFact] {
    let (red, green) = ((0..<6).map { reds[$0 % reds.count] }, (0..<24).map { greens[$0 % greens.count] })
    return try Runs.causes(red: red, green: green, isNoisy: true).groups.first?.facts ?? []
  }

  private static func sum(_ one: Int, _ other: Int, _ all: Int) -> Record {
    let values = [("note", one), ("count", other), ("total", all)].map { #"{"op":"add","path":"/\#($0)","value":\#($1)}"# }
    return Record(text: #""store":"cart","type":"summed","patch":[\#(values.joined(separator: ","))]"#)
  }

  private static func pair(_ note: String, _ total: String) -> [Record] { [Runs.act("a", "/note", note), Runs.act("b", "/total", total)] }

  @Test func `two values that the end has only together name who wrote them`() throws {
    func run(_ note: String, _ total: String) -> [Record] {
      [Runs.begin()] + [("\"on\"", "0"), ("\"off\"", "7"), (note, total)].flatMap(Self.pair)
    }
    let facts = try Self.facts([run("\"on\"", "7")], [run("\"on\"", "0"), run("\"off\"", "7"), run("\"off\"", "0")])
    let fact = try #require(facts.first { $0.kind == .ends })
    #expect([fact.action.type, fact.other?.type, fact.path, fact.detail] == ["b", "a", "/total", "not 0 and cart /note = \"on\""])
  }

  @Test func `two values that are no longer equal at the end are told, and not that they were unequal before`() throws {
    func run(_ end: [String]) -> [Record] { [Runs.begin()] + Self.pair("61", "72") + Self.pair("53", "53") + Self.pair(end[0], end[1]) }
    let (same, other) = (["31", "42", "84"].map { run([$0, $0]) }, run(["31", "42"]))
    let fact = try #require(try Self.facts([other], same).first { $0.kind == .endsEqual })
    #expect([fact.action.type, fact.other?.type, fact.path, fact.detail] == ["b", "a", "/total", "cart /note"])
    #expect(try Self.facts([same[0]], same) == [])
  }

  @Test func `a sum that does not hold at the end is told, and not one that did not hold before`() throws {
    let fine = [[(3, 4, 7), (2, 7, 9)], [(3, 4, 8), (5, 1, 6)], [(2, 7, 9), (1, 8, 9)]].map { [Runs.begin()] + $0.map(Self.sum) }
    let wrong = [Runs.begin(), Self.sum(2, 7, 9), Self.sum(1, 8, 8)]
    let fact = try #require(try Self.facts([wrong], fine).first { $0.kind == .endsSum })
    #expect([fact.action.type, fact.path, fact.detail] == ["summed", "/total", "/count + /note"])
    #expect(try !Self.facts([fine[1]], fine).contains { $0.kind == .endsSum })
  }

  @Test func `an action that happened once more than another one is told by their numbers`() throws {
    func run(_ opened: Int, _ closed: Int) -> [Record] {
      [Runs.begin()] + Array(repeating: Runs.act("opened"), count: opened) + Array(repeating: Runs.act("closed"), count: closed)
    }
    let facts = try Self.facts([run(5, 4)], [run(3, 3), run(4, 4), run(5, 5), run(6, 6)])
    let fact = try #require(facts.first { $0.kind == .endsEqual })
    #expect([fact.action.type, fact.other?.type, fact.detail] == ["closed", "opened", "the number of cart opened"])
  }

  @Test func `a value from a payload that another store does not have any more is told where it is written`() throws {
    func run(_ isStale: Bool, _ isWritten: Bool) -> [Record] {
      let first = [Runs.begin(), Runs.rotated("ID1"), Runs.get("turned", "ID1", sets: true), Runs.rotated("ID2")]
      return first + (isStale ? [Runs.get("turned", "ID1", sets: isWritten)] : []) + [Runs.get("turned", "ID2", sets: true)]
    }
    let facts = try Self.facts([run(true, true)], [run(true, false), run(false, false)])
    let fact = try #require(facts.first { $0.kind == .mirrors })
    #expect([fact.action.type, fact.other?.store, fact.path, fact.detail] == ["turned", "device", "/note", "/side"] && fact.isBelow)
  }

  @Test func `how long a text is and the numbers of a date are told`() throws {
    func run(_ text: String) -> [Record] { [Runs.begin(), Runs.get("typed", text)] }
    let long = ["abcdefgh", "bcdefghi", "cdefghij", "defghijk", "efghijkl", "fghijklm"].map(run)
    #expect(try Self.facts(long, [run("ab"), run("abc"), run("abcd"), run("xyz")]).map(\.path).contains("/payload/id/len()"))
    let late = try Self.facts((1...6).map { run("2026-10-1\($0)") }, (1...6).map { run("2026-0\($0)-2\($0)") })
    #expect(late.map(\.path).contains { $0.hasPrefix("/payload/id/part(") })
  }
}
