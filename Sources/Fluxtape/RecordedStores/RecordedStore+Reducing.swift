internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

/// An action that has reached a reducer.
@usableFromInline struct Reduction {
  @usableFromInline let opened: Opened
  /// Whether the wrapped reducer began the record, since no dispatch had.
  @usableFromInline let isOwn: Bool
  /// Whether the state before is unknown. Then the action's changes are unknown, too.
  let isFromUnknown: Bool
  let listener: (any LogListener)?
}

extension RecordedStore {
  /// Marks that states come from a reducer from now on; nothing else is asked for them.
  @usableFromInline func expectReducer() { dispatching.withLock { $0.hasReducer = true } }

  /// Runs a reducer on a state in place, and records the result.
  ///
  /// The result belongs to the innermost open action of the thread if that is the same action and no reducer has received it yet. Otherwise
  /// it gets a separate record: a middleware replaced the action, a thunk dispatched its result, or no middleware records.
  @inlinable
  func reduce<Action, State, Result, Failure: Error>(
    _ action: Action, into state: inout State, _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let reduction = beginReducing(action) { tellStateBefore(state, $0) }
    return try run(reduction, on: &state, body)
  }

  /// Does the same for a named change of the state. It always gets a separate record.
  @inlinable
  func reduce<Payload, State, Result, Failure: Error>(
    _ name: String, _ payload: Payload, site: CallSite, into state: inout State, _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let reduction = beginReducing(name, payload, site: site) { tellStateBefore(state, $0) }
    return try run(reduction, on: &state, body)
  }

  /// Does the same for a reducer that returns the state. `nil` asks it for the initial state.
  @inlinable
  func reduce<Action, State, Failure: Error>(
    _ action: Action, from state: State?, _ body: () throws(Failure) -> State
  ) throws(Failure) -> State {
    try run(beginReducing(action) { tellStateBefore(of: state, $0) }, body, state: { $0 })
  }

  /// Does the same for a reducer whose result contains the state.
  @inlinable
  func reduce<Action, State, Result, Failure: Error>(
    _ action: Action, from state: State, _ body: () throws(Failure) -> Result, state next: (Result) -> State
  ) throws(Failure) -> Result {
    try run(beginReducing(action) { tellStateBefore(state, $0) }, body, state: next)
  }
}

// MARK: - Beginnings

extension RecordedStore {
  /// - Parameter tellStateBefore: Calls ``tellStateBefore(_:_:)`` with the state passed to the reducer; returns `nil` if the reducer makes
  ///   the initial state. (A closure that returned the state would copy it.)
  ///
  /// - Returns: `nil` if nothing is recorded.
  @usableFromInline func beginReducing<Action>(_ action: Action, _ tellStateBefore: (StateBefore) -> Bool?) -> Reduction? {
    var bytes = 0
    let reduction = beginReducing(tellStateBefore, isSame: { composer, contents in composer.says(contents, of: action) }) {
      let head = $0.compose(action: action, site: nil, outer: $1)
      bytes = head.bytes.count
      return head
    }
    if let reduction, reduction.isOwn { reduction.listener?.began(action, at: reduction.opened.step, of: label, bytes: bytes) }
    return reduction
  }

  /// - Returns: `nil` if nothing is recorded.
  @usableFromInline func beginReducing<Payload>(
    _ name: String, _ payload: Payload, site: CallSite, _ tellStateBefore: (StateBefore) -> Bool?
  ) -> Reduction? {
    beginReducing(tellStateBefore, isSame: { _, _ in false }) { composer, _ in composer.compose(name, payload, site: site) }
  }

  /// - Parameter isSame: Whether these are the contents of the action.
  private func beginReducing(
    _ tellStateBefore: (StateBefore) -> Bool?, isSame: (ActionComposer, OpenDispatch.Contents) -> Bool,
    composedBy compose: (ActionComposer, _ outer: StepNumber?) -> ActionHead
  ) -> Reduction? {
    guard !log.refusesRecord(), let arrival = dispatching.withLock({ $0.arrive() }) else { return nil }
    let dispatched = arrival.dispatch.flatMap { dispatch in composing { isSame($0, dispatch.contents) } ? dispatch.opened : nil }
    if let dispatched { dispatching.withLock { $0.markReduced(dispatched.step) } }
    let isKnown = tellStateBefore(arrival.before)
    if arrival.isFirst, isKnown == nil { expectFirstState() }
    let opened = dispatched ?? begin({ _ in .reduction }) { compose($0, arrival.outer) }
    return opened.map {
      Reduction(opened: $0, isOwn: dispatched == nil, isFromUnknown: isKnown == false, listener: arrival.listener)
    }
  }
}

// MARK: - Running

extension RecordedStore {
  /// Runs a reducer on a state in place, and ends the record if there is one.
  @inlinable
  func run<State, Result, Failure: Error>(
    _ reduction: Reduction?, on state: inout State, _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let reduction else { return try body(&state) }
    let start = now
    do throws(Failure) {
      let result = try reduction.isOwn ? Cause.with(cause(reduction.opened)) { () throws(Failure) in try body(&state) } : body(&state)
      end(reduction, since: start, state: state)
      return result
    } catch {
      // Changes that the reducer made before it threw remain.
      end(reduction, since: start, error: error, state: state)
      throw error
    }
  }

  /// Runs a reducer that returns the state, and ends the record if there is one.
  @inlinable
  func run<State, Result, Failure: Error>(
    _ reduction: Reduction?, _ body: () throws(Failure) -> Result, state: (Result) -> State
  ) throws(Failure) -> Result {
    guard let reduction else { return try body() }
    let start = now
    do throws(Failure) {
      let result = try reduction.isOwn ? Cause.with(cause(reduction.opened), body) : body()
      end(reduction, since: start, state: state(result))
      return result
    } catch {
      end(reduction, since: start, error: error)
      throw error
    }
  }

  @usableFromInline var now: Int { log.now }

  @usableFromInline func end(_ reduction: Reduction, since start: Int, error: any Error) {
    let facts = OutcomeFacts(duration: log.elapsed(since: start), error: recorded(error))
    dispatching.withLock { $0.end(reduction, hasError: true) }
    complete(reduction.opened, with: facts)
    if reduction.isOwn { reduction.listener?.completed(reduction.opened.step) }
  }

  @usableFromInline func end<State>(_ reduction: Reduction, since start: Int, error: (any Error)? = nil, state: State) {
    let end = log.now
    defer { if reduction.isOwn { reduction.listener?.completed(reduction.opened.step) } }
    let facts = OutcomeFacts(duration: max(0, end &- start), error: error.map(recorded))
    if reduction.isFromUnknown { return leaveOut(reduction.opened, facts) { $0.end(reduction, hasError: error != nil) } }
    complete(reduction.opened, with: facts, state: state, at: end) { $0.end(reduction, hasError: error != nil) }
  }
}
