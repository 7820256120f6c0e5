internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

extension RecordedStore {
  /// Records `action` around `body`, which forwards it to a reducer.
  ///
  /// - Parameter ask: Returns the store's state. It is called only if no wrapped reducer provides the state. `nil` if the store cannot be
  ///   asked.
  @inlinable
  func dispatch<Action, State, Result, Failure: Error>(
    _ action: Action, site: CallSite?, askingFor ask: (() -> State?)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let opened = begin(action, site: site, askingFor: ask) else { return try body() }
    do throws(Failure) {
      let result = try Cause.with(cause(opened), body)
      end(opened, error: nil, askingFor: ask)
      return result
    } catch {
      end(opened, error: error, askingFor: ask)
      throw error
    }
  }

  @usableFromInline func begin<Action, State>(_ action: Action, site: CallSite?, askingFor ask: (() -> State?)?) -> Opened? {
    guard !log.refusesRecord() else { return nil }
    let ask = askable(ask)
    let (situation, listener) = dispatching.withLock { ($0.situation(asksForState: ask != nil), $0.listener) }
    if case .over = situation { return nil }
    if let ask { tellStateBefore(in: situation, askingFor: ask) }
    var bytes = 0
    let opened = begin(OpenAction.Kind.dispatch, asksForState: ask != nil) { composer in
      let head = composer.compose(action: action, site: site)
      bytes = head.bytes.count
      return head
    }
    if let opened { listener?.began(action, at: opened.step, of: label, bytes: bytes) }
    return opened
  }

  /// Brings the log up to date with the state before the next action.
  private func tellStateBefore<State>(in situation: Dispatching.Situation, askingFor ask: () -> State?) {
    switch situation {
    case .first(let asking): if settle(asking, askingFor: ask) == nil { expectFirstState() }
    // Changes since the outer action began belong to it. After the nested action they could no longer be separated.
    case .nested(let outer): completeIfChanged(outer, askingFor: ask)
    // A change without a recorded action: a middleware in front of the recorder made it, or code outside of the store.
    case .idle(let asking): _ = settle(asking, askingFor: ask)
    case .known, .over: break
    }
  }

  @usableFromInline func end<State>(_ opened: Opened, error: (any Error)?, askingFor ask: (() -> State?)?) {
    let error = error.map(recorded)
    let (action, hasReducer, listener) = dispatching.withLock { ($0.end(opened.step), $0.hasReducer, $0.listener) }
    defer { listener?.completed(opened.step) }
    let (ask, isComplete) = (hasReducer ? nil : askable(ask), action?.isComplete == true)
    if let ask, !isComplete { return complete(opened, with: OutcomeFacts(error: error), askingFor: ask) }
    if !isComplete {
      complete(opened, with: OutcomeFacts(error: error, isUnreduced: error == nil))
    } else if let error, action?.hasError != true {
      log.tell(error, after: opened.step)
    }
    // The action was completed at a nested dispatch. Later changes get a separate record.
    if let ask, let asking = dispatching.withLock({ $0.askAtEnd(of: opened.step) }) { _ = settle(asking, askingFor: ask) }
  }

  @usableFromInline func cause(_ opened: Opened) -> Cause { log.cause(opened.step) }

  func recorded(_ error: any Error) -> RecordedError {
    // Flagged, since a description that records the same error would otherwise recurse without end.
    let message = ThreadFlag.encoding.withFlagSet { String(describing: error) }
    return RecordedError(type: TypeName.of(type(of: error)), message: log.redacted(message))
  }
}

// MARK: - Dispatchers

extension RecordedStore {
  /// Records that the store, a dispatcher, passes an action or an event to other stores.
  @usableFromInline func handOver<Contents, Result, Failure: Error>(
    _ name: String?, _ handed: Contents, site: CallSite, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !log.refusesRecord() else { return try body() }
    var contents: OpenDispatch.Contents?
    let opened = append(OutcomeFacts(isUnreduced: true)) { composer in
      defer { contents = composer.contents }
      return composer.compose(name, handed, site: site)
    }
    guard let opened, let contents else { return try body() }
    let dispatch = OpenDispatch(step: opened.step, thread: SystemFacts.currentThread, contents: contents)
    log.dispatches.withLock { $0.append(dispatch) }
    defer {
      log.dispatches.withLock { $0.removeAll { $0.step == opened.step } }
      listener?.completed(opened.step)
    }
    return try Cause.with(cause(opened), body)
  }
}

// MARK: - Beginnings

extension RecordedStore {
  /// Begins the line made by `compose`, and registers its action as open. Returns `nil` if the log is closed.
  ///
  /// - Parameter kind: Returns the kind of an action with these contents.
  func begin(
    _ kind: (OpenDispatch.Contents) -> OpenAction.Kind, asksForState: Bool = false, composedBy compose: (ActionComposer) -> ActionHead
  ) -> Opened? {
    var contents: OpenDispatch.Contents?
    let opened = beginAlone { composer in
      defer { contents = composer.contents }
      return compose(composer)
    }
    guard let opened, let contents else { return nil }
    let action = OpenAction(opened: opened, kind: kind(contents), thread: SystemFacts.currentThread, asksForState: asksForState)
    dispatching.withLock { $0.begin(action) }
    return opened
  }

  /// Begins a line whose completion follows at once.
  func beginAlone(composedBy compose: (ActionComposer) -> ActionHead) -> Opened? { put(compose) { $0.begin($1, at: $2) } }

  /// Writes a record whose outcome is known already or comes much later. Returns `nil` if the log is closed.
  func append(_ facts: OutcomeFacts = OutcomeFacts(), composedBy compose: (ActionComposer) -> ActionHead) -> Opened? {
    put(compose) { $0.append($1, facts, at: $2) }
  }

  private func put(
    _ compose: (ActionComposer) -> ActionHead, _ put: (inout LogWriter, ActionHead, _ time: Int) -> Opened?
  ) -> Opened? {
    let isOver = dispatching.withLock { dispatching in
      dispatching.hasRecords = true
      return dispatching.isOver
    }
    guard !isOver else { return nil }
    let (head, name) = composing { (compose($0), log.onAction == nil ? nil : $0.contents.name.type) }
    let now = log.now
    let opened = log.recording { put(&$0, head, now) }
    if let onAction = log.onAction, let name {
      // The lock of the states may be held for a beginning, which is no change either.
      if name != ActionHead.storeBegan { onAction(name) }
    } else if opened == nil {
      dispatching.withLock { $0.isOver = true }
    }
    return opened
  }
}

/// A dispatcher's action while stores handle it.
struct OpenDispatch: Sendable {
  let step: StepNumber
  let thread: UInt
  let contents: Contents

  /// The name and payload that the handling stores need not repeat.
  struct Contents: Sendable {
    let name: ActionName
    let payload: [UInt8]
  }
}

extension RunLog {
  /// The contents of the dispatch that the running thread handles, if that dispatch is `cause`.
  func dispatch(causing cause: RecordedCause) -> OpenDispatch.Contents? {
    guard case .step(let step) = cause else { return nil }
    let thread = SystemFacts.currentThread
    return dispatches.withLock { dispatches in
      guard let innermost = dispatches.last(where: { $0.thread == thread }), innermost.step == step else { return nil }
      return innermost.contents
    }
  }
}
