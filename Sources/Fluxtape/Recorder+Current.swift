internal import FluxtapeLocking

extension Recorder {
  /// The recorder for code that was not given one: the recorder of the running task, otherwise that of the process, otherwise ``disabled``.
  ///
  /// A task has a recorder inside of ``withCurrent(_:_:)``, for example a test case that runs beside others, or one request among many.
  /// Child tasks and `Task {}` inherit it; `Task.detached`, queues and threads do not. The process has a recorder after ``makeCurrent()``.
  ///
  /// ```swift
  /// final class CartModel {
  ///   private let recording = Recorder.current.store("cart")
  /// }
  /// ```
  ///
  /// Read it once, where a store is made, and keep the tap: each read takes about 50 ns.
  public static var current: Recorder { ofTask ?? ofProcess.withLock { $0 } }

  /// Makes this the recorder of the process and replaces the previous one. The process retains it until another one replaces it.
  @discardableResult
  public func makeCurrent() -> Recorder {
    // Release the previous recorder outside of the lock: its deinit may call a custom sink.
    _ = Self.ofProcess.withLock { current in
      defer { current = self }
      return current
    }
    return self
  }

  /// Runs `body` with `recorder` as the ``current`` recorder of the running task.
  public static func withCurrent<Result, Failure: Error>(
    _ recorder: Recorder, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $ofTask.set(recorder, during: body)
  }

  /// Runs the asynchronous `body` with `recorder` as the ``current`` recorder of the running task.
  public static func withCurrent<Result>(
    _ recorder: Recorder, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.set(recorder, during: body)
  }

  @TaskLocal private static var ofTask: Recorder?
  private static let ofProcess = Locked(renewable: { disabled })
}
