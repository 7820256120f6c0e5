internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

extension RecordedStore {
  /// Records a piece of the app's code as an action, with the store's state at its end.
  ///
  /// A scope inside another scope of the same store and thread records no state, since it may see an unfinished change. The outermost scope
  /// records the whole change.
  @usableFromInline func scope<Contents, State, Result, Failure: Error>(
    _ name: String?, _ contents: Contents, site: CallSite, askingFor ask: (() -> State?)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !log.refusesRecord() else { return try body() }
    let (isOver, isInner) = dispatching.withLock { ($0.isOver, $0.isInScope) }
    guard !isOver else { return try body() }
    noteUse()
    let ask = isInner ? nil : askable(ask)
    settleIfIdle(askingFor: ask)
    let opened = begin({ _ in .scope(tellsState: ask != nil) }) { $0.compose(name, contents, site: site) }
    guard let opened else { return try body() }
    let start = log.now
    do throws(Failure) {
      let result = try Cause.with(cause(opened), body)
      end(scope: opened, since: start, error: nil, askingFor: ask)
      return result
    } catch {
      end(scope: opened, since: start, error: error, askingFor: ask)
      throw error
    }
  }

  private func end<State>(scope opened: Opened, since start: Int, error: (any Error)?, askingFor ask: (() -> State?)?) {
    var facts = OutcomeFacts(duration: log.elapsed(since: start), error: error.map(recorded))
    let listener = dispatching.withLock { dispatching in
      _ = dispatching.end(opened.step)
      return dispatching.listener
    }
    defer { listener?.completed(opened.step) }
    if let ask { return complete(opened, with: facts, askingFor: ask) }
    facts.isUnreduced = error == nil
    complete(opened, with: facts)
  }

  /// Records an external event that has no enclosing code of the app.
  ///
  /// The store's current state is the state before the event, since nothing has reacted to it yet.
  @usableFromInline func event<Contents, State>(
    _ name: String, _ contents: Contents, site: CallSite, askingFor ask: (() -> State?)?
  ) {
    guard !log.refusesRecord() else { return }
    noteUse()
    settleIfIdle(askingFor: askable(ask))
    let opened = append(OutcomeFacts(isUnreduced: true)) { $0.compose(name, contents, site: site) }
    if let opened { listener?.completed(opened.step) }
  }
}
