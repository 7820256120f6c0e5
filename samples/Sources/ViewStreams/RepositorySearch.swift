import Fluxtape
import FluxtapeStores
import RecordedStreams
import SampleWorld

/// View streams over Flux: a store that outlives the screens, and screens that come and go with streams of their own.
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

  /// The navigation, and a user who does the same on each visit.
  @MainActor private final class App {
    private let stage: Stage
    private let server: FakeServer
    private let dispatcher: Dispatcher
    /// Lets the screens lay out again. A screen that listens with a closure that holds it outlives its visit.
    private let memoryWarnings = PassthroughSubject<Void, Never>()
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
      let warnings = memoryWarnings.map { 0 }
      if stage.hasBug {
        warnings.sink { screen.viewDidLayout($0) }.store(in: &cancellables)
      } else {
        warnings.sink { [weak screen] in screen?.viewDidLayout($0) }.store(in: &cancellables)
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

    /// On its side, which takes a few frames.
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
