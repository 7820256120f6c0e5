import FluxtapeStores
import SampleWorld

/// Stands for the view: a text field that waits until typing stops, a list that asks for more at its end, an alert.
final class SearchScreen: Sendable {
  private let action: SearchAction
  private let clock: VirtualClock
  let search: ReduceStore<SearchState>
  let notice: ReduceStore<NoticeState>
  private let typing: Subscription

  init(_ action: SearchAction, _ search: ReduceStore<SearchState>, _ notice: ReduceStore<NoticeState>, clock: VirtualClock) {
    self.action = action
    self.search = search
    self.notice = notice
    self.clock = clock
    typing = action.events.queryTyped.events.debounced(for: .milliseconds(300), clock: clock, runner: clock).subscribe { query in
      action.searchUsers(query, page: 0)
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
