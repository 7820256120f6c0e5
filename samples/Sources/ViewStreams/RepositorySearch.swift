import Fluxtape
import FluxtapeStores
import SampleWorld
import Synchronization

/// View streams over Flux: a store that outlives the screens, and screens that come and go with streams of their own.
enum RepositorySearch: Sample {
  static let name = "view-stream"
  static let bug = "view-stream-leaked-screen"

  static func play(on stage: Stage) async {
    let (clock, recorder) = (stage.clock, stage.recorder)
    let dispatcher = Dispatcher(recording: recorder.dispatcher("app"), runner: clock)
    let events = RepositoryEvents(dispatcher)
    let server = FakeServer(clock: clock, answers: [.fine(after: .milliseconds(350))])
    let app = App(
      store: ReduceStore(events, on: dispatcher, recording: recorder.store("repositories")),
      action: RepositoryAction(server: server, dispatcher: dispatcher, events: events), stage: stage)
    await app.visitSearch("swift", thenTap: 1)
    await clock.advance(by: .seconds(2))
    await app.visitSearch("flux", thenTap: 3)
  }

  /// The navigation, and a user who does the same on each visit.
  private final class App: Sendable {
    private let store: ReduceStore<RepositoryState>
    private let action: RepositoryAction
    private let stage: Stage
    /// Is told of each memory warning. A screen that is put in here and never taken out again outlives its visit.
    private let onMemoryWarning = Mutex<[@Sendable () -> Void]>([])

    init(store: ReduceStore<RepositoryState>, action: RepositoryAction, stage: Stage) {
      self.store = store
      self.action = action
      self.stage = stage
    }

    private func openSearch() -> ViewStream<SearchScreen> {
      let screen = ViewStream(
        SearchScreen.self, input: .init(), state: .init(), extra: .init(action: action, store: store, clock: stage.clock),
        runner: stage.clock, recording: stage.recorder.store("search"))
      if stage.hasBug {
        onMemoryWarning.withLock { $0.append { screen.input.viewDidLayout(0) } }
      } else {
        onMemoryWarning.withLock { $0.append { [weak screen] in screen?.input.viewDidLayout(0) } }
      }
      return screen
    }

    func visitSearch(_ query: String, thenTap row: Int) async {
      let (screen, clock) = (openSearch(), stage.clock)
      screen.input.viewDidLayout(390)
      for end in query.indices {
        await clock.advance(by: .milliseconds(120))
        screen.input.queryTyped(String(query[...end]))
      }
      await clock.run()
      await clock.advance(by: .seconds(1))
      screen.input.traitChanged(.regular)  // turned on its side
      screen.input.viewDidLayout(844)
      await clock.advance(by: .milliseconds(700))
      let names = screen.output.rows.state.flatMap(\.self)
      if row < names.count { await visitDetail(names[row], leavesEarly: row > 1) }
      screen.input.viewDidLayout(844)  // back again
      await clock.advance(by: .milliseconds(400))
    }

    private func visitDetail(_ name: String, leavesEarly: Bool) async {
      let screen = ViewStream(
        DetailScreen.self, input: .init(), state: .init(), extra: .init(name: name, server: action.server), runner: stage.clock,
        recording: stage.recorder.store("detail"))
      screen.input.viewDidAppear()
      await stage.clock.advance(by: .milliseconds(leavesEarly ? 90 : 900))
      withExtendedLifetime(screen) {}
    }
  }
}
