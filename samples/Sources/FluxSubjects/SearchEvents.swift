import FluxtapeStores
import SampleWorld

/// What happens around the search for users: one subject per event, none of which keeps a value.
struct SearchEvents: Sendable {
  let queryTyped: Subject<String>
  let loading: Subject<Bool>
  let users: Subject<(page: Int, users: [User])>

  init(_ dispatcher: Dispatcher) {
    queryTyped = dispatcher.subject("queryTyped")
    loading = dispatcher.subject("loading")
    users = dispatcher.subject("users")
  }
}

/// What the user has to be told, wherever it went wrong.
struct NoticeEvents: Sendable {
  let raised: Subject<String>
  let dismissed: Subject<Void>

  init(_ dispatcher: Dispatcher) {
    raised = dispatcher.subject("raised")
    dismissed = dispatcher.subject("dismissed")
  }
}

struct User: Codable, Equatable, Sendable {
  let id: Int
  let name: String
}
