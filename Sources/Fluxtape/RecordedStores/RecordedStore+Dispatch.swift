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
    begin(place, site: site, asksForState: false) { _ in }
  }

  private func begin(
    _ place: ActionPlace, site: CallSite?, asksForState: Bool, tellStateBefore: (Dispatching.Situation) -> Void
  ) -> Opened? {
    guard !log.refusesRecord() else { return nil }
    let subject = place.subject
    let (situation, hasReducer, spare) = dispatching.withLock {
      ($0.situation(asksForState: asksForState), $0.hasReducer, $0.takeComposer())
    }
    if case .over = situation { return nil }
    tellStateBefore(situation)
    return begin(.dispatch(subject), asksForState: asksForState, isIdentified: hasReducer, spare) { $0.compose(subject, site: site) }
  }

  /// Sees to it that the log has the state on which the next action builds.
  private func tellStateBefore<State>(in situation: Dispatching.Situation, askingFor ask: () -> State?) {
    switch situation {
    case .first: if settle(dispatching.withLock { $0.askFirst() }, askingFor: ask) == nil { expectFirstState() }
    // What changed since the outer action began belongs to it: after both it could no longer be told.
    case .nested(let outer): completeIfChanged(outer, askingFor: ask)
    // No recorded action changed it: one in a middleware in front of the recorder did, or code beside the store.
    case .idle(let asking): _ = settle(asking, askingFor: ask)
    case .known, .over: break
    }
  }

  @usableFromInline func end<State>(_ opened: Opened, error: (any Error)?, askingFor ask: (() -> State?)?) {
    guard let ask, !ThreadMark.asking.isSet else { return end(opened, error: error) }
    let error = error.map(recorded)
    let (action, hasReducer) = dispatching.withLock { ($0.end(opened.step), $0.hasReducer) }
    if hasReducer { return end(action, opened, error) }
    guard action?.isComplete == true else { return complete(opened, with: OutcomeFacts(error: error), askingFor: ask) }
    end(action, opened, error)
    // Completed at a nested dispatch. What happened after that one is told on its own.
    if let asking = dispatching.withLock({ $0.askAtEnd(of: opened.step) }) { _ = settle(asking, askingFor: ask) }
  }

  /// Ends an action whose state nobody is asked for.
  @usableFromInline func end(_ opened: Opened, error: (any Error)?) {
    end(dispatching.withLock { $0.end(opened.step) }, opened, error.map(recorded))
  }

  private func end(_ action: OpenAction?, _ opened: Opened, _ error: RecordedError?) {
    if action?.isComplete != true {
      complete(opened, with: OutcomeFacts(error: error, isUnreduced: error == nil))
      // A middleware may pass it on later, from a queue.
      if let action, error == nil { dispatching.withLock { $0.noteUnreduced(action) } }
    } else if let error, action?.hasError != true {
      log.tell(error, after: opened.step)
    }
  }

  @usableFromInline func cause(_ opened: Opened) -> Cause { log.cause(opened.step) }

  func recorded(_ error: any Error) -> RecordedError {
    // Marked, since a description that throws the same error into a record would be asked for again, without end.
    let message = ThreadMark.encoding.whileSet { String(describing: error) }
    return RecordedError(type: TypeName.of(type(of: error)), message: log.redacted(message))
  }
}
