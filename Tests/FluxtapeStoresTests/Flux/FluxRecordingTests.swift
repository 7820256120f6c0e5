import Fluxtape
import FluxtapeStores
import Testing

/// The log of dispatchers and their stores.
struct FluxRecordingTests {
  private let world = RecordedWorld()

  @Test func `a request, its result and what stores made of it are steps, each the cause of the next`() async {
    let dispatcher = Dispatcher(recording: world.recorder.dispatcher("app"), runner: world.clock)
    var store: ReduceStore? = ReduceStore(todosOn: dispatcher, recording: world.recorder.store("todos"))
    for page in [0, 1] {
      let request = FetchTodos(page: page) { [clock = world.clock] () async throws(APIError) in
        try? await clock.sleep(for: .milliseconds(80))
        if page == 0 { throw APIError(status: 502) }
        return [Todo(id: 1, title: "牛乳")]
      }
      dispatcher.invoke(request, fileID: "Shop/Main.swift", line: 1)
      await world.clock.run()
    }
    dispatcher.dispatch(TodoToggled(id: 1), fileID: "Shop/Main.swift", line: 2)
    withExtendedLifetime(store) {}
    store = nil
    #expect(
      world.chain == [
        "1 app FetchTodos", "2 app FetchTodos.failed <1", "3 todos FetchTodos.failed <2", "4 app FetchTodos <1",
        "5 app FetchTodos", "6 app FetchTodos.succeeded <5", "7 todos FetchTodos.succeeded <6", "8 app FetchTodos <5",
        "9 app TodoToggled", "10 todos TodoToggled <9", "11 todos @@DEINIT",
      ])
    let lines = world.lines
    #expect(lines[0].hasSuffix(#""effect":{"id":"FetchTodos#1","phase":"started"},"payload":{"page":0}}"#), "\(lines[0])")
    #expect(lines[1].contains(#""payload":{"$type":"APIError","status":502},"reduced":false"#), "\(lines[1])")
    #expect(lines[3].contains(#""patch":[{"op":"add","path":"/error","value":"502"}]"#), "\(lines[3])")
    #expect(!lines[3].contains("payload"))
    #expect(lines[4].contains(#""phase":"failed"},"dur":80000,"error":{"type":"APIError""#), "\(lines[4])")
    #expect(lines.contains { $0.contains(#""type":"TodoToggled","site":"Shop/Main.swift:2","payload":{"id":1}"#) })
  }

  @Test func `what a subscriber dispatches has the store's step as its cause, though it is handed over later`() {
    let dispatcher = Dispatcher(recording: world.recorder.dispatcher("app"))
    let store = ReduceStore(initial: 0, on: dispatcher, recording: world.recorder.store("sum")) { handlers in
      handlers.reduce(TodoToggled.self) { sum, toggled in sum += toggled.id }
    }
    let token = store.subscribe { [weak dispatcher] sum in if sum == 1 { dispatcher?.dispatch(TodoToggled(id: 5)) } }
    dispatcher.dispatch(TodoToggled(id: 1))
    withExtendedLifetime(token) {
      #expect(world.chain == ["1 app TodoToggled", "2 sum TodoToggled <1", "3 app TodoToggled <2", "4 sum TodoToggled <3"])
    }
  }

  @Test func `a group is one store, whose state has a member for each of its stores`() throws {
    let dispatcher = Dispatcher(recording: world.recorder.dispatcher("app"))
    let list = ReduceStore(todosOn: dispatcher)
    let count = ReduceStore(initial: 0, on: dispatcher) { handlers in
      handlers.reduce(FetchTodos.self) { count, _ in count += 1 }
    }
    let group = StoreGroup(recording: world.recorder.store("screen")) { members in
      members.add("list", list)
      members.add("count", count)
    }
    dispatcher.dispatch(FetchTodos.self, .success([Todo(id: 1, title: "a")]))
    dispatcher.dispatch(TodoToggled(id: 9))
    withExtendedLifetime(group) {
      #expect(world.chain == ["1 app FetchTodos.succeeded", "2 screen FetchTodos.succeeded <1", "3 app TodoToggled"])
      let state = #"{"count":0,"list":{"$type":"TodoList","todos":[],"isLoading":false}}"#
      #expect(world.lines[1].contains(#""type":"@@STATE","state":"# + state), "\(world.lines[1])")
      #expect(world.lines[2].contains(#"{"op":"replace","path":"/count","value":1}"#), "\(world.lines[2])")
      #expect(world.lines[2].contains(#""path":"/list/todos/0""#))
    }
  }

  @Test func `nothing is recorded by a recorder that is disabled, and all works`() {
    let dispatcher = Dispatcher(recording: Recorder.disabled.dispatcher("app"))
    let store = ReduceStore(todosOn: dispatcher, recording: Recorder.disabled.store("todos"))
    let group = StoreGroup(recording: Recorder.disabled.store("screen")) { $0.add("todos", store) }
    dispatcher.dispatch(FetchTodos.self, .success([Todo(id: 1, title: "a")]))
    withExtendedLifetime(group) { #expect(store.state.todos.count == 1) }
  }
}
