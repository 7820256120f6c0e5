import Fluxtape
import FluxtapeStores
import SampleWorld

/// Flux with a subject for each event: one dispatcher, two stores, and an action creator that asks a server.
enum UserSearch: Sample {
  static let name = "flux-subjects"
  static let bug = "flux-subjects-stuck-loading"

  @MainActor static func play(on stage: Stage) async {
    let app = App(stage)
    await use(app.screen, stage.clock)
    withExtendedLifetime(app) {}
  }

  @MainActor private final class App {
    let screen: SearchScreen
    private let search: SearchStore
    private let notice: NoticeStore

    init(_ stage: Stage) {
      let tap = stage.recorder.dispatcher("app")
      let dispatcher = SearchDispatcher(recording: tap)
      let server = FakeServer(clock: stage.clock, answers: answers)
      let action = SearchAction(dispatcher, server: server, clock: stage.clock, recording: tap, forgetsLoading: stage.hasBug)
      search = SearchStore(dispatcher, recording: stage.recorder.store("search"))
      notice = NoticeStore(dispatcher, recording: stage.recorder.store("notice"))
      screen = SearchScreen(action, dispatcher, search, notice, scheduler: stage.scheduler)
    }
  }

  private static let answers: [FakeServer.Answer] = [
    .success(after: .milliseconds(420)), .success(after: .milliseconds(380)), .success(after: .milliseconds(900)),
    .failure("503 Service Unavailable", after: .milliseconds(150)), .failure("503 Service Unavailable", after: .milliseconds(120)),
    .success(after: .milliseconds(240)), .failure("504 Gateway Timeout", after: .milliseconds(2000)),
  ]

  /// Searches, scrolls, types another query while a search runs, gets the same failure twice, and tries again. The last search fails.
  @MainActor private static func use(_ screen: SearchScreen, _ clock: VirtualClock) async {
    await type("swift", into: screen, clock)
    await clock.run()
    await clock.advance(by: .seconds(2))
    screen.scrollToEnd()
    await clock.run()
    screen.type("")
    await clock.run()
    await type("flux", into: screen, clock)
    await clock.advance(by: .milliseconds(500))
    await type("fluxtape", into: screen, clock)  // while the search for "flux" runs
    await clock.run()
    screen.pullToRefresh()
    await clock.run()
    await clock.advance(by: .seconds(1))
    screen.dismissNotice()
    screen.pullToRefresh()
    await clock.run()
    screen.scrollToEnd()
    await clock.run()
    await clock.advance(by: .seconds(3))
    screen.dismissNotice()
  }

  /// Types key by key.
  @MainActor private static func type(_ text: String, into screen: SearchScreen, _ clock: VirtualClock) async {
    for end in text.indices {
      await clock.advance(by: .milliseconds(110))
      screen.type(String(text[...end]))
    }
  }
}
