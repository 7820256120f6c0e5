import FluxtapeStores

/// A server that answers late, and fails where the script says so.
public actor FakeServer {
  /// How one call is answered.
  public enum Answer: Sendable {
    case fine(after: Duration)
    case failure(String, after: Duration)
  }

  private let clock: VirtualClock
  private var answers: [Answer]

  /// - Parameter answers: One for each call, in the order in which they come. Further calls are answered as the last one.
  public init(clock: VirtualClock, answers: [Answer]) {
    self.clock = clock
    self.answers = answers
  }

  /// Returns `value` after a while, or fails.
  ///
  /// - Throws: ``ServerError``, or `CancellationError` when the caller is cancelled meanwhile.
  public func call<Value: Sendable>(_ value: @Sendable () -> Value) async throws -> Value {
    switch nextAnswer() {
    case .fine(let delay):
      try await clock.sleep(for: delay)
      return value()
    case .failure(let reason, let delay):
      try await clock.sleep(for: delay)
      throw ServerError(reason: reason)
    }
  }

  private func nextAnswer() -> Answer {
    if answers.count > 1 { return answers.removeFirst() }
    return answers.first ?? .fine(after: .zero)
  }
}

public struct ServerError: Error, Equatable, Codable {
  public let reason: String

  public init(reason: String) { self.reason = reason }
}

extension Error {
  /// What the user is told.
  public var reason: String { (self as? ServerError)?.reason ?? "\(self)" }
}
