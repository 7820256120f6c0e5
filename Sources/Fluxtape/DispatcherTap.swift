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
public final class DispatcherTap: Sendable {
  private let store: RecordedStore?

  init(_ store: RecordedStore?) { self.store = store }

  /// The dispatcher's name in the log.
  public var label: String? { store?.label }

  /// Records `action` around `body`, which hands it to the stores.
  public func record<Action, Result, Failure: Error>(
    action: Action, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store, !store.log.dropsRecord() else { return try body() }
    return try dispatch(store.record(of: action, site: "\(fileID):\(line)"), in: store, body)
  }

  /// Records an event that has a name around `body`, which hands `payload` to the stores.
  public func record<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, fileID: StaticString = #fileID, line: UInt = #line, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let store, !store.log.dropsRecord() else { return try body() }
    return try dispatch(store.record(named: name, payload, site: "\(fileID):\(line)"), in: store, body)
  }

  private func dispatch<Result, Failure: Error>(
    _ record: ActionRecord, in store: RecordedStore, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var record = record
    record.outcome.isUnreduced = true
    guard let opened = store.append(record) else { return try body() }
    let contents = OpenDispatch.Contents(type: record.type, enumCase: record.enumCase, payload: record.payload)
    let dispatch = OpenDispatch(step: opened.step, thread: SystemFacts.currentThread, contents: contents)
    store.log.dispatches.withLock { $0.append(dispatch) }
    defer { store.log.dispatches.withLock { $0.removeAll { $0.step == opened.step } } }
    return try Cause.with(opened.cause, body)
  }
}
