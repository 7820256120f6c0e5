internal import FluxtapeLocking

/// The actor on which a store's functions run; without one, they run anywhere.
struct Isolation: Sendable {
  let actor: (any Actor)?

  private enum Turn<Result: Sendable> {
    case waiting, running, abandoned
    case done(Result)

    var result: Result? { if case .done(let result) = self { result } else { nil } }
  }

  /// Runs `body` on the actor and waits for it.
  ///
  /// - Parameter limit: How long the actor may take to begin. `nil` means as long as it takes.
  /// - Returns: `nil` if it did not begin; then it never will.
  func run<Result: Sendable>(within limit: Duration?, _ body: @escaping @Sendable () -> Result) -> Result? {
    guard let actor else { return body() }
    let turn = Locked(Turn<Result>.waiting)
    Task {
      await Self.hop(to: actor) {
        let begins = turn.withLock { turn in
          guard case .waiting = turn else { return false }
          turn = .running
          return true
        }
        guard begins else { return }
        let result = body()
        turn.withLock { $0 = .done(result) }
      }
    }
    if let result = wait(atMost: limit, for: { turn.withLock { $0.result } }) { return result }
    let isAbandoned = turn.withLock { turn in
      guard case .waiting = turn else { return false }
      turn = .abandoned
      return true
    }
    return isAbandoned ? nil : wait(atMost: nil) { turn.withLock { $0.result } }
  }

  /// Runs `body` on the actor, later.
  func start(_ body: @escaping @Sendable () -> Void) {
    guard let actor else { return body() }
    Task { await Self.hop(to: actor, body) }
  }

  private static func hop(to actor: isolated any Actor, _ body: @Sendable () -> Void) { body() }
}
