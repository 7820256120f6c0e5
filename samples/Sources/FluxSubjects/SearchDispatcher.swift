import Fluxtape
import RecordedStreams
import SampleWorld

/// The one dispatcher of the app: a subject for each event, none of which keeps a value.
final class SearchDispatcher {
  let queryTyped: RecordedSubject<String>
  let loading: RecordedSubject<Bool>
  let users: RecordedSubject<(page: Int, users: [User])>
  /// What the user has to be told, wherever it went wrong.
  let noticeRaised: RecordedSubject<String>
  let noticeDismissed: RecordedSubject<Void>

  init(recording tap: DispatcherTap) {
    queryTyped = RecordedSubject("queryTyped", recordedBy: tap)
    loading = RecordedSubject("loading", recordedBy: tap)
    users = RecordedSubject("users", recordedBy: tap)
    noticeRaised = RecordedSubject("noticeRaised", recordedBy: tap)
    noticeDismissed = RecordedSubject("noticeDismissed", recordedBy: tap)
  }
}

struct User: Codable, Equatable, Sendable {
  let id: Int
  let name: String
}
