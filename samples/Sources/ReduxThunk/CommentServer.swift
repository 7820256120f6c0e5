import RecordedStreams
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

/// A server that answers by publishers, on a scheduler.
@MainActor final class CommentServer {
  private let scheduler: SampleScheduler
  private var list = [Comment(id: 1, text: "おめでとう！"), Comment(id: 2, text: "Prima!")]
  /// What is not answered in time when it is asked for first.
  private var slow: Set<String>

  init(scheduler: SampleScheduler, slow: Set<String>) {
    self.scheduler = scheduler
    self.slow = slow
  }

  /// What fails is asked for once more before it is a failure.
  func comments() -> AnyPublisher<[Comment], ServerError> {
    answer("comments") { [self] in list }.retry(1).eraseToAnyPublisher()
  }

  /// Is never repeated by itself: nobody knows whether it arrived.
  func post(_ text: String) -> AnyPublisher<Comment, ServerError> {
    answer(text) { [self] in
      let comment = Comment(id: list.count + 1, text: text)
      list.append(comment)
      return comment
    }
  }

  /// Each subscription is a request of its own.
  private func answer<Value>(_ request: String, _ value: @escaping () -> Value) -> AnyPublisher<Value, ServerError> {
    Deferred { [self] () -> AnyPublisher<Value, ServerError> in
      guard slow.remove(request) == nil else {
        return Fail(error: ServerError(reason: "504 Gateway Timeout")).delay(for: .milliseconds(900), scheduler: scheduler)
          .eraseToAnyPublisher()
      }
      return Just(()).delay(for: .milliseconds(280), scheduler: scheduler).map(value).setFailureType(to: ServerError.self)
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}
