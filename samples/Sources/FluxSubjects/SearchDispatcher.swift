import Fluxtape
import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

/// The only dispatcher of the app: one subject for each event. It keeps no values.
final class SearchDispatcher {
  // What the user does.
  let queryTyped: RecordedSubject<String>
  let refreshPulled: RecordedSubject<Void>
  let endReached: RecordedSubject<Void>
  let noticeDismissed: RecordedSubject<Void>
  // What a search results in.
  let loading: RecordedSubject<Bool>
  let users: RecordedSubject<(page: Int, users: [User])>
  let noticeRaised: RecordedSubject<String>

  init(recording tap: DispatcherTap) {
    queryTyped = RecordedSubject("queryTyped", recordedBy: tap)
    refreshPulled = RecordedSubject("refreshPulled", recordedBy: tap)
    endReached = RecordedSubject("endReached", recordedBy: tap)
    noticeDismissed = RecordedSubject("noticeDismissed", recordedBy: tap)
    loading = RecordedSubject("loading", recordedBy: tap)
    users = RecordedSubject("users", recordedBy: tap)
    noticeRaised = RecordedSubject("noticeRaised", recordedBy: tap)
  }
}

struct User: Codable, Equatable, Sendable {
  let id: Int
  let name: String
}
