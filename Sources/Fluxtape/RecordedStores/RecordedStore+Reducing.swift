internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

/// An action that a reducer has got.
@usableFromInline struct Reduction {
  @usableFromInline let opened: Opened
  /// Whether the reducer wrap began the record, as nobody did before.
  @usableFromInline let isOwn: Bool
}

extension RecordedStore {
  /// Records one call of a reducer.
  ///
  /// It belongs to the innermost open action of the thread if that is the same action and no reducer got it yet. Otherwise, since a
  /// middleware put another one in its place, a thunk passed on its result or no middleware records, it gets a record of its own.
  ///
  /// - Parameter before: Gives the state that the reducer is given; `nil` if it is to make the first one.
  /// - Returns: `nil` if nothing is recorded.
  @inlinable
  func beginReducing<Action, State>(_ action: Action, before: () -> State?) -> Reduction? {
    unsafe withUnsafePointer(to: action) { pointer in
      let place = unsafe ActionPlace(UnsafeRawPointer(pointer), Action.self, size: MemoryLayout<Action>.size)
      return beginReducing(place) {
        guard let state = before() else { return false }
        begin(from: state)
        return true
      }
    }
  }

  /// - Parameter tellStateBefore: Tells where the store stands before its first action. `false` if there is no state yet.
  @usableFromInline func beginReducing(_ place: ActionPlace, tellStateBefore: () -> Bool) -> Reduction? {
    guard !log.refusesRecord() else { return nil }
    let subject = place.subject
    var arrival = dispatching.withLock { $0.arrive(subject) }
    if case .perhaps(let opened, let original) = arrival.match { match(subject, with: original, of: opened, &arrival) }
    if case .over = arrival.match { return nil }
    if arrival.isFirst, !tellStateBefore() { expectFirstState() }
    if case .attached(let opened) = arrival.match { return Reduction(opened: opened, isOwn: false) }
    let outer = arrival.outer
    let opened = begin(.reduction, arrival.spare.take()) { $0.compose(subject, site: nil, outer: outer) }
    return opened.map { Reduction(opened: $0, isOwn: true) }
  }

  /// Records one change of the state that has a name. It is a record of its own, whatever is open.
  ///
  /// - Returns: `nil` if nothing is recorded.
  @usableFromInline func beginReducing<Payload, State>(
    _ name: String, _ payload: Payload?, site: CallSite, before: () -> State
  ) -> Reduction? {
    guard !log.refusesRecord() else { return nil }
    let (isOver, isFirst, spare) = dispatching.withLock { dispatching in
      dispatching.hasReducer = true
      return (dispatching.isOver, dispatching.claimsFirstState(), dispatching.takeComposer())
    }
    guard !isOver else { return nil }
    if isFirst { begin(from: before()) }
    return begin(.reduction, spare) { $0.compose(name, payload, site: site) }.map { Reduction(opened: $0, isOwn: true) }
  }

  /// Finds out whether two actions of one type are the same.
  private func match(_ subject: ActionSubject, with original: ActionSubject, of opened: Opened, _ arrival: inout Dispatching.Arrival) {
    let composer = arrival.spare ?? makeComposer()
    guard original.isProvenEqual(to: subject) || composer.areSame(original, subject) else {
      arrival.spare = composer
      return arrival.match = .none
    }
    arrival.match = .attached(opened)
    dispatching.withLock { dispatching in
      dispatching.putBack(composer)
      dispatching.markReduced(opened.step)
    }
  }

  /// States will come from a reducer; nobody else is asked for them.
  @usableFromInline func expectReducer() { dispatching.withLock { $0.hasReducer = true } }

  /// Runs the reducer on a state in place, and completes the record with what it makes of it.
  @inlinable
  func reduce<State, Result, Failure: Error>(
    _ reduction: Reduction, of state: inout State, _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = now
    do throws(Failure) {
      let result = try reduction.isOwn ? Cause.with(cause(reduction.opened)) { () throws(Failure) in try body(&state) } : body(&state)
      end(reduction, since: start, state: state)
      return result
    } catch {
      // What it changed before it threw stays changed.
      end(reduction, since: start, error: error, state: state)
      throw error
    }
  }

  /// Runs the reducer, and completes the record with the state that it returns.
  @inlinable
  func reduce<State, Result, Failure: Error>(
    _ reduction: Reduction, _ body: () throws(Failure) -> Result, state: (Result) -> State
  ) throws(Failure) -> Result {
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
  }

  @usableFromInline func end<State>(_ reduction: Reduction, since start: Int, error: (any Error)? = nil, state: State) {
    let end = log.now
    let facts = OutcomeFacts(duration: max(0, end &- start), error: error.map(recorded))
    complete(reduction.opened, with: facts, state: state, at: end) { $0.end(reduction, hasError: error != nil) }
  }
}
