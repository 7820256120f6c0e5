import FluxtapeStores
import SampleWorld

struct Todo: Codable, Equatable, Sendable {
  let id: Int
  var title: String
  var isDone = false
}

/// Why the server did not do as it was asked.
enum TodoError: Error, Codable, Equatable {
  case offline(String)
}

// MARK: - What asks the server

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

// MARK: - What only happens

/// The list began to load.
struct FetchStarted: FluxAction {}

struct TodoToggled: FluxAction { let id: Int }

struct FilterChosen: FluxAction { let filter: TodoFilter }

struct ErrorDismissed: FluxAction {}

enum TodoFilter: String, Codable, Equatable, Sendable { case all, open, done }
