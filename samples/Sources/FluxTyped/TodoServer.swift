import SampleWorld

/// The server of the todo list, with typed errors.
actor TodoServer {
  private let server: FakeServer
  private var list: [Todo] = [
    Todo(id: 1, title: "牛乳を買う"), Todo(id: 2, title: "Call Zoë back", isDone: true), Todo(id: 3, title: "Récupérer le colis"),
  ]

  init(_ server: FakeServer) { self.server = server }

  func todos() async throws(TodoError) -> [Todo] { try await answer { [list] in list } }

  func create(_ title: String) async throws(TodoError) -> Todo {
    let todo = Todo(id: list.count + 1, title: title)
    list.append(try await answer { todo })
    return todo
  }

  private func answer<Value: Sendable>(_ value: @Sendable () -> Value) async throws(TodoError) -> Value {
    do { return try await server.call(value) } catch { throw .offline((error as? ServerError)?.reason ?? "cancelled") }
  }
}
