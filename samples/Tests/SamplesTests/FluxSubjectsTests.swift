import Fluxtape
import FluxtapeStores
import SampleWorld
import Testing

@testable import FluxSubjects

struct FluxSubjectsTests {
  @Test func `a search is loading, then users, then not loading, each handed to the store by the dispatcher`() throws {
    let steps = try PlayedLog("flux-subjects").steps
    let search = try #require(steps.firstIndex { $0.hasPrefix("app searchUsers") })
    #expect(search == 10, "five letters, each two steps")
    #expect(
      Array(steps[search..<search + 7]) == [
        "app searchUsers <9", "app loading <11", "search loading <12", "app users <11", "search users <14", "app loading <11",
        "search loading <16",
      ])
  }

  @Test func `pages are appended, and an empty query empties the list`() throws {
    let states = try PlayedLog("flux-subjects").states(of: "search", after: "users")
    #expect(states.map { $0.components(separatedBy: #""id":"#).count - 1 } == [3, 6, 0, 3, 3])
    #expect(states.last?.contains(#""query":"fluxtape""#) == true)
  }

  @Test func `the same failure is shown once, and ends loading`() throws {
    let log = try PlayedLog("flux-subjects")
    #expect(log.types(of: "notice") == ["noticeRaised", "noticeRaised", "noticeDismissed", "noticeRaised", "noticeDismissed", "@@DEINIT"])
    #expect(try log.states(of: "notice", after: "noticeRaised").map { $0.contains("queue\":[]") } == [true, true, true])
    #expect(try log.lastState(of: "search").contains(#""isLoading":false"#))
  }

  @Test func `what the user does is the cause of each search`() throws {
    let steps = try PlayedLog("flux-subjects").steps
    let searches = try PlayedLog("flux-subjects").history.rows.filter { $0.type == "searchUsers" && $0.effect?.phase == .started }
    #expect(
      searches.map { $0.cause.map { steps[$0.rawValue - 1] } } == [
        "app queryTyped", "app endReached", "app queryTyped", "app queryTyped", "app refreshPulled", "app refreshPulled", "app endReached",
      ])
  }

  @MainActor @Test func `the screen shows what the stores have`() {
    let (clock, recorder) = (VirtualClock(), Recorder.disabled)
    let tap = recorder.dispatcher("app")
    let dispatcher = SearchDispatcher(recording: tap)
    let action = SearchAction(
      dispatcher, server: FakeServer(clock: clock, answers: []), clock: clock, recording: tap, forgetsLoading: false)
    let store = SearchStore(dispatcher, recording: recorder.store("search"))
    let notice = NoticeStore(dispatcher, recording: recorder.store("notice"))
    let screen = SearchScreen(action, dispatcher, store, notice, scheduler: clock.scheduler.keepingCauses(of: recorder))
    dispatcher.loading.send(true)
    dispatcher.users.send((page: 0, users: [User(id: 1, name: "Zoë")]))
    dispatcher.noticeRaised.send("503")
    #expect(screen.isSpinning && screen.rows == ["Zoë"] && screen.alert == "503")
    dispatcher.loading.send(false)
    screen.dismissNotice()
    #expect(!screen.isSpinning && screen.alert == nil)
  }

  @Test func `in the variant the spinner never ends`() throws {
    let log = try PlayedLog("flux-subjects-stuck-loading")
    #expect(try log.lastState(of: "search").contains(#""isLoading":true"#))
  }
}
