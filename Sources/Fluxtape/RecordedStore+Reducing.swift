internal import FluxtapeLocking
internal import FluxtapeLog

/// An action that a reducer has got.
@usableFromInline struct Reduction {
  let opened: Opened
  /// Whether the reducer wrap began the record, as nobody did before.
  let isOwn: Bool
}

extension RecordedStore {
  /// Records one call of a reducer.
  ///
  /// It belongs to the innermost open action of the thread if that has the same dynamic type and no reducer got it yet. Otherwise, since a
  /// middleware renamed the action, a thunk passed on its result or no middleware records, it gets a record of its own.
  ///
  /// - Parameter before: The state that the reducer is given; `nil` if it is to make the first one.
  /// - Returns: `nil` if nothing is recorded.
  @usableFromInline func beginReducing<Action, State>(_ action: Action, before: State?) -> Reduction? {
    guard !log.dropsRecord() else { return nil }
    let type = ObjectIdentifier(Swift.type(of: action as Any))
    let (attached, outer, isFirst) = dispatching.withLock { dispatching in
      dispatching.hasReducer = true
      return (dispatching.reduce(type), dispatching.innermost?.opened.step, dispatching.claimsFirstState())
    }
    if isFirst, let before { begin(from: before) }
    if let attached { return Reduction(opened: attached, isOwn: false) }
    var record = isFirst && before == nil ? record(ActionRecord.storeBegan) : record(of: action, site: nil)
    record.cause = record.cause ?? outer.map(RecordedCause.step)
    guard let opened = begin(record) else { return nil }
    dispatching.withLock {
      $0.begin(
        OpenAction(opened: opened, kind: .dispatch(type), thread: SystemFacts.currentThread, asksForState: false, isReduced: true))
    }
    return Reduction(opened: opened, isOwn: true)
  }

  /// States will come from a reducer; nobody else is asked for them.
  @usableFromInline func expectReducer() { dispatching.withLock { $0.hasReducer = true } }

  /// Runs the reducer on a state in place, and completes the record with what it makes of it.
  @usableFromInline func reduce<State, Result, Failure: Error>(
    _ reduction: Reduction, of state: inout State, _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = log.now
    do throws(Failure) {
      let result = try reduction.isOwn ? Cause.with(reduction.opened.cause) { () throws(Failure) in try body(&state) } : body(&state)
      end(reduction, Outcome(duration: log.elapsed(since: start))) { complete(reduction.opened, with: $0, state: state) }
      return result
    } catch {
      // What it changed before it threw stays changed.
      let outcome = Outcome(duration: log.elapsed(since: start), error: recorded(error))
      end(reduction, outcome) { complete(reduction.opened, with: $0, state: state) }
      throw error
    }
  }

  /// Runs the reducer, and completes the record with the state that it returns.
  @usableFromInline func reduce<State, Result, Failure: Error>(
    _ reduction: Reduction, _ body: () throws(Failure) -> Result, state: (Result) -> State
  ) throws(Failure) -> Result {
    let start = log.now
    do throws(Failure) {
      let result = try reduction.isOwn ? Cause.with(reduction.opened.cause, body) : body()
      end(reduction, Outcome(duration: log.elapsed(since: start))) { complete(reduction.opened, with: $0, state: state(result)) }
      return result
    } catch {
      end(reduction, Outcome(duration: log.elapsed(since: start), error: recorded(error))) { complete(reduction.opened, with: $0) }
      throw error
    }
  }

  private func end(_ reduction: Reduction, _ outcome: Outcome, _ complete: (Outcome) -> Void) {
    dispatching.withLock { dispatching in
      if reduction.isOwn {
        _ = dispatching.end(reduction.opened.step)
      } else {
        dispatching.markComplete(reduction.opened.step)
      }
    }
    complete(outcome)
  }
}
