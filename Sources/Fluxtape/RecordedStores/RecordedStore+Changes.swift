#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

// Changes that the app tells of, without an action around them.

extension RecordedStore {
  /// Writes `state` as a step of its own, if it is another one than the log has; as the store's beginning if it is the first.
  @usableFromInline func changed<State>(to state: State, cause: Cause?, site: CallSite) {
    guard !isToTellState, !Cause.with(cause ?? .current, { begin(with: state, site: site) }) else { return }
    changed(cause: cause, site: site) { state }
  }

  /// Writes the state that `ask` gives as a step of its own, if it is another one than the log has.
  ///
  /// Nothing is written while an action is under way that tells the state when it ends.
  @usableFromInline func changed<State>(cause: Cause?, site: CallSite, askingFor ask: (() -> State?)?) {
    guard wantsStates, !log.refusesRecord(), let ask = askable(ask), !isToTellState else { return }
    noteUse()
    let composer = dispatching.withLock { $0.takeComposer() } ?? makeComposer()
    var head = Cause.with(cause ?? .current) { composer.compose(LineHead.stateType, site: site) }
    head.appendSettled()
    // The step is made with the state, too late to begin a segment.
    log.recording(at: log.now) { _ in }
    _ = writeState(askingFor: ask) { state, time, line in
      line.writeChange(state, with: OutcomeFacts(), at: time) { closing, losses, _ in put(.step(head), closing, losses: losses, at: time) }
    }
    composer.reuse(head)
    dispatching.withLock { $0.putBack(composer) }
  }

  private var isToTellState: Bool { dispatching.withLock { $0.isOver || $0.isToTellState } }
}

// MARK: - The last state

extension RecordedStore {
  /// - Parameter isolation: The actor that the object is attached on.
  func observe(_ ask: @escaping () -> Any?, on isolation: (any Actor)?) {
    let observed = ObservedObject(isolation: isolation, asking: ask)
    object.withLock { $0 = observed }
  }

  /// Notes that the object is recorded by the running thread.
  func noteUse() { object.withLock { $0?.noteUse() } }

  /// Writes the state that the object has now, if it is another one than the log has. `false` if it cannot be asked.
  ///
  /// - Parameter caller: The actor that the running code is isolated to.
  func tellLastState(to caller: (any Actor)?) -> Bool {
    guard wantsStates, !isToTellState, !ThreadFlag.asking.isSet, !log.refusesRecord() else { return true }
    guard let object = object.withLock({ $0 }) else {
      tellLeftOut()
      return true
    }
    guard object.mayBeAsked(by: caller) else { return false }
    let head = lastStateHead
    _ = writeState(askingFor: object.ask) { state, time, line in
      line.tellLast(state) { closing, losses, _ in put(.step(head), closing, losses: losses, at: time) }
    }
    return true
  }

  /// Writes the state of a store that nobody can be asked for, if the last one was left out to save time.
  func tellLeftOut() {
    let deferredWork = states.withLock(within: Self.longestWait) { line in
      line.tellLeftOut { closing, losses, _ in put(.step(lastStateHead), closing, losses: losses, at: log.now) }
    }
    if let deferredWork = deferredWork ?? nil { finish(deferredWork) }
  }

  private var lastStateHead: ActionHead {
    var head = Cause.with(nil) { makeComposer().compose(LineHead.stateType, site: nil) }
    head.appendSettled()
    return head
  }
}

extension RunLog {
  /// Has all objects tell their states that can be asked from here, and says of which the last one is not known.
  func tellLastStates(to caller: (any Actor)?) {
    let silent = liveStores.filter { !$0.tellLastState(to: caller) }.map(\.label)
    guard !silent.isEmpty else { return }
    let names = silent.prefix(3).map { "'\($0)'" }.joined(separator: ", ") + (silent.count > 3 ? " and \(silent.count - 3) more" : "")
    mark(
      """
      the last state of \(names) may be newer than the log: 'close()' was called where it must not be asked for. Call 'close()' on the actor or \
      thread of the object, or its 'changed()' there before
      """, problem: RecordedProblem(kind: "lastState", store: silent.count == 1 ? silent[0] : nil))
  }
}
#endif
