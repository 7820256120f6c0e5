import Fluxtape
import FluxtapeStores
import SampleWorld

/// Flux with a subject per event: two dispatchers, two stores, and actions that ask a server.
enum UserSearch: Sample {
  static let name = "flux-subjects"
  static let bug = "flux-subjects-stuck-loading"

  static func play(on stage: Stage) async {
    let clock = stage.clock
    let searching = Dispatcher(recording: stage.recorder.dispatcher("searching"), runner: clock)
    let noticing = Dispatcher(recording: stage.recorder.dispatcher("noticing"), runner: clock)
    let (events, notices) = (SearchEvents(searching), NoticeEvents(noticing))
    let action = SearchAction(
      server: FakeServer(clock: clock, answers: answers), dispatcher: searching, events: events, notices: notices,
      forgetsLoading: stage.hasBug)
    let screen = SearchScreen(
      action, ReduceStore(events, on: searching, recording: stage.recorder.store("search")),
      ReduceStore(notices, on: noticing, recording: stage.recorder.store("notice")), clock: clock)
    await use(screen, clock)
  }

  private static let answers: [FakeServer.Answer] = [
    .fine(after: .milliseconds(420)), .fine(after: .milliseconds(380)), .fine(after: .milliseconds(900)),
    .failure("503 Service Unavailable", after: .milliseconds(150)), .failure("503 Service Unavailable", after: .milliseconds(120)),
    .fine(after: .milliseconds(240)), .failure("504 Gateway Timeout", after: .milliseconds(2000)),
  ]

  /// Searches, scrolls, changes the mind while a search runs, is told twice of the same failure, tries again; the last search fails.
  private static func use(_ screen: SearchScreen, _ clock: VirtualClock) async {
    await screen.type("swift")
    await clock.run()
    await clock.advance(by: .seconds(2))
    screen.scrollToEnd()
    await clock.run()
    screen.clear()
    await clock.run()
    await screen.type("flux")
    await clock.advance(by: .milliseconds(500))
    await screen.type("fluxtape")  // while the search for "flux" runs
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
}
