internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeLog

// What a state leaves behind is let go outside of the locks, as that may run code of the app.

extension RecordedStore {
  /// Completes a record that has no state of its own.
  func complete(_ opened: Opened, with facts: OutcomeFacts) {
    guard opened.isWritten else { return }
    let now = log.now
    let place = log.withWriter { writer in
      _ = writer.write(.completion(of: opened.step), of: member, with: facts.closingOfLine, losses: nil, at: now)
      return writer.place
    }
    listener?.settled(opened.step, of: label, at: place, isStateKnown: facts.omitted == nil)
  }

  /// Completes a record whose state is left out.
  private func completeWithoutState(_ opened: Opened, _ facts: OutcomeFacts) {
    var facts = facts
    facts.omitted = "sampled"
    complete(opened, with: facts)
  }

  /// Completes a record with the state that a reducer made.
  ///
  /// - Parameters:
  ///   - time: When the reducer was done.
  ///   - note: Keeps account of the action's end.
  func complete<State>(
    _ opened: Opened, with facts: OutcomeFacts, state: State, at time: Int, noting note: (inout Dispatching) -> Void = { _ in }
  ) {
    let telling = tell { line in
      line.latestTicket = dispatching.withLock { dispatching in
        note(&dispatching)
        dispatching.noteState(isTold: true)
        return dispatching.takeTicket()
      }
      return write(state, with: facts, to: opened, at: time, in: &line)
    }
    if telling != .done { leaveOut(opened, facts, noting: note) }
  }

  /// Completes a record whose state could not be told in time.
  func leaveOut(_ opened: Opened, _ facts: OutcomeFacts, noting note: (inout Dispatching) -> Void = { _ in }) {
    dispatching.withLock { dispatching in
      note(&dispatching)
      dispatching.noteState(isTold: false)
    }
    completeWithoutState(opened, facts)
  }

  /// What became of a state.
  enum Telling { case done, overtaken, busy }

  /// Tells a state in its turn with `body`, which returns `nil` if another thread has told a newer one.
  func tell(_ body: (inout StateLine) -> StateLine.DeferredWork?) -> Telling {
    guard let outcome = states.withLock(within: Self.longestWait, { body(&$0) }) else { return .busy }
    guard let deferredWork = outcome else { return .overtaken }
    for problem in deferredWork.problems { log.tell(problem, of: label) }
    return .done
  }

  /// Microseconds that a thread of the app waits for one that tells an earlier state. That one may wait for what the first one holds, as a lock
  /// of the app's own around its store that an `encode(to:)` takes too: then there would be no end to it.
  static let longestWait = 250_000

  /// Completes a record with the state that `ask` gives, which runs under no lock.
  func complete<State>(_ opened: Opened, with facts: OutcomeFacts, askingFor ask: () -> State?) {
    guard !log.refusesRecord() else { return }
    guard wantsStates else { return completeWithoutState(opened, facts) }
    let isTold = writeState(askingFor: ask) { state, time, line in write(state, with: facts, to: opened, at: time, in: &line) }
    if isTold == false { leaveOut(opened, facts) }
    // The object that held the state is gone.
    if isTold == nil { complete(opened, with: OutcomeFacts(duration: facts.duration, error: facts.error, isUnreduced: facts.error == nil)) }
  }

  /// Completes a record before its end, if the state is another one than when it began.
  func completeIfChanged<State>(_ opened: Opened, askingFor ask: () -> State?) {
    guard wantsStates else { return }
    _ = writeState(askingFor: ask) { state, time, line in
      guard opened.isWritten, !line.isToBegin else {
        dispatching.withLock { $0.markComplete(opened.step) }
        return write(state, with: OutcomeFacts(), to: opened, at: time, in: &line)
      }
      let deferredWork = line.writeChange(state, as: .completion(of: opened.step), at: time)
      if deferredWork.isWritten { dispatching.withLock { $0.markComplete(opened.step) } }
      return deferredWork
    }
  }

  /// Writes the state that `ask` gives. `nil` if there is none, `false` if other threads were faster each time, or are not done with theirs.
  func writeState<State>(
    askingFor ask: () -> State?, _ write: (State, _ time: Int, inout StateLine) -> StateLine.DeferredWork
  ) -> Bool? {
    for _ in 0..<Self.mostQuestions {
      let ticket = dispatching.withLock { $0.takeTicket() }
      guard let state = ThreadFlag.asking.withFlagSet(ask) else { return nil }
      let time = log.now
      var isInLog = false
      let telling = tell { line in
        guard line.latestTicket < ticket else { return nil }
        line.latestTicket = ticket
        dispatching.withLock { $0.noteState(isTold: true) }
        defer { isInLog = line.omission == nil }
        return write(state, time, &line)
      }
      if isInLog { object.withLock { $0?.noteTold() } }
      if telling != .overtaken { return telling == .done }
    }
    return false
  }

