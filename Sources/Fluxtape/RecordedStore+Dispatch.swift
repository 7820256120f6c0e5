internal import FluxtapeLocking
internal import FluxtapeCoding
internal import FluxtapeLog

extension RecordedStore {
  /// Records `action` around `body`, which passes it on towards a reducer.
  ///
  /// - Parameter ask: Gives the store's state; asked only if no reducer wrap hands it over. `nil` if it cannot be asked.
  @usableFromInline func dispatch<Action, State, Result, Failure: Error>(
    _ action: Action, site: CallSite?, askingFor ask: (() -> State?)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !log.dropsRecord() else { return try body() }
    let isFirst = ask.map { tellStateBefore(askingFor: $0) } ?? false
    let record = isFirst ? record(ActionRecord.storeBegan, site: site) : record(of: action, site: site)
    guard let opened = begin(record) else { return try body() }
    dispatching.withLock {
      $0.begin(
        OpenAction(
          opened: opened, kind: .dispatch(ObjectIdentifier(type(of: action as Any))), thread: SystemFacts.currentThread,
          asksForState: ask != nil))
    }
    do throws(Failure) {
      let result = try Cause.with(opened.cause, body)
      end(opened, error: nil, askingFor: ask)
      return result
    } catch {
      end(opened, error: recorded(error), askingFor: ask)
      throw error
    }
  }

  /// Sees to it that the log has the state on which the next action builds. Returns whether there is none, since the action makes it.
  private func tellStateBefore<State>(askingFor ask: () -> State?) -> Bool {
    let situation = dispatching.withLock { dispatching in
      if dispatching.claimsFirstState() { return Situation.first }
      if dispatching.hasReducer { return .known }
      if let outer = dispatching.takeActionInNeedOfState() { return .nested(outer) }
      return dispatching.isIdle ? .idle : .known
    }
    switch situation {
    case .first: return !settle(askingFor: ask)
    // The outer action's state is what the nested one finds: after both it could no longer be told.
    case .nested(let outer): complete(outer, with: Outcome(), askingFor: ask)
    // Changed by nobody who told: an action in a middleware in front of the recorder, or code beside the store.
    case .idle: settle(askingFor: ask)
    case .known: break
    }
    return false
  }

  private enum Situation: Sendable {
    case first, nested(Opened), idle, known
  }

  private func end<State>(_ opened: Opened, error: RecordedError?, askingFor ask: (() -> State?)?) {
    let (action, hasReducer, isIdle) = dispatching.withLock { ($0.end(opened.step), $0.hasReducer, $0.isIdle) }
    if action?.isComplete == true {
      // Completed at a nested dispatch. What happened after that one is told on its own.
      if let ask, !hasReducer, isIdle { settle(askingFor: ask) }
    } else if let ask, !hasReducer {
      complete(opened, with: Outcome(error: error), askingFor: ask)
    } else {
      complete(opened, with: Outcome(error: error, isUnreduced: error == nil))
    }
  }

  func recorded(_ error: any Error) -> RecordedError {
    RecordedError(type: TypeName.of(type(of: error)), message: log.redacted(String(describing: error)))
  }
}
