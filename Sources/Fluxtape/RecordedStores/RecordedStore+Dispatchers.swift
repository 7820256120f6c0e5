internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

extension RecordedStore {
  /// Records that the store, a dispatcher, hands `action` to others.
  @usableFromInline func handOver<Action, Result, Failure: Error>(
    _ action: Action, site: CallSite, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !log.refusesRecord() else { return try body() }
    return try handOver(composedBy: { composer in ActionSubject.with(action) { composer.compose($0, site: site) } }, body)
  }

  /// Records that the store, a dispatcher, hands the event `name` to others.
  @usableFromInline func handOver<Payload, Result, Failure: Error>(
    _ name: String, _ payload: Payload, site: CallSite, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !log.refusesRecord() else { return try body() }
    return try handOver(composedBy: { $0.compose(name, payload, site: site) }, body)
  }

  private func handOver<Result, Failure: Error>(
    composedBy compose: (ActionComposer) -> ActionHead, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var contents: OpenDispatch.Contents?
    let opened = append(OutcomeFacts(isUnreduced: true)) { composer in
      let head = compose(composer)
      contents = composer.contents
      return head
    }
    guard let opened, let contents else { return try body() }
    let dispatch = OpenDispatch(step: opened.step, thread: SystemFacts.currentThread, contents: contents)
    log.dispatches.withLock { $0.append(dispatch) }
    defer { log.dispatches.withLock { $0.removeAll { $0.step == opened.step } } }
    return try Cause.with(cause(opened), body)
  }
}