  /// `ask`, but for inside of itself: a snapshot that records would be asked for by what it records, without end.
  func askable<State>(_ ask: (() -> State?)?) -> (() -> State?)? { ThreadFlag.asking.isSet ? nil : ask }

  /// How often a state is asked for that other threads overtake. Each time another state of the store went into the log.
  private static let mostQuestions = 8

  private func write<State>(
    _ state: State, with facts: OutcomeFacts, to opened: Opened, at time: Int, in line: inout StateLine
  ) -> StateLine.DeferredWork {
    // An action that is not in the log cannot be completed, but the state it led to can be told.
    guard opened.isWritten else { return line.settle(state, cause: nil) }
    if line.isToBegin { return writeFirst(state, with: facts, madeBy: opened, at: time, in: &line) }
    return line.write(state, with: facts, as: .completion(of: opened.step), at: time)
  }
}

// MARK: - The first state

extension RecordedStore {
  /// The store has no state yet: an action is to make it.
  func expectFirstState() {
    if wantsStates { states.withLock { $0.isToBegin = true } }
  }

  /// Tells that the store begins its life with the state that an action made.
  ///
  /// The action changed nothing, as there was no state before. It stands with its name and contents in front of the beginning, as its cause.
  private func writeFirst<State>(
    _ state: State, with facts: OutcomeFacts, madeBy opened: Opened, at time: Int, in line: inout StateLine
  ) -> StateLine.DeferredWork {
    line.isToBegin = false
    complete(opened, with: OutcomeFacts(error: facts.error, isUnreduced: facts.error == nil))
    let beginning = Cause.with(cause(opened)) { beginAlone { $0.compose(ActionHead.storeBegan, site: nil) } }
    guard let beginning, beginning.isWritten else { return line.settle(state, cause: nil) }
    return line.write(state, with: OutcomeFacts(duration: facts.duration), as: .completion(of: beginning.step), at: time)
  }
}

// MARK: - States without an action

extension RecordedStore {
  /// Whether any state is recorded.
  var wantsStates: Bool { log.options.states != .never }

  /// Rewrites the last state after a loss or in a new segment. `false` if another thread is at work on the states.
  func restate() -> Bool {
    let isDone: Void? = states.withLock(within: 0) { line in ThreadFlag.encodingState.withFlagSet { line.restate() } }
    return isDone != nil
  }

  /// Tells that the store begins its life with `state`. Returns whether it did not live already.
  @discardableResult
  func begin<State>(with state: State, site: CallSite) -> Bool {
    guard !log.refusesRecord(), dispatching.withLock({ $0.claimsFirstState() }) else { return false }
    guard let opened = beginAlone(composedBy: { $0.compose(ActionHead.storeBegan, site: site) }) else { return true }
    complete(opened, with: OutcomeFacts(), state: state, at: log.now)
    return true
  }

  /// Tells where the store stands before an action is reduced, if that is not what the log has. `false` if that could not be found out.
  @usableFromInline func tellStateBefore<State>(_ state: State, _ known: StateBefore) -> Bool {
    guard wantsStates else { return true }
    let telling = tell { line in
      if let deferredWork = line.passOver(state, isBeforeAction: true) { return deferredWork }
      let (ticket, isUntold) = dispatching.withLock { dispatching in
        dispatching.hasRecords = true
        return (dispatching.takeTicket(), dispatching.hasUntoldState)
      }
      line.latestTicket = ticket
      // It may be that one.
      guard !isUntold else { return StateLine.DeferredWork() }
      return line.settle(state, cause: known.cause)
    }
    return telling == .done
  }

  /// The same for a state that may not be there yet; then the result is `nil`.
  @usableFromInline func tellStateBefore<State>(of state: State?, _ known: StateBefore) -> Bool? {
    guard let state else { return nil }
    return tellStateBefore(state, known)
  }

  /// Tells what changed since the state that the log has, if nothing is under way that could have changed it.
  func settleIfIdle<State>(askingFor ask: (() -> State?)?) {
    guard let ask, let asking = dispatching.withLock({ $0.askIfIdle() }) else { return }
    _ = settle(asking, askingFor: ask)
  }

  /// Tells where the store stands, if that is not what the log has. Returns whether the log has it then, and `nil` if there is no state.
  func settle<State>(_ asking: Dispatching.Asking, askingFor ask: () -> State?) -> Bool? {
    guard wantsStates else { return false }
    guard let state = ThreadFlag.asking.withFlagSet(ask) else { return nil }
    let telling = tell { line in
      // Overtaken: what was to be told is part of a later state, or of one that an action has still to tell.
      guard line.latestTicket < asking.ticket, !dispatching.withLock({ $0.isStale(asking) }) else { return nil }
      if let deferredWork = line.passOver(state, isBeforeAction: asking.cause == nil) { return deferredWork }
      let deferredWork = line.settle(state, cause: asking.cause)
      guard deferredWork.isWritten else { return deferredWork }
      line.latestTicket = asking.ticket
      dispatching.withLock { $0.hasRecords = true }
      return deferredWork
    }
    return telling == .done
  }
}
