import Fluxtape
import FluxtapeStores
import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

/// Unio: two streams of inputs, state and outputs, each the input of the other: a search, and the languages that it found.
enum FacetedSearch: Sample {
  static let name = "unio"
  static let bug = "unio-loop"

  @MainActor static func play(on stage: Stage) async {
    let app = App(stage)
    await use(app, stage.clock)
    withExtendedLifetime(app) {}
  }

  @MainActor private final class App {
    let languages: UnioStream<LanguageLogic>
    let search: UnioStream<SearchLogic>
    private(set) var canRetry = false
    private var cancellables: [AnyCancellable] = []

    init(_ stage: Stage) {
      let server = FakeServer(clock: stage.clock, answers: answers)
      search = UnioStream(
        SearchLogic.self, input: .init(), state: .init(), extra: .init(server: server, clock: stage.clock), named: "search",
        recorder: stage.recorder)
      languages = UnioStream(
        LanguageLogic.self, input: .init(), state: .init(), extra: .init(repeatsChoice: stage.hasBug), named: "languages",
        recorder: stage.recorder)
      // Each stream feeds the other. Captured weakly, so that these subscriptions do not retain them.
      search.output.repositories.dropFirst()
        .sink { [weak languages] found in languages?.accept(found, for: \.found) }
        .store(in: &cancellables)
      languages.output.chosen
        .sink { [weak search] language in search?.accept(language, for: \.languageChosen) }
        .store(in: &cancellables)
      search.output.canRetry.sink { [weak self] in self?.canRetry = $0 }.store(in: &cancellables)
    }

    func disconnect() { cancellables = [] }
  }

  @MainActor private static func use(_ app: App, _ clock: VirtualClock) async {
    for query in ["r", "re", "redux"] {
      await clock.advance(by: .milliseconds(180))
      app.search.accept(query, for: \.queryTyped)
    }
    await clock.advance(by: .seconds(3))
    app.languages.accept("Swift", for: \.tapped)
    await clock.advance(by: .seconds(2))
    if app.canRetry { app.search.accept((), for: \.retryTapped) }
    await clock.advance(by: .seconds(1))
    app.languages.accept(nil, for: \.tapped)
    await clock.advance(by: .seconds(1))
    app.disconnect()
  }

  private static let answers: [FakeServer.Answer] = [
    .success(after: .milliseconds(400)), .success(after: .milliseconds(300)), .success(after: .milliseconds(280)),
    .failure("429 Too Many Requests", after: .milliseconds(110)), .success(after: .milliseconds(700)),
  ]
}
