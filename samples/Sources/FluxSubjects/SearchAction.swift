import Fluxtape
import FluxtapeStores
import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

/// The action creator: it asks the server, and sends the results to the dispatcher.
@MainActor final class SearchAction {
  private struct Request {
    let query: String
    let page: Int
  }

  private let requests = PassthroughSubject<Request, Never>()
  private var cancellables: [AnyCancellable] = []

  /// - Parameter forgetsLoading: Whether `loading` stays true after a failure (the bug).
  init(
    _ dispatcher: SearchDispatcher, server: FakeServer, clock: VirtualClock, recording tap: DispatcherTap, forgetsLoading: Bool
  ) {
    requests
      .map { request -> AnyPublisher<(page: Int, answer: Result<[User], any Error>), Never> in
        guard !request.query.isEmpty else { return Just((page: 0, answer: .success([]))).eraseToAnyPublisher() }
        // `runner: clock` runs the request on the virtual time of the sample; leave it out in an app.
        return tap.publisher("searchUsers", ["query": request.query, "page": "\(request.page)"], runner: clock) {
          // Sent inside the work, so that the log names the request as its cause.
          dispatcher.loading.send(true)
          return try await server.call { Self.users(request.query, request.page) }
        }
        .mapToResult().map { (page: request.page, answer: $0) }.eraseToAnyPublisher()
      }
      // A new search cancels the running one.
      .switchToLatest()
      .sink { page, answer in
        switch answer {
        case .success(let users):
          dispatcher.users.send((page: page, users: users))
          dispatcher.loading.send(false)
        case .failure(let error):
          dispatcher.noticeRaised.send(error.reason)
          if !forgetsLoading { dispatcher.loading.send(false) }
        }
      }
      .store(in: &cancellables)
  }

  func searchUsers(_ query: String, page: Int) { requests.send(Request(query: query, page: page)) }

  /// Returns three users for each of the first two pages.
  nonisolated private static func users(_ query: String, _ page: Int) -> [User] {
    guard page < 2 else { return [] }
    return (1...3).map { User(id: page * 3 + $0, name: "\(query)-\(["葵", "Zoë", "Ravi"][$0 - 1])") }
  }
}
