import Fluxtape
import RecordedStreams

/// What the search screen shows.
struct SearchState: Codable, Equatable, Sendable {
  var query = ""
  var users: [User] = []
  var page = 0
  var isLoading = false
}

/// Changes its state as the dispatcher's events ask. Everybody else only reads it.
final class SearchStore {
  private let subject: CurrentValueSubject<SearchState, Never>
  private var cancellables: [AnyCancellable] = []

  var state: SearchState { subject.value }

  init(_ dispatcher: SearchDispatcher, from state: SearchState = .init(), recording tap: StoreTap) {
    subject = CurrentValueSubject(state)
    cancellables = [
      dispatcher.queryTyped.reduce(into: subject, recordedBy: tap) { state, query in state.query = query },
      dispatcher.loading.reduce(into: subject, recordedBy: tap) { state, isLoading in state.isLoading = isLoading },
      dispatcher.users.reduce(into: subject, recordedBy: tap) { state, result in
        // The first page is a new search; the others come below what is there.
        state.users = result.page == 0 ? result.users : state.users + result.users
        state.page = result.page
      },
    ]
  }
}

/// Notices wait in a queue and are shown one at a time.
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
