import FluxtapeStores
import SampleWorld

/// The search: what is typed and which language is chosen go in, repositories come out.
enum SearchLogic: ViewLogic {
  struct Input: Sendable {
    let queryTyped = Relay<String>()
    let languageChosen = Relay<String?>()
    let retryTapped = Relay<Void>()
  }

  struct State: Sendable {
    let query = Variable("")
    let language = Variable<String?>(nil)
    let repositories = Variable<[Repository]>([])
    let isLoading = Variable(false)
    let error = Variable<String?>(nil)
  }

  struct Extra: Sendable { let server: FakeServer }

  struct Output: Sendable {
    let repositories: Property<[Repository]>
    let canRetry: Property<Bool>
  }

  static func bind(from dependency: Dependency<Input, State, Extra>) -> Output {
    let state = dependency.state
    dependency.on(\.queryTyped) { query in
      state.query.accept(query)
      search(dependency)
    }
    dependency.on(\.languageChosen) { language in
      state.language.accept(language)
      search(dependency)
    }
    dependency.on(\.retryTapped) { search(dependency) }
    return Output(repositories: state.repositories.property, canRetry: Property(state.error.select { $0 != nil }))
  }

  private static func search(_ dependency: Dependency<Input, State, Extra>) {
    let (state, server) = (dependency.state, dependency.extra.server)
    let (query, language) = (state.query.state, state.language.state)
    state.isLoading.accept(true)
    state.error.accept(nil)
    dependency.run("search", query, id: "search") {
      do {
        let found = try await server.call { query.isEmpty ? [] : Repository.matching(query, language: language) }
        dependency.record("answered", found) {
          state.repositories.accept(found)
          state.isLoading.accept(false)
        }
      } catch let error as ServerError {
        dependency.record("failed", error) {
          state.error.accept(error.reason)
          state.isLoading.accept(false)
        }
        throw error
      }
    }
  }
}
