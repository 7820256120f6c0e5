import Testing

@testable import FluxtapeCoding

struct EnumCaseTests {
  enum Honest { case plain, loaded(Int), pair(Int, name: String) }

  enum Described: CustomStringConvertible {
    case plain, loaded(Int)
    var description: String { "something" }
  }

  enum Mirrored: CustomReflectable {
    case plain, loaded(Int)
    var customMirror: Mirror { Mirror(self, children: ["other": 1], displayStyle: .enum) }
  }

  indirect enum Tree<Value> { case leaf(Value), node([Tree]), none }

  @Test func `the name is that in the source, where reflection shows it`() {
    #expect([Honest.plain, .loaded(1), .pair(1, name: "a")].map { EnumCase(of: $0)?.name } == ["plain", "loaded", "pair"])
    #expect([Tree<Int>.leaf(1), .node([]), .none].map { EnumCase(of: $0)?.name } == ["leaf", "node", "none"])
    #expect(EnumCase(of: Described.loaded(1))?.name == "loaded")
    #expect(EnumCase(of: Described.loaded(1) as any CustomStringConvertible)?.name == "loaded")
    #expect(EnumCase(of: Described.plain)?.name == nil)
    #expect(EnumCase(of: Described.plain)?.description == "something")
  }

  @Test func `what is no enum, or hides that it is one, has no case`() {
    #expect(EnumCase(of: 1) == nil && EnumCase(of: "plain") == nil && EnumCase(of: ()) == nil && EnumCase(of: {}) == nil)
    #expect(EnumCase(of: Mirrored.plain) == nil && EnumCase(of: Mirrored.loaded(1)) == nil)
  }
}
