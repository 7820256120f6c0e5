import FluxtapeStores
import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

/// The search: its inputs are a query, a language and a retry, its outputs the repositories and whether a retry makes sense.
enum SearchLogic: UnioLogic {
  struct Input {
    let queryTyped = PassthroughSubject<String, Never>()
    let languageChosen = PassthroughSubject<String?, Never>()
    let retryTapped = PassthroughSubject<Void, Never>()
  }

  struct State {
    let query = CurrentValueSubject<String, Never>("")
    let language = CurrentValueSubject<String?, Never>(nil)
    let repositories = CurrentValueSubject<[Repository], Never>([])
    let isLoading = CurrentValueSubject<Bool, Never>(false)
    let error = CurrentValueSubject<String?, Never>(nil)
  }

  struct Extra {
    let server: FakeServer
    let clock: VirtualClock
  }

  struct Output {
    let repositories: AnyPublisher<[Repository], Never>
    let canRetry: AnyPublisher<Bool, Never>
  }

  @MainActor static func bind(from dependency: Dependency<Self>, storedIn cancellables: inout [AnyCancellable]) -> Output {
    let (input, state, recording) = (dependency.input, dependency.state, dependency.recording)
    let typed = input.queryTyped.handleEvents(receiveOutput: { state.query.send($0) }).map { _ in }
    let chosen = input.languageChosen.handleEvents(receiveOutput: { state.language.send($0) }).map { _ in }
    // No debounce here: `switchToLatest` alone replaces searches. Shared, because each of the two subscribers would search otherwise.
    let answers = typed.merge(with: chosen).merge(with: input.retryTapped)
      .handleEvents(receiveOutput: {
        state.isLoading.send(true)
        state.error.send(nil)
      })
      .map { search(state.query.value, state.language.value, dependency).mapToResult() }
      .switchToLatest()
      .share()
    // An answer arrives later, so it is a step of its own.
    answers.compactMap { try? $0.get() }
      .sink { found in
        recording.tap.record("answered", found) {
          state.isLoading.send(false)
          state.repositories.send(found)
        }
      }
      .store(in: &cancellables)
    answers.compactMap(\.failure)
      .sink { failure in
        recording.tap.record("failed", failure.reason) {
          state.isLoading.send(false)
          state.error.send(failure.reason)
        }
      }
      .store(in: &cancellables)
    return Output(
      repositories: state.repositories.eraseToAnyPublisher(),
      canRetry: state.error.map { $0 != nil }.removeDuplicates().eraseToAnyPublisher())
  }

  @MainActor private static func search(
    _ query: String, _ language: String?, _ dependency: Dependency<Self>
  ) -> AnyPublisher<[Repository], any Error> {
    let server = dependency.extra.server
    // `runner:` runs the request on the virtual time of the sample; leave it out in an app.
    return dependency.recording.tap.publisher("search", query, runner: dependency.extra.clock) {
      try await server.call { query.isEmpty ? [] : Repository.matching(query, language: language) }
    }
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
