import Testing

@testable import FluxtapeHistory

/// Facts about what an action finds in the states, and how the numbers of its payload compare: values that green runs have too.
struct SightFactsTests {
  private typealias Runs = FailureCausesTests
  private typealias Record = FailureCausesTests.Record

  private static func moved(_ from: Int, _ to: Int) -> [Record] {
    [Runs.begin(), Record(text: #""store":"cart","type":"moved","payload":{"from":\#(from),"to":\#(to)},"patch":[]"#)]
  }

  @Test func `which of two numbers of a payload is the larger one is told`() throws {
    let up = [(5, 2), (6, 5), (3, 2), (9, 6), (4, 3), (2, 1)].map(Self.moved)
    let fact = try #require(try EndFactsTests.facts([(3, 5), (2, 3), (4, 6)].map(Self.moved), up).first { $0.kind == .exceeds })
    let (larger, smaller) = fact.isBelow ? (fact.detail, fact.path) : (fact.path, fact.detail)
    #expect([fact.action.type, larger, smaller] == ["moved", "/payload/to", "/payload/from"])
    #expect(try EndFactsTests.facts([up[0]], up) == [])
  }

  @Test func `that a number of a payload is a multiple of another one is told`() throws {
    let uneven = [(9, 4), (8, 3), (10, 4), (7, 3), (8, 5), (11, 5), (10, 3), (7, 4)].map(Self.moved)
    let fact = try #require(try EndFactsTests.facts([(9, 3), (8, 4), (10, 5)].map(Self.moved), uneven).first { $0.kind == .multiple })
    #expect([fact.action.type, fact.path, fact.detail] == ["moved", "/payload/from", "/payload/to"] && !fact.isBelow)
  }

  @Test func `the size of a number that an action finds in its state is told`() throws {
    func run(_ pages: [Int]) -> [Record] {
      let (turned, asked) = (pages.dropLast().map { Runs.act("turned", "/total", "\($0)") }, Runs.act("asked", "/note", "2"))
      return [Runs.begin(0)] + turned + [asked, Runs.act("turned", "/total", "\(pages[pages.count - 1])")]
    }
    let facts = try EndFactsTests.facts(
      [run([2, 3, 1]), run([4, 2])], [run([2, 1, 3]), run([1, 2]), run([3, 1, 4]), run([4, 1, 2])])
    let fact = try #require(facts.first { $0.kind == .sawLeast || $0.kind == .sawMost })
    #expect([fact.action.type, fact.path] == ["asked", "/total"] && !fact.isBelow && fact.bound == 3)
  }

  @Test func `that a payload names an element of another store's array is told`() throws {
    func run(_ typing: [String], _ left: String) -> [Record] {
      let text = typing.map { #""\#($0)""# }.joined(separator: ",")
      let began = Record(text: #""store":"footer","type":"typing","patch":[{"op":"add","path":"/names","value":[\#(text)]}]"#)
      return [Runs.begin(), began, Runs.get("left", left)]
    }
    let reds = [run(["anna", "carl", "bert"], "carl"), run(["dora", "bert", "carl"], "bert"), run(["carl", "anna", "dora"], "anna")]
    let greens = [run(["anna", "carl", "dora"], "bert"), run(["dora", "bert", "carl"], "anna"), run(["bert", "anna", "dora"], "carl")]
    let fact = try #require(try EndFactsTests.facts(reds, greens).first { $0.kind == .sameAsOther })
    #expect([fact.action.type, fact.other?.store, fact.path, fact.detail] == ["left", "footer", "/payload/id", "/names/*"])
  }

  @Test func `an action between two others is told by what it changes`() throws {
    func run(_ sides: [String]) -> [Record] {
      func turn(_ old: String, _ new: String) -> Record {
        let side = old == new ? "" : #",{"op":"add","path":"/side","value":"\#(new)"}"#
        return Record(text: #""store":"device","type":"turned","patch":[{"op":"add","path":"/count","value":\#(sides.count)}\#(side)]"#)
      }
      return [turn("", sides[0]), Runs.begin(), turn(sides[0], sides[1]), Runs.act("tapped"), turn(sides[1], sides[2])]
        + [Runs.act("opened", "/note", sides[1] == sides[2] ? "1" : "2", cause: 3), turn(sides[2], sides[3])]
    }
    let greens = [["up", "left", "left", "up"], ["left", "up", "up", "up"], ["up", "up", "up", "left"]].map(run)
    let reds = [["up", "left", "up", "up"], ["left", "left", "up", "left"], ["up", "up", "left", "left"]].map(run)
    let fact = try #require(try EndFactsTests.facts(reds, greens).first { $0.kind == .interrupts })
    #expect([fact.action.type, fact.other?.type, fact.path, fact.detail] == ["tapped", "turned", "cart opened", "/side"])
  }

  @Test func `which action comes next after another one is told`() throws {
    func run(_ types: [String], isRed: Bool) -> [Record] {
      [Runs.begin()] + types.map { Runs.act($0, "/\($0)", "3") } + [Runs.act("ended", "/total", isRed ? "0" : "5")]
    }
    let greens = [
      ["sent", "stored", "lost", "sent", "stored"], ["sent", "stored", "sent", "stored", "lost"], ["lost", "sent", "stored"],
      ["sent", "sent", "stored", "lost"],
    ].map { run($0, isRed: false) }
    let reds = [["sent", "lost", "sent", "stored"], ["sent", "stored", "sent", "lost", "sent", "stored"]].map { run($0, isRed: true) }
    let facts = try EndFactsTests.facts(reds, greens)
    let fact = try #require(facts.first { $0.kind == .follows }, "\(facts.map { ($0.kind, $0.action.type, $0.other?.type, $0.path) })")
    #expect([fact.action.type, fact.other?.type] == ["lost", "sent"])
  }

  @Test func `a sign in the text that stays at the end is told`() throws {
    func run(_ texts: [String]) -> [Record] { [Runs.begin()] + texts.map { Runs.act("typed", "/note", #""\#($0)""#) } }
    let greens = [["ann ", "bo"], ["carl ", "dora"], ["eve", "flo"], ["guy ", "hans ", "ida"]].map(run)
    let fact = try #require(try EndFactsTests.facts([["jo", "kay "], ["liz ", "moe "]].map(run), greens).first { $0.kind == .ends })
    #expect([fact.action.type, fact.path, fact.detail] == ["typed", "/note/signs()", #"" ""#])
  }

  @Test func `a failure's words for what never changes do not lead away from the cause`() throws {
    let failure = Record(text: #""mark":"XCTAssertEqual failed: 3 is not equal to 2 - stops of the route","level":"error""#)
    func run(_ types: [String]) -> [Record] {
      let plan = Record(text: #""store":"plan","type":"@@INIT","state":{"stops":3}"#)
      return [plan, Runs.begin()] + types.map { Runs.act($0, "/total", "\($0.count)") }
    }
    let greens = [["rerouted", "reached"], ["reached"], ["rerouted", "reached", "reached"]].map(run)
    let reds = [["reached", "rerouted"], ["reached", "rerouted", "reached"]].map { run($0) + [failure] }
    let (red, green) = ((0..<5).map { reds[$0 % 2] }, (0..<20).map { greens[$0 % 3] })
    let fact = try #require(try Runs.causes(red: red, green: green, isNoisy: true).groups.first?.facts.first)
    #expect(fact.action.type == "rerouted")
  }
}
