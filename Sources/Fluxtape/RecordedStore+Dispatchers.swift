internal import FluxtapeLocking
internal import FluxtapeLog

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
