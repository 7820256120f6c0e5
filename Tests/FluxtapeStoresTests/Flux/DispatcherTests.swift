import FluxtapeStores
import Testing

struct DispatcherTests {
  @Test func `handlers of a type get its actions in the order in which they registered`() {
    let (dispatcher, trace) = (Dispatcher(), Trace<String>())
    let tokens = ["a", "b"].map { name in dispatcher.register(TodoToggled.self) { trace.note("\(name)\($0.id)") } }
    dispatcher.dispatch(TodoToggled(id: 1))
    dispatcher.dispatch(FetchTodos.self, .success([]))
    dispatcher.dispatch(TodoToggled(id: 2))
    withExtendedLifetime(tokens) { #expect(trace.entries == ["a1", "b1", "a2", "b2"]) }
  }

  @Test func `results arrive with their error's type`() {
    let (dispatcher, trace) = (Dispatcher(), Trace<Result<[Todo], APIError>>())
    let token = dispatcher.register(FetchTodos.self) { trace.note($0) }
    dispatcher.dispatch(FetchTodos.self, .failure(APIError(status: 502)))
    withExtendedLifetime(token) { #expect(trace.entries == [.failure(APIError(status: 502))]) }
  }

  @Test func `who is unregistered, even by an earlier handler of the same action, is not called`() {
    let (dispatcher, trace) = (Dispatcher(), Trace<String>())
    let later = Trace<Registration>()
    let first = dispatcher.register(TodoToggled.self) { _ in later.entries.forEach { $0.unregister() } }
    later.note(dispatcher.register(TodoToggled.self) { trace.note("later \($0.id)") })
    dispatcher.dispatch(TodoToggled(id: 1))
    first.unregister()
    dispatcher.dispatch(TodoToggled(id: 2))
    #expect(trace.entries == [])
  }

  @Test func `a registration ends with its token`() {
    let (dispatcher, trace) = (Dispatcher(), Trace<Int>())
    do { _ = dispatcher.register(TodoToggled.self) { trace.note($0.id) } }
    dispatcher.dispatch(TodoToggled(id: 1))
    #expect(trace.entries == [])
  }

  @Test func `a dispatch from a handler is handed over when all have handled the first`() {
    let (dispatcher, trace) = (Dispatcher(), Trace<String>())
    let tokens = [
      dispatcher.register(TodoToggled.self) { [weak dispatcher] in
        trace.note("a\($0.id)")
        if $0.id < 3 { dispatcher?.dispatch(TodoToggled(id: $0.id + 1)) }
      },
      dispatcher.register(TodoToggled.self) { trace.note("b\($0.id)") },
    ]
    dispatcher.dispatch(TodoToggled(id: 1))
    withExtendedLifetime(tokens) { #expect(trace.entries == ["a1", "b1", "a2", "b2", "a3", "b3"]) }
  }

  @Test func `who waits for others runs after them, and they run once`() {
    let (dispatcher, trace, others) = (Dispatcher(), Trace<String>(), Trace<Registration>())
    let first = dispatcher.register(TodoToggled.self) { [weak dispatcher] _ in
      dispatcher?.waitFor(others.entries)
      trace.note("first")
    }
    for name in ["second", "third"] { others.note(dispatcher.register(TodoToggled.self) { _ in trace.note(name) }) }
    dispatcher.dispatch(TodoToggled(id: 1))
    withExtendedLifetime(first) { #expect(trace.entries == ["second", "third", "first"]) }
  }

  @Test(arguments: 1...4) func `handlers that wait in a circle are told of, and all run once`(_ count: Int) async {
    let (problems, report) = AsyncStream.makeStream(of: DispatcherProblem.self)
    let (trace, ring) = (Trace<Int>(), Trace<Registration>())
    let dispatcher = Dispatcher(onProblem: { report.yield($0) })
    for number in 0..<count {
      ring.note(
        dispatcher.register(TodoToggled.self, fileID: "Shop/Ring.swift", line: UInt(number)) { [weak dispatcher] _ in
          dispatcher?.waitFor([ring.entries[(number + 1) % count]])
          trace.note(number)
        })
    }
    dispatcher.dispatch(TodoToggled(id: 1))
    #expect(trace.entries == Array((0..<count).reversed()))
    for await problem in problems.prefix(1) {
      #expect(problem == .waitInCircle("Shop/Ring.swift:0", handlers: count))
    }
    for token in ring.entries { token.unregister() }
  }

  @Test func `waiting where nothing is handled is told of`() async {
    let (problems, report) = AsyncStream.makeStream(of: DispatcherProblem.self)
    let dispatcher = Dispatcher(onProblem: { report.yield($0) })
    let token = dispatcher.register(TodoToggled.self) { _ in }
    dispatcher.waitFor([token])
    for await problem in problems.prefix(1) { #expect(problem == .waitOutsideOfHandler) }
  }

  @Test func `problems are told in words`() {
    #expect(
      DispatcherProblem.waitInCircle("Shop/Ring.swift:3", handlers: 2).description
        == "2 handlers wait for each other in a circle: the one of Shop/Ring.swift:3 is running already")
    #expect(
      DispatcherProblem.waitInCircle("A.swift:1", handlers: 1).description.hasPrefix("a handler waits for itself: the one of A.swift:1"))
    #expect(DispatcherProblem.dispatchInReducer("TodoToggled").description.contains("a reducer dispatched TodoToggled; it was dropped"))
    #expect(DispatcherProblem.waitOutsideOfHandler.description == "waitFor was called outside of a handler; it did nothing")
  }

  @Test func `from many threads every handler gets every action once, in one order, never two at a time`() async {
    let dispatcher = Dispatcher()
    let (first, second) = (Trace<Int>(), Trace<Int>())
    let inside = Trace<Int>()
    let tokens = [
      dispatcher.register(TodoToggled.self) {
        inside.note($0.id)
        first.note($0.id)
        inside.note($0.id)
      },
      dispatcher.register(TodoToggled.self) { second.note($0.id) },
    ]
    await onThreads(8) { thread in
      for number in 0..<100 { dispatcher.dispatch(TodoToggled(id: thread * 100 + number)) }
    }
    withExtendedLifetime(tokens) {
      #expect(first.entries.sorted() == Array(0..<800))
      #expect(second.entries == first.entries)
      #expect(stride(from: 0, to: inside.entries.count, by: 2).allSatisfy { inside.entries[$0] == inside.entries[$0 + 1] })
    }
  }

  @Test func `a request's result is dispatched, unless it was cancelled or replaced`() async {
    let (clock, trace) = (VirtualClock(), Trace<Int>())
    let dispatcher = Dispatcher(runner: clock)
    let token = dispatcher.register(FetchTodos.self) { result in trace.note((try? result.get().count) ?? -1) }
    func fetch(_ page: Int, id: EffectID?) {
      let request = FetchTodos(page: page) { () async throws(APIError) in
        try? await clock.sleep(for: .milliseconds(80))
        if page == 0 { throw APIError(status: 404) }
        return Array(repeating: Todo(id: page, title: ""), count: page)
      }
      dispatcher.invoke(request, id: id)
    }
    fetch(0, id: nil)
    fetch(1, id: "fetch")
    fetch(2, id: "fetch")
    await clock.run()
    fetch(3, id: "fetch")
    await clock.advance(by: .milliseconds(20))
    dispatcher.cancel(id: "fetch")
    await clock.run()
    await dispatcher.settled()
    withExtendedLifetime(token) { #expect(trace.entries == [-1, 2]) }
  }
}
