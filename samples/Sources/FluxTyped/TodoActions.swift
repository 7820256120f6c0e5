import FluxtapeStores
import SampleWorld

struct Todo: Codable, Equatable, Sendable {
  let id: Int
  var title: String
  var isDone = false
}

/// The reason why a request failed.
enum TodoError: Error, Codable, Equatable {
  case offline(String)
}

// MARK: - Requests

struct FetchTodos: FluxRequest, Encodable {
  let server: TodoServer

  enum CodingKeys: CodingKey {}

  func perform() async throws(TodoError) -> [Todo] { try await server.todos() }
}

struct CreateTodo: FluxRequest, Encodable {
  let title: String
  let server: TodoServer

  enum CodingKeys: CodingKey { case title }

  func perform() async throws(TodoError) -> Todo { try await server.create(title) }
}

// MARK: - Other actions

/// The list is loading.
struct FetchStarted: FluxAction {}

struct TodoToggled: FluxAction { let id: Int }

struct FilterChosen: FluxAction { let filter: TodoFilter }

struct ErrorDismissed: FluxAction {}

enum TodoFilter: String, Codable, Equatable, Sendable { case all, open, done }
