import Fluxtape
import FluxtapeStores
import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

/// Redux with effects: a timeline whose requests fail, are repeated, append a page, and are cancelled.
enum TimelineApp: Sample {
  static let name = "redux-effects"
  static let bug = "redux-effects-out-of-order"

  @MainActor static func play(on stage: Stage) async {
    let clock = stage.clock
    let server = TimelineServer(server: FakeServer(clock: clock, answers: answers), clock: clock)
    let effects = TimelineEffects(server: server, id: stage.hasBug ? nil : "fetch")
    let store = Store(
      initial: Timeline(), reducer: timelineReducer, effects: effects.effect(for:state:), runner: clock,
      recording: stage.recorder.store("timeline"))
    let app = App(rows: showRows(of: store, recordedBy: stage.recorder.store("list")), store: store)
    await use(store, clock)
    withExtendedLifetime(app) {}
  }

  private struct App {
    let rows: AnyCancellable
    let store: Store<Timeline, TimelineAction>
  }

  /// The list view gets the difference to the rows that it shows.
  private static func showRows(of store: Store<Timeline, TimelineAction>, recordedBy list: StoreTap) -> AnyCancellable {
    store.publisher.map(\.posts).removeDuplicates()
      .scan((shown: [Post](), difference: [Post]().difference(from: []))) { last, posts in
        (shown: posts, difference: posts.difference(from: last.shown))
      }
      .map(\.difference).filter { !$0.isEmpty }
      .sink(receiveValue: list.tap("rowsChanged"))
  }

  private static let answers: [FakeServer.Answer] = [
    .failure("500 Internal Server Error", after: .milliseconds(260)), .success(after: .milliseconds(310)),
    .success(after: .milliseconds(280)), .success(after: .milliseconds(4900)), .success(after: .milliseconds(180)),
    .success(after: .milliseconds(900)),
  ]

  @MainActor private static func use(_ store: Store<Timeline, TimelineAction>, _ clock: VirtualClock) async {
    store.dispatch(.refreshPulled)  // fails
    await clock.advance(by: .seconds(1))
    store.dispatch(.refreshPulled)
    await clock.advance(by: .seconds(2))
    store.dispatch(.endReached)
    await clock.advance(by: .seconds(14))
    store.dispatch(.refreshPulled)  // answered late
    await clock.advance(by: .seconds(4))
    store.dispatch(.refreshPulled)  // answered early
    await clock.advance(by: .seconds(6))
    store.dispatch(.endReached)
    await clock.advance(by: .milliseconds(300))
    store.dispatch(.left)
    await clock.run()
  }
}
