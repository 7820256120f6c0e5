import FluxtapeStores
import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

/// Stands in for the view: it sends what the user does to the dispatcher, and shows what the stores have.
@MainActor final class SearchScreen {
  private(set) var rows: [String] = []
  private(set) var isSpinning = false
  private(set) var alert: String?

  private let dispatcher: SearchDispatcher
  private var cancellables: [AnyCancellable] = []

  init(_ action: SearchAction, _ dispatcher: SearchDispatcher, _ store: SearchStore, _ notice: NoticeStore, scheduler: SampleScheduler) {
    self.dispatcher = dispatcher

    // The search begins when the user stops typing.
    dispatcher.queryTyped.debounce(for: .milliseconds(300), scheduler: scheduler)
      .sink { query in action.searchUsers(query, page: 0) }
      .store(in: &cancellables)
    dispatcher.refreshPulled.sink { action.searchUsers(store.state.query, page: 0) }.store(in: &cancellables)
    dispatcher.endReached.sink { action.searchUsers(store.state.query, page: store.state.page + 1) }.store(in: &cancellables)

    store.publisher.map { $0.users.map(\.name) }.removeDuplicates()
      .sink { [weak self] names in self?.rows = names }
      .store(in: &cancellables)
    store.publisher.map(\.isLoading).removeDuplicates()
      .sink { [weak self] isLoading in self?.isSpinning = isLoading }
      .store(in: &cancellables)
    notice.publisher.map(\.shown).removeDuplicates()
      .sink { [weak self] notice in self?.alert = notice }
      .store(in: &cancellables)
  }
}

// MARK: - Inputs

extension SearchScreen {
  func type(_ text: String) { dispatcher.queryTyped.send(text) }

  func pullToRefresh() { dispatcher.refreshPulled.send() }

  func scrollToEnd() { dispatcher.endReached.send() }

  func dismissNotice() { dispatcher.noticeDismissed.send() }
}
