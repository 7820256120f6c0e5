import FluxtapeStores
import SampleWorld

/// What the app does for the user: asks the server and tells the dispatchers.
struct SearchAction: Sendable {
  let server: FakeServer
  let dispatcher: Dispatcher
  let events: SearchEvents
  let notices: NoticeEvents
  /// Whether a failure leaves the spinner turning.
  let forgetsLoading: Bool

  /// Searches anew, instead of what is being searched.
  func searchUsers(_ query: String, page: Int) {
    guard !query.isEmpty else {
      dispatcher.cancel(id: "search")
      events.users.dispatch((page: 0, users: []))
      events.loading.dispatch(false)
      return
    }
    dispatcher.run("searchUsers", ["query": query, "page": "\(page)"], id: "search") {
      events.loading.dispatch(true)
      do {
        let users = try await server.call { Self.users(query, page) }
        events.users.dispatch((page: page, users: users))
        events.loading.dispatch(false)
      } catch let error as ServerError {
        notices.raised.dispatch(error.reason)
        if !forgetsLoading { events.loading.dispatch(false) }
        throw error
      }
    }
  }

  /// Three to a page, two pages.
  private static func users(_ query: String, _ page: Int) -> [User] {
    guard page < 2 else { return [] }
    return (1...3).map { User(id: page * 3 + $0, name: "\(query)-\(["葵", "Zoë", "Ravi"][$0 - 1])") }
  }
}
