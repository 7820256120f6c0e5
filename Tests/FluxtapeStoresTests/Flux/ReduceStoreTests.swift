import FluxtapeStores
import Testing

struct ReduceStoreTests {
  private let milk = Todo(id: 1, title: "牛乳")

  @Test func `subscribers are told of states that differ`() {
    let (dispatcher, trace) = (Dispatcher(), Trace<Bool>())
    let store = ReduceStore(todosOn: dispatcher)
    dispatcher.dispatch(FetchTodos.self, .success([milk]))
    let token = store.subscribe { trace.note($0.todos[0].isDone) }
    dispatcher.dispatch(TodoToggled(id: 9))
    dispatcher.dispatch(TodoToggled(id: 1))
    withExtendedLifetime(token) { #expect(trace.entries == [false, true]) }
  }

  @Test func `nobody sees half of an action`() {
    let (dispatcher, trace) = (Dispatcher(), Trace<String>())
    let stores = (ReduceStore(todosOn: dispatcher), ReduceStore(todosOn: dispatcher))
    let tokens = [stores.0, stores.1].map { store in
      store.subscribe { [stores] _ in trace.note("\(stores.0.state.todos.count) \(stores.1.state.todos.count)") }
    }
    dispatcher.dispatch(FetchTodos.self, .success([milk]))
    withExtendedLifetime(tokens) { #expect(trace.entries == ["0 0", "0 0", "1 1", "1 1"]) }
  }

  @Test func `a store that comes after another one sees its new state`() {
    let dispatcher = Dispatcher()
    let todos = Trace<ReduceStore<TodoList>>()
    // Registered first, but the second to handle the action.
    let later = LateStore()
    let count = ReduceStore(initial: 0, on: dispatcher) { handlers in
      handlers.reduce(FetchTodos.self, after: [later]) { count, _ in count = todos.entries.first?.state.todos.count ?? -1 }
    }
    let list = ReduceStore(todosOn: dispatcher)
    todos.note(list)
    later.store = list
    dispatcher.dispatch(FetchTodos.self, .success([milk, milk]))
    #expect(count.state == 2)
  }

  /// Forwards to a store that is created later.
  private final class LateStore: FluxStore, @unchecked Sendable {
    var store: ReduceStore<TodoList>?
    var registrations: [Registration] { store?.registrations ?? [] }
  }

  @Test func `a dispatch inside of a reducer is refused, of whichever dispatcher`() async {
    let (problems, report) = AsyncStream.makeStream(of: DispatcherProblem.self)
    let other = Dispatcher(onProblem: { report.yield($0) })
    let dispatcher = Dispatcher()
    let store = ReduceStore(initial: 0, on: dispatcher) { handlers in
      handlers.reduce(TodoToggled.self) { count, toggled in
        other.dispatch(toggled)
        count += 1
      }
    }
    dispatcher.dispatch(TodoToggled(id: 1))
    #expect(store.state == 1)
    for await problem in problems.prefix(1) { #expect(problem == .dispatchInReducer("TodoToggled")) }
  }

  @Test func `a group tells once of what changed several of its stores`() {
    let (dispatcher, trace) = (Dispatcher(), Trace<String>())
    let stores = (ReduceStore(todosOn: dispatcher), ReduceStore(todosOn: dispatcher))
    let group = StoreGroup { members in
      members.add("first", stores.0)
      members.add("second", stores.1)
    }
    let token = group.subscribe { [stores] in trace.note("\(stores.0.state.todos.count) \(stores.1.state.todos.count)") }
    dispatcher.dispatch(FetchTodos.self, .success([milk]))
    dispatcher.dispatch(TodoToggled(id: 9))
    withExtendedLifetime((token, group)) { #expect(trace.entries == ["0 0", "1 1"]) }
  }

  @Test func `states have the order of dispatch from many threads`() async {
    let dispatcher = Dispatcher()
    let store = ReduceStore(initial: [Int](), on: dispatcher) { handlers in
      handlers.reduce(TodoToggled.self) { ids, toggled in ids.append(toggled.id) }
    }
    await onThreads(8) { thread in
      for number in 0..<50 { dispatcher.dispatch(TodoToggled(id: thread * 50 + number)) }
    }
    #expect(store.state.sorted() == Array(0..<400))
    for thread in 0..<8 {
      let own = store.state.filter { $0 / 50 == thread }
      #expect(own == own.sorted())
    }
  }

  @Test func `stores, groups, dispatchers and requests go with their owners`() async {
    weak var dispatcher: Dispatcher?
    weak var store: ReduceStore<TodoList>?
    weak var group: StoreGroup?
    var held: [Any] = []
    do {
      let made = Dispatcher()
      let list = ReduceStore(todosOn: made)
      let count = ReduceStore(initial: 0, on: made) { handlers in
        handlers.reduce(TodoToggled.self, after: [list]) { count, _ in count += 1 }
      }
      let both = StoreGroup { members in
        members.add("list", list)
        members.add("count", count)
      }
      (dispatcher, store, group) = (made, list, both)
      held = [
        list.subscribe { _ in }, list.changes.makeAsyncIterator(), both.subscribe {}, list.registrations,
      ]
      made.invoke(
        FetchTodos(page: 1) { () async throws(APIError) in
          try? await EffectTests.untilCancelled()
          return []
        })
      made.dispatch(TodoToggled(id: 1))
    }
    #expect(dispatcher == nil)
    #expect(store == nil)
    #expect(group == nil)
    #expect(held.count == 4)
  }
}
