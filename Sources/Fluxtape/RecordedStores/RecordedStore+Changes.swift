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
    let head = settledHead(cause: cause ?? .current, site: site)
    // Begin a due segment now: the step itself is written under the lock of the states, where that is too late.
    log.recording { _ in }
    var step: StepNumber?
    _ = writeState(askingFor: ask) { state, time, line in
      let deferredWork = line.writeChange(state, as: .step(head), at: time)
      step = deferredWork.step
      return deferredWork
    }
    if let step { listener?.completed(step) }
  }

  /// Writes a state that is set from outside of the app, unless the log has it, whatever is under way. Returns whether the log has it then.
  func set<State>(_ state: State, cause: Cause) -> Bool {
    guard wantsStates, !log.refusesRecord() else { return false }
    let head = settledHead(cause: cause)
    log.recording { _ in }
    var isInLog = false
    let telling = tell { line in
      line.latestTicket = dispatching.withLock { dispatching in
        _ = dispatching.claimsFirstState()
        dispatching.hasRecords = true
        dispatching.noteState(isTold: true)
        return dispatching.takeTicket()
      }
      defer { isInLog = line.hasLatestState }
      return line.tellLast(state, as: head)
    }
    // It may have been set all the same, by a setter of the app.
    if telling != .done { dispatching.withLock { $0.noteState(isTold: false) } }
    return isInLog
  }

  /// The head of a step that tells a state without an action.
  private func settledHead(cause: Cause? = nil, site: CallSite? = nil) -> ActionHead {
    var head = Cause.with(cause) { composing { $0.compose(LineHead.stateType, site: site) } }
    head.appendSettled()
    return head
  }

  private var isToTellState: Bool { dispatching.withLock { $0.isOver || $0.isToTellState } }
}

// MARK: - The last state

extension RecordedStore {
  /// - Parameter isolation: The actor on which the object is attached.
  func observe(_ ask: @escaping () -> Any?, on isolation: (any Actor)?) {
    let isTold = states.withLock { line in
      line.belongsToObject = true
      return line.omission == nil
    }
    let observed = ObservedObject(isolation: isolation, isTold: isTold, asking: ask)
    object.withLock { $0 = observed }
  }

  /// Notes that the running thread records the object.
  func noteUse() { object.withLock { $0?.noteUse() } }

  /// Writes the current state of the store if it differs from the state in the log. Returns why the log may lack it.
  ///
  /// - Parameter caller: The actor to which the running code is isolated.
  func tellLastState(to caller: (any Actor)?) -> MissingState? {
    guard wantsStates, !isToTellState, !ThreadFlag.asking.isSet, !log.refusesRecord() else { return nil }
    guard let object = object.withLock({ $0 }) else { return tellLeftOut() }
    guard object.mayBeAsked(by: caller) else {
      _ = tellLeftOut()
      return object.isUpToDate ? nil : .elsewhere
    }
    let head = settledHead()
    let isTold = writeState(askingFor: object.ask) { state, time, line in line.tellLast(state, as: head, at: time) }
    return isTold == nil ? tellLeftOut() : nil
  }

  /// Writes the state of a store that nobody can be asked for, if the last one was left out. Returns why the log lacks it.
  func tellLeftOut() -> MissingState? {
    guard wantsStates else { return nil }
    var omission: StateLine.Omission?
    let telling = tell { line in
      defer { omission = line.omission }
      return line.tellLeftOut { settledHead() }
    }
    guard telling == .done else { return .busy }
    if let omission { return MissingState(omission) }
    return dispatching.withLock { $0.hasUntoldState } ? .busy : nil
  }
}

/// Why the log may lack the last state of a store.
enum MissingState: CaseIterable {
  /// The object must not be asked by the running code.
  case elsewhere
  /// It was left out, and holds objects, or belonged to one that is gone.
  case leftOut
  /// It is too large.
  case tooLarge
  /// Another thread told an earlier state for too long.
  case busy

  init(_ omission: StateLine.Omission) { self = omission == .limit ? .tooLarge : .leftOut }

  /// - Parameter names: Those of the stores.
  func text(_ names: String) -> String {
    switch self {
    case .elsewhere:
      """
      the last state of \(names) may be newer than the log: 'close()' was called where it must not be asked for. Call 'close()' on the actor or \
      thread of the object, or its 'changed()' there before
      """
    case .leftOut:
      """
      the last state of \(names) is not in the log: it was left out to save time, and holds objects that must not be read where its recording \
      ended, or are gone. Call 'close()' on the thread that the last action ran on, or allow more 'stateTimePerAction'
      """
    case .tooLarge: "the last state of \(names) is not in the log: it is larger than 'limits.stateBytes' allows"
    case .busy: "the last state of \(names) is not in the log: another thread was recording an earlier one for too long"
    }
  }
}

extension RunLog {
  /// Has all stores tell their states that can be told from here, and says of which the last one is not known, and why.
  func tellLastStates(to caller: (any Actor)?) {
    var silent: [MissingState: [String]] = [:]
    for store in liveStores {
      if let reason = store.tellLastState(to: caller) { silent[reason, default: []].append(store.label) }
    }
    for reason in MissingState.allCases { if let labels = silent[reason] { tell(reason, of: labels) } }
  }

  /// Says why the last states of stores are not known.
  func tell(_ reason: MissingState, of labels: [String]) {
    let names = labels.prefix(3).map { "'\($0)'" }.joined(separator: ", ") + (labels.count > 3 ? " and \(labels.count - 3) more" : "")
    mark(reason.text(names), problem: "lastState", of: labels.count == 1 ? labels[0] : nil)
  }
}
