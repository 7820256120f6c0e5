import FluxtapeCoding
import Testing

struct EnumCaseNameTests {
  enum Honest { case plain, loaded(Int), pair(Int, name: String) }

  enum Dishonest: CustomStringConvertible, CustomReflectable {
    case plain, loaded(Int)
    var description: String { "loaded" }
    var customMirror: Mirror { Mirror(self, children: ["other": 1], displayStyle: .enum) }
  }

  indirect enum Tree<Value> { case leaf(Value), node([Tree]), none }

  @Test func `the name is that in the source, whatever the value says of itself`() {
    #expect([Honest.plain, .loaded(1), .pair(1, name: "a")].map { EnumCaseName.of($0) } == ["plain", "loaded", "pair"])
    #expect([Dishonest.plain, .loaded(1)].map { EnumCaseName.of($0) } == ["plain", "loaded"])
    #expect([Tree<Int>.leaf(1), .node([]), .none].map { EnumCaseName.of($0) } == ["leaf", "node", "none"])
    #expect(EnumCaseName.of(Dishonest.plain as any CustomStringConvertible) == "plain")
  }

  @Test func `what is no enum has no case`() {
    #expect(EnumCaseName.of(1) == nil && EnumCaseName.of("plain") == nil && EnumCaseName.of(()) == nil && EnumCaseName.of({}) == nil)
  }

  @Test func `without the runtime's help, honest enums still have their names`() {
    #expect([Honest.plain, .loaded(1), .pair(1, name: "a")].map { EnumCaseName.guessed($0) } == ["plain", "loaded", "pair"])
    #expect([Tree<Int>.leaf(1), .node([]), .none].map { EnumCaseName.guessed($0) } == ["leaf", "node", "none"])
    #expect(EnumCaseName.guessed(1) == nil)
  }
}
