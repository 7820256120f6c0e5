import FluxtapeStores

/// A server that answers after a delay, and fails when the script says so.
public actor FakeServer {
  /// The answer to one call.
  public enum Answer: Sendable {
    case success(after: Duration)
    case failure(String, after: Duration)
  }

  private let clock: VirtualClock
  private var answers: [Answer]

  /// - Parameter answers: The answers to the calls, in order. The last one also answers all further calls.
  public init(clock: VirtualClock, answers: [Answer]) {
    self.clock = clock
    self.answers = answers
  }

  /// Returns `value` after a delay, or fails.
  ///
  /// - Throws: ``ServerError``, or `CancellationError` if the caller is cancelled meanwhile.
  public func call<Value: Sendable>(_ value: @Sendable () -> Value) async throws -> Value {
    switch nextAnswer() {
    case .success(let delay):
      try await clock.sleep(for: delay)
      return value()
    case .failure(let reason, let delay):
      try await clock.sleep(for: delay)
      throw ServerError(reason: reason)
    }
  }

  private func nextAnswer() -> Answer {
    if answers.count > 1 { return answers.removeFirst() }
    return answers.first ?? .success(after: .zero)
  }
}

public struct ServerError: Error, Equatable, Codable {
  public let reason: String

  public init(reason: String) { self.reason = reason }
}

extension Error {
  /// The message for the user.
  public var reason: String { (self as? ServerError)?.reason ?? "\(self)" }
}
