#if !RECORDING_COMPILED_OUT
internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

// Changes that the app reports without an action.

extension RecordedStore {
  /// Writes `state` as a separate step if it differs from the state in the log; the first state becomes the store's beginning.
  @usableFromInline func changed<State>(to state: State, cause: Cause?, site: CallSite) {
    guard !isToTellState, !Cause.with(cause ?? .current, { begin(with: state, site: site) }) else { return }
    changed(cause: cause, site: site) { state }
  }

  /// Asks for the state and writes it as a separate step if it differs from the state in the log.
  ///
  /// Writes nothing while an open action will record the state at its end.
  @usableFromInline func changed<State>(cause: Cause?, site: CallSite, askingFor ask: (() -> State?)?) {
    guard wantsStates, !log.refusesRecord(), let ask = askable(ask), !isToTellState else { return }
    noteUse()
    let composer = dispatching.withLock { $0.takeComposer() } ?? makeComposer()
    var head = Cause.with(cause ?? .current) { composer.compose(LineHead.stateType, site: site) }
    head.appendSettled()
    // Begin a due segment now: the step itself is written under the lock of the states, where that is too late.
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
  /// - Parameter isolation: The actor on which the object is attached.
  func observe(_ ask: @escaping () -> Any?, on isolation: (any Actor)?) {
    let observed = ObservedObject(isolation: isolation, asking: ask)
    object.withLock { $0 = observed }
  }

  /// Notes that the running thread records the object.
  func noteUse() { object.withLock { $0?.noteUse() } }

  /// Writes the current state of the object if it differs from the state in the log. Returns `false` if the object cannot be asked here.
  ///
  /// - Parameter caller: The actor to which the running code is isolated.
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

  /// Writes the last state of a store that cannot be asked, if sampling had omitted it.
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
  /// Writes the last states of all objects that can be asked from here, and records a mark that names the others.
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
