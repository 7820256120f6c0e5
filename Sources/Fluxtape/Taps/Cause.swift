/// The recorded action that leads to others: which run it is of, and its step there.
///
/// What is recorded while a cause is current names it. It is a task-local value: it survives nested dispatch, `Task {}`,
/// `await`, task groups and synchronous streams, and does not survive `DispatchQueue.async`, `Task.detached`, threads and
/// timers. Carry it over those beside the element or in the closure:
///
/// ```swift
/// let cause = recorder.cause
/// queue.async { recorder.caused(by: cause) { store.dispatch(.loaded) } }
/// ```
///
/// In a loop that outlives the action under which it began, the current cause is that of the beginning, not that of the
/// element at hand. Set the element's own, or none.
public struct Cause: Hashable, Sendable {
  /// Identity of the run, as the header of its log has it.
  public let run: String
  /// The step of the action in that run; its `seq` in the log.
  public let seq: Int

  /// Creates the cause that a step of another run is.
  public init(run: String, seq: Int) {
    self.run = run
    self.seq = seq
  }

  /// The action that the running task stems from, or `nil` where nothing is known.
  @TaskLocal public static var current: Cause?
}

// MARK: - Setting

extension Cause {
  /// Runs `body` as the consequence of `cause`; as the consequence of nothing if it is `nil`.
  ///
  /// Costs about 100 ns.
  @inlinable
  public static func with<Result, Failure: Error>(
    _ cause: Cause?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $current.set(cause, during: body)
  }

  /// Runs `body`, which may wait, as the consequence of `cause`; as the consequence of nothing if it is `nil`.
  public static func with<Result>(
    _ cause: Cause?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $current.set(cause, during: body)
  }
}

extension TaskLocal {
  /// Runs `body` with a value. The standard function rethrows any error; here the outcome carries the type of this one through it.
  @inlinable
  func set<Result, Failure: Error>(_ value: Value, during body: () throws(Failure) -> Result) throws(Failure) -> Result {
    #if RECORDING_COMPILED_OUT
    return try body()
    #else
    let outcome: Swift.Result<Result, Failure> = withValue(value) {
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
    #endif
  }

  func set<Result>(
    _ value: Value, isolation: isolated (any Actor)? = #isolation, during body: () async throws -> Result
  ) async rethrows -> Result {
    #if RECORDING_COMPILED_OUT
    return try await body()
    #else
    return try await withValue(value, operation: body, isolation: isolation)
    #endif
  }
}
