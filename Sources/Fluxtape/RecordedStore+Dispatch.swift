internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

extension RecordedStore {
  /// Records `action` around `body`, which passes it on towards a reducer.
  ///
  /// - Parameter ask: Gives the store's state; asked only if no reducer wrap hands it over. `nil` if it cannot be asked.
  @inlinable
  func dispatch<Action, State, Result, Failure: Error>(
    _ action: Action, site: CallSite?, askingFor ask: (() -> State?)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // All the while, so that a reducer can be found to have got this very action.
    try unsafe withUnsafePointer(to: action) { (pointer) throws(Failure) in
      let place = unsafe ActionPlace(UnsafeRawPointer(pointer), Action.self, size: MemoryLayout<Action>.size)
      guard let opened = begin(place, site: site, askingFor: ask) else { return try body() }
      do throws(Failure) {
        let result = try Cause.with(cause(opened), body)
        end(opened, error: nil, askingFor: ask)
        return result
      } catch {
        end(opened, error: error, askingFor: ask)
        throw error
      }
    }
  }

  @usableFromInline func begin<State>(_ place: ActionPlace, site: CallSite?, askingFor ask: (() -> State?)?) -> Opened? {
    guard !log.refusesRecord() else { return nil }
    let ask = askable(ask)
    let subject = place.subject
    let (situation, spare) = dispatching.withLock { ($0.situation(asksForState: ask != nil), $0.takeComposer()) }
    if case .over = situation { return nil }
    let isFirst = ask.map { tellStateBefore(in: situation, askingFor: $0) } ?? false
    return begin(.dispatch(subject), asksForState: ask != nil, spare) { composer in
      isFirst ? composer.compose(ActionRecord.storeBegan, site: site) : composer.compose(subject, site: site)
    }
  }

  /// Sees to it that the log has the state on which the next action builds. Returns whether there is none, since the action makes it.
  private func tellStateBefore<State>(in situation: Dispatching.Situation, askingFor ask: () -> State?) -> Bool {
    switch situation {
    case .first: return !(wantsStates ? settle(askingFor: ask) : ThreadMark.asking.whileSet(ask) != nil)
    // The outer action's state is what the nested one finds: after both it could no longer be told.
    case .nested(let outer): complete(outer, with: OutcomeFacts(), askingFor: ask)
    // Changed by nobody who told: an action in a middleware in front of the recorder, or code beside the store.
    case .idle: settle(askingFor: ask)
    case .known, .over: break
    }
    return false
  }

  @usableFromInline func end<State>(_ opened: Opened, error: (any Error)?, askingFor ask: (() -> State?)?) {
    let ask = askable(ask)
    let error = error.map(recorded)
    let (action, hasReducer, isIdle) = dispatching.withLock { ($0.end(opened.step), $0.hasReducer, $0.isIdle) }
    if let action, action.isComplete {
      if let error, !action.hasError { log.tell(error, after: opened.step) }
      // Completed at a nested dispatch. What happened after that one is told on its own.
      if let ask, !hasReducer, isIdle { settle(askingFor: ask) }
    } else if let ask, !hasReducer {
      complete(opened, with: OutcomeFacts(error: error), askingFor: ask)
    } else {
      complete(opened, with: OutcomeFacts(error: error, isUnreduced: error == nil))
    }
  }

  @usableFromInline func cause(_ opened: Opened) -> Cause { log.cause(opened.step) }

  func recorded(_ error: any Error) -> RecordedError {
    // Marked, since a description that throws the same error into a record would be asked for again, without end.
    let message = ThreadMark.encoding.whileSet { String(describing: error) }
    return RecordedError(type: TypeName.of(type(of: error)), message: log.redacted(message))
  }
}
