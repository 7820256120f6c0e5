internal import FluxtapeLocking

extension Recorder {
  /// The recorder for code that was not handed one: that of the running task, else that of the process, else ``disabled``.
  ///
  /// A task has one inside of ``withCurrent(_:_:)``: a test case that runs beside others, a request among many. Child tasks and `Task {}`
  /// inherit it; `Task.detached`, queues and threads do not. The process has one after ``makeCurrent()``.
  ///
  /// ```swift
  /// final class CartModel {
  ///   private let recording = Recorder.current.store("cart")
  /// }
  /// ```
  ///
  /// Ask once, where a store is made, and keep the tap: asking takes about 50 ns.
  public static var current: Recorder { ofTask ?? ofProcess.withLock { $0 } }

  /// Makes this the recorder of the process, instead of the one that was. It is then kept until another one takes its place.
  @discardableResult
  public func makeCurrent() -> Recorder {
    // The earlier one goes outside of the lock: its end may run code of the app, a sink of its own.
    _ = Self.ofProcess.withLock { current in
      defer { current = self }
      return current
    }
    return self
  }

  /// Runs `body` with `recorder` as the ``current`` one of the running task.
  public static func withCurrent<Result, Failure: Error>(
    _ recorder: Recorder, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $ofTask.set(recorder, during: body)
  }

  /// Runs `body`, which may wait, with `recorder` as the ``current`` one of the running task.
  public static func withCurrent<Result>(
    _ recorder: Recorder, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.set(recorder, during: body)
  }

  @TaskLocal private static var ofTask: Recorder?
  private static let ofProcess = Locked(renewable: { disabled })
}
