import Fluxtape
import FluxtapeStores
import Testing

/// A search with everything that a screen may have.
enum SearchLogic: ViewLogic {
  struct Input: Sendable {
    let queryTyped = Relay<String>()
    let cleared = Relay<Void>()
  }

  struct State: Sendable {
    let query = Variable("")
    let results = Variable<[String]>([])
  }

  struct Extra: Sendable {
    let clock: VirtualClock
    let theme: Variable<String>
  }

  struct Output: Sendable { let title: Property<String> }

  static func bind(from dependency: Dependency<Input, State, Extra>) -> Output {
    let (state, clock) = (dependency.state, dependency.extra.clock)
    dependency.on(\.queryTyped) { query in
      state.query.accept(query)
      dependency.run("search", query, id: "search", fileID: "Shop/Search.swift", line: 7) {
        try await clock.sleep(for: .milliseconds(80))
        state.results.accept([query])
      }
    }
    dependency.on(\.cleared) {
      dependency.cancel(id: "search")
      dependency.record("emptied", 0) {
        state.query.accept("")
        state.results.accept([])
      }
    }
    dependency.observe("themeChanged", dependency.extra.theme) { _ in }
    return Output(title: Property(state.results.select { "\($0.count) found" }))
  }
}

@Suite struct ViewStreamTests {
  private let world = RecordedWorld()
  private let theme = Variable("light")

  private func screen(recorded: Bool = true) -> ViewStream<SearchLogic> {
    ViewStream(
      SearchLogic.self, input: .init(), state: .init(), extra: .init(clock: world.clock, theme: theme), runner: world.clock,
      recording: recorded ? world.recorder.store("search") : nil)
  }

  @Test func `inputs lead to outputs, also where nothing is recorded`() async {
    let screen = screen(recorded: false)
    screen.input.queryTyped("a")
    await world.clock.run()
    #expect(screen.output.title.state == "1 found")
    screen.input.queryTyped("b")
    screen.input.cleared()
    await world.clock.run()
    #expect(screen.output.title.state == "0 found")
    #expect(world.lines == [])
  }

  @Test func `inputs, work, what it sets and what is observed are steps with causes, the screen's state their result`() async {
    var screen: ViewStream? = screen()
    screen?.input.queryTyped("a", fileID: "Shop/Main.swift", line: 1)
    await world.clock.run()
    theme.accept("dark")
    screen?.input.cleared()
    withExtendedLifetime(screen) {}
    screen = nil
    #expect(
      world.chain == [
        "1 search @@INIT", "2 search queryTyped", "3 search search <2", "4 search results <3", "5 search themeChanged",
        "6 search cleared", "7 search emptied <6", "8 search @@DEINIT",
      ])
    let lines = world.lines
    #expect(lines[0].contains(#""state":{"query":"","results":[],"title":"0 found"}"#), "\(lines[0])")
    #expect(lines[1].contains(#""site":"Shop/Main.swift:1","payload":"a""#), "\(lines[1])")
    #expect(lines[1].contains(#""patch":[{"op":"replace","path":"/query","value":"a"}]"#))
    #expect(lines[3].contains(#""path":"/results/0","value":"a""#))
    #expect(lines[3].contains(#""path":"/title","value":"1 found""#))
    #expect(lines.contains { $0.contains(#""type":"cleared""#) && !$0.contains("payload") })
  }

  @Test func `a screen ends with its last owner, whatever its logic's closures hold, and its work with it`() async {
    weak var released: ViewStream<SearchLogic>?
    let trace = Trace<String>()
    var held: [Any] = []
    do {
      let screen = screen()
      released = screen
      held = [screen.input, screen.output, screen.output.title.subscribe { trace.note($0) }]
      screen.input.queryTyped("a")
      await world.clock.advance(by: .milliseconds(10))
    }
    #expect(released == nil)
    await world.clock.run()
    #expect(trace.entries == ["0 found"])
    #expect(held.count == 3)
    #expect(world.lines.contains { $0.contains(#""completes":3"#) && $0.contains("CancellationError") })
  }

  @Test func `everything inside of a screen is released with it`() async {
    final class Witness: Sendable {}
    enum Logic: ViewLogic {
      struct Input: Sendable { let tapped = Relay<Void>() }
      struct State: Sendable { let count = Variable(0) }
      static func bind(from dependency: Dependency<Input, State, Witness>) -> Property<Int> {
        dependency.on(\.tapped) {
          dependency.state.count.update { [witness = dependency.extra] in $0 += witness === dependency.extra ? 1 : 0 }
        }
        dependency.observe("self", dependency.state.count) { _ in _ = dependency }
        return dependency.state.count.property
      }
    }
    weak var witness: Witness?
    do {
      let made = Witness()
      witness = made
      let screen = ViewStream(Logic.self, input: .init(), state: .init(), extra: made)
      screen.input.tapped()
      #expect(screen.output.state == 1)
    }
    #expect(witness == nil)
  }

  @Test func `two screens of one name are told apart while both live`() async {
    let first = screen()
    let second = screen()
    second.input.queryTyped("b")
    withExtendedLifetime(first) { #expect(world.chain.prefix(3) == ["1 search @@INIT", "2 search#2 @@INIT", "3 search#2 queryTyped"]) }
    await world.clock.run()
  }

  @Test func `inputs from many threads leave a log whose states follow each other`() async {
    let screen = screen()
    await onThreads(8) { thread in
      for number in 0..<20 { screen.input.queryTyped("\(thread)-\(number)") }
    }
    #expect(world.chain.count { $0.hasSuffix("search queryTyped") } == 160)
    await world.clock.run()
  }

  @Test func `an output that is made of what lies outside is a step of its own`() {
    enum Logic: ViewLogic {
      struct Input: Sendable {}
      struct State: Sendable {}
      struct Output: Sendable { let title: Property<String> }
      static func bind(from dependency: Dependency<Input, State, Variable<String>>) -> Output {
        Output(title: Property(dependency.extra.select { "\($0)!" }, fileID: "Shop/Theme.swift", line: 5))
      }
    }
    let screen = ViewStream(Logic.self, input: .init(), state: .init(), extra: theme, recording: world.recorder.store("screen"))
    let tap = world.recorder.store("settings")
    tap.record("themeChosen") { theme.accept("dark") }
    withExtendedLifetime(screen) {
      #expect(world.chain == ["1 screen @@INIT", "2 settings themeChosen", "3 screen title <2"])
      #expect(
        world.lines[2].contains(#""site":"Shop/Theme.swift:5","dur":0,"patch":[{"op":"replace","path":"/title","value":"dark!"}]"#),
        "\(world.lines[2])")
    }
  }
}
