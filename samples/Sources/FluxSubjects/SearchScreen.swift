import FluxtapeStores
import RecordedStreams
import SampleWorld

/// Stands for the view: a text field that waits until typing stops, a list that asks for more at its end, an alert.
@MainActor final class SearchScreen {
  private let action: SearchAction
  private let dispatcher: SearchDispatcher
  private let store: SearchStore
  private var cancellables: [AnyCancellable] = []

  init(_ action: SearchAction, _ dispatcher: SearchDispatcher, _ store: SearchStore, scheduler: SampleScheduler) {
    self.action = action
    self.dispatcher = dispatcher
    self.store = store
    dispatcher.queryTyped.debounce(for: .milliseconds(300), scheduler: scheduler)
      .sink { query in action.searchUsers(query, page: 0) }
      .store(in: &cancellables)
  }

  func type(_ text: String) { dispatcher.queryTyped.send(text) }

  func scrollToEnd() { action.searchUsers(store.state.query, page: store.state.page + 1) }

  func pullToRefresh() { action.searchUsers(store.state.query, page: 0) }

  func dismissNotice() { dispatcher.noticeDismissed.send() }
}
