import RecordedStreams  // Re-exports Combine, or OpenCombine.
import SampleWorld

struct LoadComments: SingleAction, Encodable {
  func single(of server: CommentServer) -> AnyPublisher<CommentAction, Never> {
    server.comments()
      .map { CommentAction.loaded($0) }
      .catch { Just(.failed(reason: $0.reason)) }
      .eraseToAnyPublisher()
  }
}

struct PostComment: SingleAction, Encodable {
  let text: String

  func single(of server: CommentServer) -> AnyPublisher<CommentAction, Never> {
    server.post(text)
      .map { CommentAction.posted($0) }
      .catch { Just(.failed(reason: $0.reason)) }
      .eraseToAnyPublisher()
  }
}

/// A server that answers with publishers, on a scheduler.
@MainActor final class CommentServer {
  private let scheduler: SampleScheduler
  private var list = [Comment(id: 1, text: "おめでとう！"), Comment(id: 2, text: "Prima!")]
  /// Requests that fail the first time.
  private var failsOnce: Set<String>

  init(scheduler: SampleScheduler, failsOnce: Set<String>) {
    self.scheduler = scheduler
    self.failsOnce = failsOnce
  }

  /// A failed load is retried once.
  func comments() -> AnyPublisher<[Comment], ServerError> {
    answer("comments") { [self] in list }.retry(1).eraseToAnyPublisher()
  }

  /// Not retried: a post that seemed to fail may have arrived.
  func post(_ text: String) -> AnyPublisher<Comment, ServerError> {
    answer(text) { [self] in
      let comment = Comment(id: list.count + 1, text: text)
      list.append(comment)
      return comment
    }
  }

  /// Each subscription is a new request, so `retry` asks again.
  private func answer<Value>(_ request: String, _ value: @escaping () -> Value) -> AnyPublisher<Value, ServerError> {
    Deferred { [self] () -> AnyPublisher<Value, ServerError> in
      guard failsOnce.remove(request) == nil else {
        return Fail(error: ServerError(reason: "504 Gateway Timeout")).delay(for: .milliseconds(900), scheduler: scheduler)
          .eraseToAnyPublisher()
      }
      return Just(()).delay(for: .milliseconds(280), scheduler: scheduler).map(value).setFailureType(to: ServerError.self)
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}
