import Fluxtape
import RecordedStreams  // Re-exports Combine, or OpenCombine.

/// The state of the search screen.
struct SearchState: Codable, Equatable, Sendable {
  var query = ""
  var users: [User] = []
  var page = 0
  var isLoading = false
}

/// Changes its state by the events of the dispatcher. Outside the store, the state is read-only.
final class SearchStore {
  private let subject: CurrentValueSubject<SearchState, Never>
  private var cancellables: [AnyCancellable] = []

  var state: SearchState { subject.value }
  var publisher: AnyPublisher<SearchState, Never> { subject.eraseToAnyPublisher() }

  init(_ dispatcher: SearchDispatcher, from state: SearchState = .init(), recording tap: StoreTap) {
    subject = CurrentValueSubject(state)
    cancellables = [
      dispatcher.queryTyped.reduce(into: subject, recordedBy: tap) { state, query in state.query = query },
      dispatcher.loading.reduce(into: subject, recordedBy: tap) { state, isLoading in state.isLoading = isLoading },
      dispatcher.users.reduce(into: subject, recordedBy: tap) { state, result in
        // Page 0 belongs to a new search. Later pages are appended.
        state.users = result.page == 0 ? result.users : state.users + result.users
        state.page = result.page
      },
    ]
  }
}

/// The notices: one is shown, the others wait in a queue.
struct NoticeState: Codable, Equatable, Sendable {
  var shown: String?
  var queue: [String] = []

  mutating func raise(_ notice: String) {
    guard notice != shown, !queue.contains(notice) else { return }
    if shown == nil { shown = notice } else { queue.append(notice) }
  }
}

final class NoticeStore {
  private let subject: CurrentValueSubject<NoticeState, Never>
  private var cancellables: [AnyCancellable] = []

  var state: NoticeState { subject.value }
  var publisher: AnyPublisher<NoticeState, Never> { subject.eraseToAnyPublisher() }

  init(_ dispatcher: SearchDispatcher, from state: NoticeState = .init(), recording tap: StoreTap) {
    subject = CurrentValueSubject(state)
    cancellables = [
      dispatcher.noticeRaised.reduce(into: subject, recordedBy: tap) { state, notice in state.raise(notice) },
      dispatcher.noticeDismissed.reduce(into: subject, recordedBy: tap) { state, _ in
        state.shown = state.queue.isEmpty ? nil : state.queue.removeFirst()
      },
    ]
  }
}
