import Fluxtape
import FluxtapeStores
import SampleWorld

/// The state that outlives the screens: the repositories found last.
struct RepositoryState: Codable, Equatable, Sendable {
  var query = ""
  var repositories: [Repository] = []
  var isLoading = false
}

struct SearchStarted: FluxAction { let query: String }

struct SearchRepositories: FluxRequest, Encodable {
  let query: String
  let server: FakeServer

  enum CodingKeys: CodingKey { case query }

  func perform() async throws(ServerError) -> [Repository] {
    do { return try await server.call { [query] in Repository.matching(query) } } catch {
      throw error as? ServerError ?? ServerError(reason: "cancelled")
    }
  }
}

extension ReduceStore where State == RepositoryState {
  convenience init(repositoriesOn dispatcher: Dispatcher, from: RepositoryState = .init(), recording: StoreTap? = nil) {
    self.init(initial: from, on: dispatcher, recording: recording) { handlers in
      handlers.reduce(SearchStarted.self) { state, started in
        state.query = started.query
        state.isLoading = true
      }
      handlers.reduce(SearchRepositories.self) { state, result in
        if case .success(let repositories) = result { state.repositories = repositories }
        state.isLoading = false
      }
    }
  }
}

extension Dispatcher {
  /// Searches. A running search is cancelled, because it has the same id.
  func search(_ query: String, on server: FakeServer) {
    dispatch(SearchStarted(query: query))
    invoke(SearchRepositories(query: query, server: server), id: "search")
  }
}
