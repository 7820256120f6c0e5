import Fluxtape
import FluxtapeStores
import SampleWorld

/// What outlives the screens: the repositories found last, and how they are asked for.
struct RepositoryState: Codable, Equatable, Sendable {
  var query = ""
  var repositories: [Repository] = []
  var isLoading = false
}

struct RepositoryEvents: Sendable {
  let searching: Subject<String>
  let found: Subject<[Repository]>

  init(_ dispatcher: Dispatcher) {
    searching = dispatcher.subject("searching")
    found = dispatcher.subject("found")
  }
}

extension ReduceStore where State == RepositoryState {
  convenience init(_ events: RepositoryEvents, on dispatcher: Dispatcher, from: RepositoryState = .init(), recording: StoreTap? = nil) {
    self.init(initial: from, on: dispatcher, recording: recording) { handlers in
      handlers.reduce(events.searching) { state, query in
        state.query = query
        state.isLoading = true
      }
      handlers.reduce(events.found) { state, repositories in
        state.repositories = repositories
        state.isLoading = false
      }
    }
  }
}

struct RepositoryAction: Sendable {
  let server: FakeServer
  let dispatcher: Dispatcher
  let events: RepositoryEvents

  func search(_ query: String) {
    dispatcher.run("search", query, id: "search") {
      events.searching.dispatch(query)
      events.found.dispatch(try await server.call { Repository.matching(query) })
    }
  }
}
