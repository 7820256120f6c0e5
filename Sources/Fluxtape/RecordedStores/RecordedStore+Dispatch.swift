internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

extension RecordedStore {
  /// Records `action` around `body`, which passes it on towards a reducer that hands over the state.
  @inlinable
  func dispatch<Action, Result, Failure: Error>(
    _ action: Action, site: CallSite?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafePointer(to: action) { (pointer) throws(Failure) in
      let place = unsafe ActionPlace(UnsafeRawPointer(pointer), Action.self, size: MemoryLayout<Action>.size)
      guard let opened = begin(place, site: site) else { return try body() }
      do throws(Failure) {
        let result = try Cause.with(cause(opened), body)
        end(opened, error: nil)
        return result
      } catch {
        end(opened, error: error)
        throw error
      }
    }
  }

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
    guard let ask, !ThreadMark.asking.isSet else { return begin(place, site: site) }
    return begin(place, site: site, asksForState: true) { tellStateBefore(in: $0, askingFor: ask) }
  }

  /// Begins an action whose state nobody is asked for.
  @usableFromInline func begin(_ place: ActionPlace, site: CallSite?) -> Opened? {
    begin(place, site: site, asksForState: false) { _ in false }
  }

  private func begin(
    _ place: ActionPlace, site: CallSite?, asksForState: Bool, tellStateBefore: (Dispatching.Situation) -> Bool
  ) -> Opened? {
    guard !log.refusesRecord() else { return nil }
    let subject = place.subject
    let (situation, spare) = dispatching.withLock { ($0.situation(asksForState: asksForState), $0.takeComposer()) }
    if case .over = situation { return nil }
    let isSettled = tellStateBefore(situation)
    return begin(.dispatch(subject), asksForState: asksForState, isSettled: isSettled, spare) { $0.compose(subject, site: site) }
  }

  /// Sees to it that the log has the state on which the next action builds. Returns whether it has it.
  private func tellStateBefore<State>(in situation: Dispatching.Situation, askingFor ask: () -> State?) -> Bool {
    switch situation {
    case .first:
      let settled = settle(askingFor: ask)
      if settled == nil { expectFirstState() }
      return settled ?? false
    // What changed since the outer action began belongs to it: after both it could no longer be told.
    case .nested(let outer): return completeIfChanged(outer, askingFor: ask)
    // Changed by nobody who told: an action in a middleware in front of the recorder, or code beside the store.
    case .settling(let asking): return settle(asking, askingFor: ask) ?? false
    case .known, .over: return false
    }
  }

  @usableFromInline func end<State>(_ opened: Opened, error: (any Error)?, askingFor ask: (() -> State?)?) {
    guard let ask, !ThreadMark.asking.isSet else { return end(opened, error: error) }
    let error = error.map(recorded)
    let (action, hasReducer, isAlone) = dispatching.withLock { ($0.end(opened.step), $0.hasReducer, $0.isAlone) }
    if hasReducer { return end(action, opened, error) }
    guard action?.isComplete == true else { return complete(opened, with: OutcomeFacts(error: error), askingFor: ask) }
    end(action, opened, error)
    // Completed at a nested dispatch. What happened after that one is told on its own.
    if isAlone { settle(dispatching.withLock { .init(ticket: $0.takeTicket(), cause: opened.step) }, askingFor: ask) }
  }

  /// Ends an action whose state nobody is asked for.
  @usableFromInline func end(_ opened: Opened, error: (any Error)?) {
    end(dispatching.withLock { $0.end(opened.step) }, opened, error.map(recorded))
  }

  private func end(_ action: OpenAction?, _ opened: Opened, _ error: RecordedError?) {
    if action?.isComplete != true {
      complete(opened, with: OutcomeFacts(error: error, isUnreduced: error == nil))
      if let action, error == nil { noteUnreduced(action) }
    } else if let error, action?.hasError != true {
      log.tell(error, after: opened.step)
    }
  }

  /// Remembers an action that no reducer has got: a middleware may pass it on later, from a queue.
  private func noteUnreduced(_ action: OpenAction) {
    guard case .dispatch(let subject) = action.kind else { return }
    let (hasReducer, spare) = dispatching.withLock { ($0.hasReducer, $0.hasReducer ? $0.takeComposer() : nil) }
    guard hasReducer else { return }
    let composer = spare ?? makeComposer()
    let identity = composer.identity(of: subject)
    dispatching.withLock { dispatching in
      dispatching.putBack(composer)
      dispatching.noteUnreduced(action.opened.step, identity)
    }
  }

  @usableFromInline func cause(_ opened: Opened) -> Cause { log.cause(opened.step) }

  func recorded(_ error: any Error) -> RecordedError {
    // Marked, since a description that throws the same error into a record would be asked for again, without end.
    let message = ThreadMark.encoding.whileSet { String(describing: error) }
    return RecordedError(type: TypeName.of(type(of: error)), message: log.redacted(message))
  }
}
