/// Records a dispatcher, which has no state and passes each action to many stores.
///
/// ```swift
/// let app = recorder.dispatcher("app")
/// app.record(action: action) { for store in stores { store.handle(action) } }
/// ```
///
/// The dispatch is one record with the action's payload. Each store that handles it adds a record, whose cause is the dispatch; these
/// records do not repeat the payload.
public struct DispatcherTap: Sendable {
  @usableFromInline let tap: StoreTap

  init(_ tap: StoreTap) { self.tap = tap }

  /// Whether anything is recorded through the tap.
  @inlinable
  public var isRecording: Bool { tap.isRecording }

  /// The dispatcher's name in the log.
  public var label: String? { tap.label }

  /// Records `action` around `body`, which passes it to the stores.
  @inlinable
  public func record<Action, Result, Failure: Error>(
    action: Action, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store = tap.store else { return try body() }
    return try store.handOver(nil, action, site: CallSite(fileID, line), body)
  }

  /// Records a named event around `body`, which passes `payload` to the stores.
  @inlinable
  public func record<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store = tap.store else { return try body() }
    return try store.handOver(name, payload, site: CallSite(fileID, line), body)
  }

  /// Records asynchronous work whose result the dispatcher will pass to the stores, as two steps. See
  /// ``StoreTap/record(_:fileID:line:isolation:_:)``.
  @inlinable
  public func record<Payload, Result>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let store = tap.store else { return try await body() }
    return try await store.effect(name, payload, site: CallSite(fileID, line), askingFor: AskNobody.none, body)
  }
}
