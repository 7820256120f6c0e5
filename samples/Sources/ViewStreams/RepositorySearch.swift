import Fluxtape
import FluxtapeStores
import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

/// View streams over Flux: a store that outlives the screens, and screens with streams that end with them.
enum RepositorySearch: Sample {
  static let name = "view-stream"
  static let bug = "view-stream-leaked-screen"

  @MainActor static func play(on stage: Stage) async {
    let app = App(stage)
    await app.visitSearch("swift", thenTap: 1)
    await stage.clock.advance(by: .seconds(2))
    await app.visitSearch("flux", thenTap: 3)
    withExtendedLifetime(app) {}
  }

  /// The navigation, with a user who does the same on each visit.
  @MainActor private final class App {
    private let stage: Stage
    private let server: FakeServer
    private let dispatcher: Dispatcher
    private var cancellables: [AnyCancellable] = []
    private let store: ReduceStore<RepositoryState>

    init(_ stage: Stage) {
      self.stage = stage
      server = FakeServer(clock: stage.clock, answers: [.success(after: .milliseconds(350))])
      dispatcher = Dispatcher(recording: stage.recorder.dispatcher("app"), runner: stage.clock)
      store = ReduceStore(repositoriesOn: dispatcher, recording: stage.recorder.store("repositories"))
    }

    private func openSearch() -> SearchScreen {
      let screen = SearchScreen(
        store: store, dispatcher: dispatcher, server: server, scheduler: stage.scheduler, recorder: stage.recorder)
      // The title shows the query. These subscriptions last as long as the app, so a closure that retains its screen leaks it (the bug).
      let queries = store.publisher.map(\.query).removeDuplicates()
      if stage.hasBug {
        queries.sink { screen.title = $0 }.store(in: &cancellables)
      } else {
        queries.sink { [weak screen] in screen?.title = $0 }.store(in: &cancellables)
      }
      return screen
    }

    func visitSearch(_ query: String, thenTap row: Int) async {
      let (screen, clock) = (openSearch(), stage.clock)
      screen.viewDidLayout(390)
      for end in query.indices {
        await clock.advance(by: .milliseconds(120))
        screen.queryTyped(String(query[...end]))
      }
      await clock.run()
      await clock.advance(by: .seconds(1))
      await turn(screen)
      let names = screen.rows.value.flatMap(\.self)
      if row < names.count { await visitDetail(names[row], leavesEarly: row > 1) }
      await clock.advance(by: .milliseconds(400))
      withExtendedLifetime(screen) {}
    }

    /// Turns the screen on its side, which takes a few frames.
    private func turn(_ screen: SearchScreen) async {
      screen.traitChanged(.regular)
      for width in [520, 700, 844] {
        screen.viewDidLayout(width)
        await stage.clock.advance(by: .milliseconds(16))
      }
      await stage.clock.advance(by: .milliseconds(700))
    }

    private func visitDetail(_ name: String, leavesEarly: Bool) async {
      let screen = DetailScreen(name: name, server: server, clock: stage.clock, recorder: stage.recorder)
      screen.viewDidAppear()
      await stage.clock.advance(by: .milliseconds(leavesEarly ? 90 : 900))
      withExtendedLifetime(screen) {}
    }
  }
}
