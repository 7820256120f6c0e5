internal import FluxtapeLocking
internal import FluxtapeLog

/// Where a dispatcher is recorded, which has no state and hands each action to many stores.
///
/// ```swift
/// let app = recorder.dispatcher("app")
/// app.record(action: action) { for store in stores { store.handle(action) } }
/// ```
///
/// The dispatch is one record with the action's contents. Each store that handles it adds one of its own, whose cause is the
/// dispatch; its contents are not repeated.
public struct DispatcherTap: Sendable {
  /// `nil` if nothing is recorded.
  @usableFromInline let store: RecordedStore?

  init(_ store: RecordedStore?) { self.store = store }

  /// Whether anything is recorded through the tap.
  @inlinable
  public var isRecording: Bool { store != nil }

  /// The dispatcher's name in the log.
  public var label: String? { store?.label }

  /// Records `action` around `body`, which hands it to the stores.
  @inlinable
  public func record<Action, Result, Failure: Error>(
    action: Action, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try body() }
    return try store.handOver(action, site: CallSite(fileID, line), body)
  }

  /// Records an event that has a name around `body`, which hands `payload` to the stores.
  @inlinable
  public func record<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store else { return try body() }
    return try store.handOver(name, payload, site: CallSite(fileID, line), body)
  }
}

extension RecordedStore {
  /// Records that the store, a dispatcher, hands `action` to others.
  @usableFromInline func handOver<Action, Result, Failure: Error>(
    _ action: Action, site: CallSite, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !log.dropsRecord() else { return try body() }
    return try handOver(record(of: action, site: site), body)
  }

  /// Records that the store, a dispatcher, hands the event `name` to others.
  @usableFromInline func handOver<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, site: CallSite, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !log.dropsRecord() else { return try body() }
    return try handOver(record(named: name, payload, site: site), body)
  }

  private func handOver<Result, Failure: Error>(
    _ record: ActionRecord, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var record = record
    record.outcome.isUnreduced = true
    guard let opened = append(record) else { return try body() }
    let contents = OpenDispatch.Contents(type: record.type, enumCase: record.enumCase, payload: record.payload)
    let dispatch = OpenDispatch(step: opened.step, thread: SystemFacts.currentThread, contents: contents)
    log.dispatches.withLock { $0.append(dispatch) }
    defer { log.dispatches.withLock { $0.removeAll { $0.step == opened.step } } }
    return try Cause.with(opened.cause, body)
  }
}
