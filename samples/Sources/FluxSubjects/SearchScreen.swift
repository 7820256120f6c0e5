import FluxtapeStores
import SampleWorld
import Synchronization

/// Stands for the view: a text field that waits until typing stops, a list that asks for more at its end, an alert.
final class SearchScreen: Sendable {
  private let action: SearchAction
  private let clock: VirtualClock
  let search: ReduceStore<SearchState>
  let notice: ReduceStore<NoticeState>
  private let typing: Registration

  init(_ action: SearchAction, _ search: ReduceStore<SearchState>, _ notice: ReduceStore<NoticeState>, clock: VirtualClock) {
    self.action = action
    self.search = search
    self.notice = notice
    self.clock = clock
    let pause = TypingPause(clock: clock)
    typing = action.events.queryTyped.register { query in
      pause.restart { action.searchUsers(query, page: 0) }
    }
  }

  /// Key by key; the search begins 0.3 s after the last one.
  func type(_ text: String) async {
    for end in text.indices {
      await clock.advance(by: .milliseconds(110))
      action.events.queryTyped.dispatch(String(text[...end]))
    }
  }

  func clear() { action.events.queryTyped.dispatch("") }

  func scrollToEnd() { action.searchUsers(search.state.query, page: search.state.page + 1) }

  func pullToRefresh() { action.searchUsers(search.state.query, page: 0) }

  func dismissNotice() { action.notices.dismissed.dispatch() }
}

/// Waits until nobody has typed for 0.3 s.
private final class TypingPause: Sendable {
  private let clock: VirtualClock
  private let waiting = Mutex<Task<Void, Never>?>(nil)

  init(clock: VirtualClock) { self.clock = clock }

  func restart(_ body: @escaping @Sendable () -> Void) {
    let next = clock.start { [clock] in
      guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
      body()
    }
    waiting.withLock { waiting in
      waiting?.cancel()
      waiting = next
    }
  }
}
