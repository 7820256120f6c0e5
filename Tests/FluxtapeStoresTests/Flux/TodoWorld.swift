import Fluxtape
import FluxtapeStores

struct Todo: Equatable, Sendable, Encodable {
  var id: Int
  var title: String
  var isDone = false
}

struct TodoToggled: FluxAction, Equatable { let id: Int }

struct APIError: Error, Equatable { let status: Int }

/// Fetches after 80 ms, or fails.
struct FetchTodos: FluxRequest, Encodable {
  let page: Int
  let answer: @Sendable () async throws(APIError) -> [Todo]

  enum CodingKeys: CodingKey { case page }

  func perform() async throws(APIError) -> [Todo] { try await answer() }
}

struct TodoList: Equatable, Sendable, Encodable {
  var todos: [Todo] = []
  var error: String?
  var isLoading = false
}

extension ReduceStore where State == TodoList {
  convenience init(todosOn dispatcher: Dispatcher, recording: StoreTap? = nil) {
    self.init(initial: TodoList(), on: dispatcher, recording: recording) { handlers in
      handlers.reduce(TodoToggled.self) { list, toggled in
        guard let place = list.todos.firstIndex(where: { $0.id == toggled.id }) else { return }
        list.todos[place].isDone.toggle()
      }
      handlers.reduce(FetchTodos.self) { list, result in
        switch result {
        case .success(let todos): list = TodoList(todos: todos)
        case .failure(let error): list.error = "\(error.status)"
        }
      }
    }
  }
}
