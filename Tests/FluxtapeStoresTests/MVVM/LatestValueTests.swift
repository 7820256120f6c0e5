import FluxtapeStores
import Testing

@Suite struct LatestValueTests {
  private let trace = Trace<String>()

  @Test func `a variable tells its present value and each later one`() {
    let variable = Variable(1)
    let token = variable.subscribe { [trace] in trace.note("\($0)") }
    variable.accept(2)
    variable.update { $0 += 5 }
    withExtendedLifetime(token) { #expect(trace.entries == ["1", "2", "7"]) }
    #expect(variable.state == 7)
  }

  @Test func `a property follows what it is made of, and lets it go`() {
    let variable = Variable(1)
    var property: Property? = Property(variable.select { "\($0)!" })
    variable.accept(2)
    #expect(property?.state == "2!")
    weak var released: Property<String>?
    released = property
    property = nil
    #expect(released == nil)
    variable.accept(3)
  }

  @Test func `a property of events begins with its first value`() {
    let relay = Relay<Int>()
    let property = Property(0, relay.events)
    #expect(property.state == 0)
    relay.accept(4)
    #expect(property.state == 4)
  }

  @Test func `two joined selections tell of each change of either`() {
    let (first, second) = (Variable(1), Variable("a"))
    let token = first.selection.combined(with: second.selection).subscribe { [trace] in trace.note("\($0)\($1)") }
    first.accept(2)
    second.accept("b")
    withExtendedLifetime(token) { #expect(trace.entries == ["1a", "2a", "2b"]) }
  }

  @Test func `two parts of one state that are joined show a step in between, selected together they do not`() {
    let pair = Variable((1, 1))
    let joined = pair.select(\.0).combined(with: pair.select(\.1)).subscribe { [trace] in trace.note("joined \($0)\($1)") }
    let selected = pair.select { ($0.0, $0.1) }.subscribe { [trace] in trace.note("selected \($0)\($1)") }
    pair.accept((2, 2))
    withExtendedLifetime((joined, selected)) {
      #expect(trace.entries.filter { $0.hasPrefix("joined") } == ["joined 11", "joined 21", "joined 22"])
      #expect(trace.entries.filter { $0.hasPrefix("selected") } == ["selected 11", "selected 22"])
    }
  }

  @Test func `no change is lost when eight threads update at once`() async {
    let variable = Variable(0)
    await onThreads(8) { _ in
      for _ in 0..<200 { variable.update { $0 += 1 } }
    }
    #expect(variable.state == 1600)
  }
}
