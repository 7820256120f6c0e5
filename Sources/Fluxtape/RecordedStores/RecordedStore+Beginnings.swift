internal import FluxtapeLocking
internal import FluxtapeLog

extension RecordedStore {
  /// Begins the line that `compose` makes, and counts its action as open. `nil` if the log is closed.
  ///
  /// - Parameters:
  ///   - isIdentified: Whether the action is to be known again if it comes to a reducer on another way.
  ///   - spare: A composer from ``dispatching``, if there was one to take.
  func begin(
    _ kind: OpenAction.Kind, asksForState: Bool = false, isIdentified: Bool = false, _ spare: ActionComposer?,
    composedBy compose: (ActionComposer) -> ActionHead
  ) -> Opened? {
    let composer = spare ?? makeComposer()
    let opened = begin(compose, by: composer)
    var action = opened.map { OpenAction(opened: $0, kind: kind, thread: SystemFacts.currentThread, asksForState: asksForState) }
    if isIdentified { action?.identity = composer.latestIdentity }
    dispatching.withLock { dispatching in
      dispatching.putBack(composer)
      guard let action else { return dispatching.isOver = true }
      dispatching.begin(action)
    }
    return opened
  }

  /// Begins a line that is completed at once.
  func beginAlone(composedBy compose: (ActionComposer) -> ActionHead) -> Opened? { withComposer { begin(compose, by: $0) } }

  /// Writes a record whose outcome is known, or comes much later. `nil` if the log is closed.
  func append(_ facts: OutcomeFacts = OutcomeFacts(), composedBy compose: (ActionComposer) -> ActionHead) -> Opened? {
    withComposer { composer in
      let head = compose(composer)
      let place = log.append(head, facts, at: log.now)
      composer.reuse(head)
      return place.map(opened)
    }
  }

  private func begin(_ compose: (ActionComposer) -> ActionHead, by composer: ActionComposer) -> Opened? {
    let head = compose(composer)
    let place = log.begin(head, at: log.now)
    composer.reuse(head)
    return place.map(opened)
  }

  private func opened(_ place: LogWriter.Place) -> Opened {
    Opened(step: place.step, isWritten: place.isWritten, generation: Fork.generation)
  }

  private func withComposer(_ body: (ActionComposer) -> Opened?) -> Opened? {
    let (isOver, spare) = dispatching.withLock { dispatching in
      dispatching.hasRecords = true
      return (dispatching.isOver, dispatching.takeComposer())
    }
    guard !isOver else { return nil }
    let composer = spare ?? makeComposer()
    let opened = body(composer)
    dispatching.withLock { dispatching in
      dispatching.putBack(composer)
      dispatching.isOver = opened == nil
    }
    return opened
  }
}
