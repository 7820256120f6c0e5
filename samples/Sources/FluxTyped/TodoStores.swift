import Fluxtape
import FluxtapeStores

/// The todos of the server, and how the last request went.
struct TodoList: Codable, Equatable, Sendable {
  var todos: [Todo] = []
  var isLoading = false
  var error: TodoError?
}

/// The view of the list: the todos that pass the filter.
struct ShownTodos: Codable, Equatable, Sendable {
  var filter = TodoFilter.all
  var ids: [Int] = []
  var openCount = 0

  mutating func show(_ todos: [Todo]) {
    openCount = todos.count { !$0.isDone }
    ids = todos.filter { filter == .all || $0.isDone == (filter == .done) }.map(\.id)
  }
}

extension ReduceStore where State == TodoList {
  /// - Parameter keepsError: Whether an error stays set when a later request succeeds (the bug).
  convenience init(todosOn dispatcher: Dispatcher, from list: TodoList = .init(), recording tap: StoreTap? = nil, keepsError: Bool) {
    self.init(initial: list, on: dispatcher, recording: tap) { handlers in
      handlers.reduce(FetchStarted.self) { list, _ in list.isLoading = true }
      handlers.reduce(FetchTodos.self) { list, result in
        list.isLoading = false
        list.apply(result, keepsError) { list, todos in list.todos = todos }
      }
      handlers.reduce(CreateTodo.self) { list, result in
        list.apply(result, keepsError) { list, todo in list.todos.append(todo) }
      }
      handlers.reduce(TodoToggled.self) { list, toggled in
        guard let place = list.todos.firstIndex(where: { $0.id == toggled.id }) else { return }
        list.todos[place].isDone.toggle()
      }
      handlers.reduce(ErrorDismissed.self) { list, _ in list.error = nil }
    }
  }
}

extension TodoList {
  fileprivate mutating func apply<Value>(
    _ result: Result<Value, TodoError>, _ keepsError: Bool, _ change: (inout TodoList, Value) -> Void
  ) {
    switch result {
    case .success(let value):
      change(&self, value)
      if !keepsError { error = nil }
    case .failure(let error): self.error = error
    }
  }
}

extension ReduceStore where State == ShownTodos {
  /// Handles an action after `todos` has handled it, because it shows a part of that state.
  convenience init(of todos: ReduceStore<TodoList>, on dispatcher: Dispatcher, from: ShownTodos = .init(), recording: StoreTap? = nil) {
    self.init(initial: from, on: dispatcher, recording: recording) { handlers in
      handlers.reduce(FilterChosen.self) { shown, chosen in
        shown.filter = chosen.filter
        shown.show(todos.state.todos)
      }
      handlers.reduce(FetchTodos.self, after: [todos]) { shown, _ in shown.show(todos.state.todos) }
      handlers.reduce(CreateTodo.self, after: [todos]) { shown, _ in shown.show(todos.state.todos) }
      handlers.reduce(TodoToggled.self, after: [todos]) { shown, _ in shown.show(todos.state.todos) }
    }
  }
}
