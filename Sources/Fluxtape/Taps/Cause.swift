/// The recorded action that causes others: its run and its step.
///
/// Records made while a cause is current name it. The current cause is a task-local value: it survives nested dispatch, `Task {}`, `await`,
/// task groups and synchronous streams, but not `DispatchQueue.async`, `Task.detached`, threads and timers. There, pass it along with the
/// element or in the closure:
///
/// ```swift
/// let cause = recorder.cause
/// queue.async { recorder.caused(by: cause) { store.dispatch(.loaded) } }
/// ```
///
/// In a loop that outlives the action that started it, the current cause is still that action, not the cause of the current element. Set
/// the element's cause, or none.
public struct Cause: Hashable, Sendable {
  /// The identity of the run, as in the header of its log.
  public let run: String
  /// The step of the action in that run; its `seq` in the log.
  public let seq: Int

  /// Creates a cause from a step of any run.
  public init(run: String, seq: Int) {
    self.run = run
    self.seq = seq
  }

  /// The action that caused the running task, or `nil` if unknown.
  @TaskLocal public static var current: Cause?
}

// MARK: - Setting

extension Cause {
  /// Runs `body` with `cause` as the cause of its actions; `nil` means no cause.
  ///
  /// Costs about 100 ns.
  @inlinable
  public static func with<Result, Failure: Error>(
    _ cause: Cause?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $current.set(cause, during: body)
  }

  /// Runs the asynchronous `body` with `cause` as the cause of its actions; `nil` means no cause.
  public static func with<Result>(
    _ cause: Cause?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $current.set(cause, during: body)
  }
}

extension TaskLocal {
  /// Runs `body` with a value. The standard function rethrows any error; here a `Result` carries the typed error through it.
  @inlinable
  func set<Result, Failure: Error>(_ value: Value, during body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outcome: Swift.Result<Result, Failure> = withValue(value) {
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  func set<Result>(
    _ value: Value, isolation: isolated (any Actor)? = #isolation, during body: () async throws -> Result
  ) async rethrows -> Result {
    return try await withValue(value, operation: body, isolation: isolation)
  }
}
