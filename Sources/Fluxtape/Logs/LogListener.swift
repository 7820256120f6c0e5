internal import FluxtapeLocking
package import FluxtapeLog

/// Follows a log while it is recorded, for a live session.
///
/// Each store keeps it under the locks that it takes anyway, so that no listener costs a comparison.
package protocol LogListener: AnyObject, Sendable {
  /// An action of a store has begun, and takes so many bytes in the log. No lock of the recorder is held.
  func began<Action>(_ action: Action, at step: StepNumber, of store: String, bytes: Int)
  /// A state went into the log, or was left out of it. The lock of the store's states is held: nothing may be recorded here.
  func recorded<State>(_ state: State, _ facts: StateFacts)
  /// The outcome of a step went into the log without a state; or nothing did, and there is no step.
  ///
  /// - Parameter isStateKnown: Whether the store's state is the one before.
  func settled(_ step: StepNumber?, of store: String, at place: OutcomePlace, isStateKnown: Bool)
  /// A step and its outcome are in the log. No lock of the recorder is held, so that the listener may wait; but
  /// the lock of a `Store` may be, see ``ThreadFlag/reducing``.
  func completed(_ step: StepNumber)
  /// Another listener is to take its place.
  func close()
}

/// Where the outcome of a step stands among all of a log.
package struct OutcomePlace: Sendable {
  /// Counts outcomes.
  package var line = 0
  /// The step that begins next.
  package var next: StepNumber
}

/// What is known of a recorded state.
package struct StateFacts: Sendable {
  package let store: String
  /// `nil` for a state without a step of its own.
  package let step: StepNumber?
  package let place: OutcomePlace
  /// The bytes that it took in the log; roughly those of the last whole state, if it was left out.
  package let bytes: Int
  /// Whether the log has just got the state, and had not had it before.
  package let isNew: Bool
  /// Whether the state is certain to hold no objects, which could change later.
  package let isValue: Bool
}

// MARK: - What a live session needs of a recorder

extension Recorder {
  /// The identity of the run; `nil` if nothing is recorded.
  package var run: String? { log?.run }

  /// The path of the log; `nil` if it is no file.
  package var path: String? { log?.withWriter { $0.output.file?.path } }

  /// The number that the next step gets.
  package var nextStep: StepNumber { log?.withWriter { StepNumber($0.nextStep) } ?? 1 }

  package func redacted(_ text: String) -> String { log?.redacted(text) ?? text }

  /// Has the listener end, if there is one.
  package func closeListener() { log?.listener.withLock { $0 }?.close() }

  /// Has all stores tell `listener` what they record, and no other listener any more.
  package func listen(_ listener: any LogListener) {
    guard let log else { return }
    // The other one is let go outside of the lock.
    _ = log.listener.withLock { current in
      defer { current = listener }
      return current
    }
    for store in log.liveStores { store.tell(listener) }
  }

  /// Tells `listener` nothing more.
  package func stopListening(_ listener: any LogListener) {
    guard let log else { return }
    let isCurrent = log.listener.withLock { current in
      guard current === listener else { return false }
      current = nil
      return true
    }
    if isCurrent { for store in log.liveStores { store.tell(nil) } }
  }

  /// Writes the mark of a live session, which causes what the session does.
  ///
  /// - Parameter facts: What is done, as JSON without secrets.
  /// - Returns: `nil` if the log is closed.
  package func mark(_ text: String, level: Level = .info, live facts: [UInt8]) -> Cause? {
    guard let log, !log.refusesRecord() else { return nil }
    let (mark, now) = (MarkFacts(log.redacted(text), level: level.rawValue, cause: log.currentCause, live: facts), log.now)
    // It begins no segment, since that would run `encode(to:)`.
    return log.withWriter { $0.append(mark, at: now) }.map { log.cause($0.step) }
  }

  /// The step before which a store was made; `nil` if the log has nothing of it yet.
  package func beginning(of label: String) -> StepNumber? {
    store(labelled: label).flatMap { store in store.dispatching.withLock { $0.hasRecords } ? store.madeBefore : nil }
  }

  /// Writes a state that a live session sets, unless the log has it. Call it where no action can be in the store's reducer.
  ///
  /// - Returns: Whether the log has it now.
  package func set<State>(_ state: State, of label: String, cause: Cause) -> Bool {
    store(labelled: label)?.set(state, cause: cause) ?? false
  }

  /// Tells the listener the state that a store has in the log, if `state` is it.
  package func tellListener<State>(lastState state: State, of label: String) {
    _ = store(labelled: label)?.tell { $0.tellListener(lastState: state) }
  }

  private func store(labelled label: String) -> RecordedStore? { log?.stores.withLock { $0.store(labelled: label) } }
}

extension RecordedStore {
  func tell(_ listener: (any LogListener)?) {
    // An `encode(to:)` under the lock may wait for this thread; the listener then hears of no states.
    _ = states.withLock(within: Self.longestWait) { $0.listener = listener }
    dispatching.withLock { $0.listener = listener }
  }

  var listener: (any LogListener)? { dispatching.withLock { $0.listener } }
}
