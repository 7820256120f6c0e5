import Fluxtape
import FluxtapeStores
import Testing

// The code about Flux on the page "Every architecture, recorded", word for word.

extension TodoList {
  fileprivate mutating func toggle(_ id: Int) {
    for place in todos.indices where todos[place].id == id { todos[place].isDone.toggle() }
  }

  fileprivate mutating func show(_ result: Result<[Todo], APIError>) {
    switch result {
    case .success(let todos): self.todos = todos
    case .failure(let error): self.error = "\(error.status)"
    }
  }
}

struct FluxSnippets {
  private let world = RecordedWorld()
  private var recorder: Recorder { world.recorder }

  @Test func `typed actions`() async {
    let api = TodoAPI()
    let dispatcher = Dispatcher(recording: recorder.dispatcher("app"))
    let todos = ReduceStore(initial: TodoList(), on: dispatcher, recording: recorder.store("todos")) { handlers in
      handlers.reduce(TodoToggled.self) { list, toggled in list.toggle(toggled.id) }
      handlers.reduce(FetchTodos.self) { list, result in list.show(result) }
    }
    dispatcher.invoke(FetchTodos(api: api))
    dispatcher.dispatch(TodoToggled(id: 1))
    await dispatcher.settled()
    #expect(todos.state.todos.count == 1)
    #expect(world.chain.contains { $0.contains("todos FetchTodos.succeeded") })
  }
}

extension FluxSnippets {
  struct TodoAPI: Sendable {
    func todos() async throws(APIError) -> [Todo] { [Todo(id: 1, title: "牛乳")] }
  }

  struct TodoToggled: FluxAction { let id: Int }

  struct FetchTodos: FluxRequest, Encodable {
    let api: TodoAPI
    enum CodingKeys: CodingKey {}
    func perform() async throws(APIError) -> [Todo] { try await api.todos() }
  }
}
