import Fluxtape
import FluxtapeStores

/// What the search screen shows.
struct SearchState: Codable, Equatable, Sendable {
  var query = ""
  var users: [User] = []
  var page = 0
  var isLoading = false
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

extension ReduceStore where State == SearchState {
  convenience init(_ events: SearchEvents, on dispatcher: Dispatcher, from state: SearchState = .init(), recording tap: StoreTap? = nil) {
    self.init(initial: state, on: dispatcher, recording: tap) { handlers in
      handlers.reduce(events.queryTyped) { state, query in state.query = query }
      handlers.reduce(events.loading) { state, isLoading in state.isLoading = isLoading }
      handlers.reduce(events.users) { state, result in
        // The first page is a new search; the others come below what is there.
        state.users = result.page == 0 ? result.users : state.users + result.users
        state.page = result.page
      }
    }
  }
}

extension ReduceStore where State == NoticeState {
  convenience init(_ events: NoticeEvents, on dispatcher: Dispatcher, from state: NoticeState = .init(), recording tap: StoreTap? = nil) {
    self.init(initial: state, on: dispatcher, recording: tap) { handlers in
      handlers.reduce(events.raised) { state, notice in state.raise(notice) }
      handlers.reduce(events.dismissed) { state, _ in
        state.shown = state.queue.isEmpty ? nil : state.queue.removeFirst()
      }
    }
  }
}
