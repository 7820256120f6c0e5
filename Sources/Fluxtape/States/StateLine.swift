internal import FluxtapeCoding
internal import FluxtapeLog

/// How the states of one store go into the log: as patches from one to the next, with a whole state beside them now and then.
///
/// It lives under the lock of the store's states, and the app's `encode(to:)` runs in it.
struct StateLine: ~Copyable {
  private let log: RunLog
  private let name: String
  private let label: String
  /// The store as a member of records.
  private let member: [UInt8]
  private let delta: ImageComparison
  private let isOff: Bool
  private var sampling: StateSampling
  private var backOff: StateBackOff
  /// Bytes that a whole state, or a change, may have.
  private let mostBytes: Int
  private var snapshots: SnapshotPolicy
  private var check: SelfCheck

  /// Microseconds that the latest state of an action took.
  private var latestCost = 0
  /// What the log had lost when the latest state went into it. `nil` if it does not have the one that patches start from.
  private var knownLosses: Int?
  /// Whether ``delta`` has a state.
  private var hasState = false
  /// Whether the store has no state yet, and the action that makes it is under way.
  var isToBegin = false
  /// Why the state of the latest action is not in the log. `nil` if it is.
  private(set) var omission: Omission?
  /// The last state that was left out, until the next action begins.
  private var leftOut: LeftOutState?
  /// Whether the state belongs to an object that can be asked for it later.
  var belongsToObject = false

  /// Why a state was left out.
  enum Omission: String {
    case sampled, limit
  }

  /// How many of the ``slowTypes`` are in the log already.
  private var namedSlowTypes = 0

  /// Memory for the end of a line, kept for the next.
  private var closing: [UInt8] = []
  /// Where in it the facts end, and where a patch begins.
  private var factsEnd = 0
  private var patchStart = 0

  /// The ticket of the state last written. See ``Dispatching/takeTicket()``.
  var latestTicket = 0

  var listener: (any LogListener)?

  init(of name: String, labelled label: String, _ member: [UInt8], in log: RunLog, rules: EncodingRules) {
    let options = log.options
    self.log = log
    self.name = name
    self.label = label
    self.member = member
    delta = log.makeComparison(rules, options.limits.stateBytes)
    isOff = options.states == .never
    sampling = StateSampling(options.states)
    backOff = StateBackOff(limit: options.stateTimePerAction)
    mostBytes = options.limits.stateBytes
    snapshots = SnapshotPolicy(options)
    check = SelfCheck(options.verification)
  }

  /// The end of a line that is larger is rare; its memory is given back with the next one.
  private static let mostKeptBytes = 1 << 16
}

// MARK: - States

extension StateLine {
  /// Whether the log has the state that was told last.
  var hasLatestState: Bool { omission == nil && knownLosses != nil }

  /// The types whose values are compared the slow way.
  var slowTypes: [SlowType] { delta.slowTypes(from: 0) }

  /// The record that a state goes into.
  struct Record {
    let subject: LogWriter.Subject
    /// What is known of the action that led to the state; `nil` if none did.
    var facts: OutcomeFacts?
    /// `nil` until the record is written.
    var time: Int?
    /// Where it was written, and the step of its own.
    var place = OutcomePlace(next: 1)
    var step: StepNumber?
  }

  /// What is to be done when the lock is no longer held.
  struct DeferredWork {
    /// Whether anything was written, or has been tried to.
    var isWritten = false
    /// The step of what was written.
    var step: StepNumber?
    /// To be let go.
    var released = ReleasedStates()
    /// The left-out state to release.
    var leftOut: LeftOutState?
    /// What a check has found, and which parts could not be encoded.
    var problems: [EncodingProblem] = []
  }

  /// Writes, behind the facts about an action that ended at `time`, the state it led to; or why there is none.
  mutating func write<State>(
    _ state: State, with facts: OutcomeFacts, as subject: LogWriter.Subject, at time: Int, onlyChange isOnlyChange: Bool = false
  ) -> DeferredWork {
    var record = Record(subject: subject, facts: facts, time: time)
    let isWanted = sampling.wantsState()
    guard backOff.allowsState(at: time), isWanted else {
      let earlier = keep(leftOut: state)
      omission = .sampled
      begin(with: facts)
      tellOmission(.sampled, &record)
      tellListener(state, record)
      return DeferredWork(isWritten: true, step: record.step, leftOut: earlier)
    }
    let deferredWork = tell(state, into: &record, onlyChange: isOnlyChange)
    latestCost = max(0, log.now &- time)
    backOff.note(latestCost)
    return deferredWork
  }

  /// Does what ``write(_:with:as:at:onlyChange:)`` does, unless the state is the one that the log has: then nothing is written.
  mutating func writeChange<State>(_ state: State, as subject: LogWriter.Subject, at time: Int) -> DeferredWork {
    let facts = OutcomeFacts()
    guard hasLatestState else { return write(state, with: facts, as: subject, at: time) }
    if delta.isUnchanged(state, named: name) { return DeferredWork(released: delta.takeReleased()) }
    let (sampling, backOff) = (sampling, backOff)
    let deferredWork = write(state, with: facts, as: subject, at: time, onlyChange: true)
    // The action counts once, when it ends.
    if !deferredWork.isWritten { (self.sampling, self.backOff) = (sampling, backOff) }
    return deferredWork
  }

  /// What to let go if `state` is proven by its bytes to be the one that the log has. `nil` if it is not.
  ///
  /// While states are left out, none is written. Before an action the one that was left out last is let go: the next one is made from it, and
  /// lists that both hold would be copied first. At other times `state` is kept in its place.
  mutating func passOver<State>(_ state: State, isBeforeAction: Bool) -> DeferredWork? {
    if omission != nil {
      let earlier = isBeforeAction && !belongsToObject ? leftOut.take() : keep(leftOut: state)
      return DeferredWork(released: delta.takeReleased(), leftOut: earlier)
    }
    guard delta.dependsOnStack || knownLosses != nil && delta.isUnchanged(state, named: name) else { return nil }
    return DeferredWork(released: delta.takeReleased())
  }

  /// Writes a state that no action led to, unless the log has it.
  ///
  /// It counts as what telling the latest state took, and the clock is read only where something is written: how often a state is looked at does not
  /// show in the times of a log.
  ///
  /// - Parameter cause: The action that a change belongs to.
  mutating func settle<State>(_ state: State, cause: StepNumber?) -> DeferredWork {
    isToBegin = false
    // While the states of actions are left out, so are those between them.
    guard !isOff, omission == nil else { return DeferredWork() }
    var record = Record(subject: .change(cause: cause))
    let deferredWork = tell(state, into: &record, onlyChange: true)
    backOff.note(latestCost)
    if let time = record.time { backOff.note(max(0, log.now &- time)) }
    return deferredWork
  }

  /// Writes the store's last state, even after states that were left out, unless the log has it.
  mutating func tellLast<State>(_ state: State, as head: ActionHead, at time: Int? = nil) -> DeferredWork {
    guard !isOff else { return DeferredWork() }
    var record = Record(subject: .step(head), time: time)
    return tell(state, into: &record, onlyChange: omission == nil)
  }

  /// Writes the store's last state, if it was left out and may be looked at here, and lets go of it.
  mutating func tellLeftOut(as head: () -> ActionHead) -> DeferredWork {
    guard let leftOut = leftOut.take() else { return DeferredWork() }
    var deferredWork = leftOut.tell(&self, as: head()) ?? DeferredWork()
    deferredWork.leftOut = leftOut
    return deferredWork
  }

  /// Keeps a state that is left out, as it may be the last one. Returns the one that was kept before.
  ///
  /// The state of an object that can be asked later is kept only as a small value: it may hold the object itself.
  private mutating func keep<State>(leftOut state: State) -> LeftOutState? {
    let earlier = leftOut.take()
    let isValue = delta.keepsState(of: State.self)
    if !belongsToObject || isValue && snapshots.snapshotBytes <= Self.mostKeptBytes {
      leftOut = LeftOutState(state, isValue: isValue)
    }
    return earlier
  }

  /// - Parameter isOnlyChange: Whether nothing is written if the state is the one that the log has.
  private mutating func tell<State>(_ state: State, into record: inout Record, onlyChange isOnlyChange: Bool) -> DeferredWork {
    var deferredWork = DeferredWork(leftOut: leftOut.take())
    let comparedTexts = delta.comparesTexts
    let (patch, fault) = composeRight(state, with: record.facts)
    // It is compared in another way from here on: whether it has changed is not known.
    if patch == nil, fault == nil, delta.comparesTexts != comparedTexts { knownLosses = nil }
    if let fault { deferredWork.problems.append(EncodingProblem(fault, with: state)) }
    deferredWork.isWritten = !isOnlyChange || knownLosses == nil || patch?.isEmpty != true
    if deferredWork.isWritten {
      if patch != nil, let losses = knownLosses, closing.count - factsEnd <= mostBytes {
        writePatch(from: losses, into: &record)
      } else {
        writeWhole(into: &record)
      }
      deferredWork.step = record.step
      tellListener(state, record)
    }
    deferredWork.released = delta.takeReleased()
    for failure in delta.takeFailures() { deferredWork.problems.append(EncodingProblem(failure)) }
    return deferredWork
  }

  /// Tells the listener the state that the log has, if this is it.
  mutating func tellListener<State>(lastState state: State) -> DeferredWork {
    guard hasLatestState, delta.isUnchanged(state, named: name) else { return DeferredWork() }
    closing.removeAll()
    tellListener(state, Record(subject: .restated, place: log.place), isNew: false)
    return DeferredWork(released: delta.takeReleased())
  }

  private func tellListener<State>(_ state: State, _ record: Record, isNew: Bool = true) {
    guard let listener else { return }
    guard record.place.line > 0 else { return listener.settled(nil, of: label, at: log.place, isStateKnown: false) }
    // The states of objects come as `Any`.
    let isValue = delta.keepsState(of: State.self) || delta.keepsState(of: type(of: state as Any))
    let bytes =
      switch omission {
      case nil: closing.count
      case .sampled: snapshots.snapshotBytes
      case .limit: mostBytes
      }
    listener.recorded(
      state, StateFacts(store: label, step: record.step, place: record.place, bytes: bytes, isNew: isNew, isValue: isValue))
  }

  /// Writes the state last written once more and whole, if something was lost or a segment has begun since.
  mutating func restate() {
    guard hasState, knownLosses != log.losses else { return }
    begin(with: nil)
    // Not a change: the log has had it, in an earlier segment or before the loss.
    knownLosses = nil
    namedSlowTypes = 0
    var record = Record(subject: .restated)
    writeWhole(into: &record)
  }
}

// MARK: - Checks

extension StateLine {
  /// Composes facts and a patch that has passed the check, if one is due. No patch means that the whole state is to be written.
  private mutating func composeRight<State>(_ state: State, with facts: OutcomeFacts?) -> (StatePatch?, SelfCheck.Fault?) {
    let before = stateToCheck()
    let patch = compose(state, with: facts)
    // No patch leads to a state of another type, or to one that is too large.
    guard let before, let patch, !delta.comparesTexts else {
      check.follow(patch == nil || delta.comparesTexts ? nil : closing[patchStart...])
      return (patch, nil)
    }
    guard let fault = fault(in: state, patch, before) else { return (patch, nil) }
    switch fault {
    case .recorder: delta.distrustType()
    case .encoding: delta.distrust()
    }
    delta.forget()
    return (compose(state, with: facts), fault)
  }

  /// Returns what writes the state before, if the patch from it to the next one is to be checked.
  private func stateToCheck() -> (() -> [UInt8]?)? {
    guard knownLosses != nil, delta.hasState, !delta.comparesTexts, !delta.dependsOnStack, check.isDue(bytes: snapshots.snapshotBytes)
    else { return nil }
    return delta.lastWhole()
  }

  private mutating func fault<State>(in state: State, _ patch: StatePatch, _ before: @escaping () -> [UInt8]?)
    -> SelfCheck.Fault?
  {
    let (delta, name) = (delta, name)
    return ThreadFlag.encodingState.withFlagSet {
      check.fault(
        in: SelfCheck.Evidence(
          before: before, patch: closing[patchStart...], isOfChange: !patch.isEmpty, isKept: delta.keepsState,
          encode: { delta.append(state, named: name, to: &$0) }, appendKept: { _ = delta.appendWhole(to: &$0) }))
    }
  }
}

// MARK: - Bytes

extension StateLine {
  private mutating func begin(with facts: OutcomeFacts?) {
    closing.removeAll(keepingCapacity: closing.capacity <= Self.mostKeptBytes)
    facts?.write(into: &closing)
    factsEnd = closing.count
  }

  /// Composes facts and patch. `nil` if there is no state to start from.
  private mutating func compose<State>(_ state: State, with facts: OutcomeFacts?) -> StatePatch? {
    begin(with: facts)
    OutcomeFacts.beginPatch(in: &closing)
    patchStart = closing.count
    hasState = true
    omission = nil
    return ThreadFlag.encodingState.withFlagSet { delta.advance(to: state, named: name, appendingTo: &closing) }
  }

  /// Appends the whole state, and returns where it begins. `nil` if it is too large; then nothing is appended.
  private mutating func appendWhole() -> Int? {
    guard delta.hasState else { return nil }
    let end = closing.count
    OutcomeFacts.beginState(in: &closing)
    let start = closing.count
    let isWhole = ThreadFlag.encodingState.withFlagSet { delta.appendWhole(to: &closing) }
    if isWhole, closing.count - start <= mostBytes { return start }
    closing.removeSubrange(end...)
    return nil
  }

  private mutating func writePatch(from losses: Int, into record: inout Record) {
    let end = closing.count
    let snapshot = snapshots.isDue(after: end) ? appendWhole() : nil
    let completion = put(&record, losses, isChange: true)
    guard completion != .stale else { return writeAnew(into: &record) }
    note(completion)
    if snapshot == nil { snapshots.count(patch: closing.count) } else { snapshots.count(wholeState: closing.count - end) }
  }

  /// Writes the whole state, since something was lost after the state that the log was thought to have.
  private mutating func writeAnew(into record: inout Record) {
    knownLosses = nil
    writeWhole(into: &record)
  }

  private mutating func writeWhole(into record: inout Record) {
    closing.removeSubrange(factsEnd...)
    let start = appendWhole()
    guard let start else {
      (knownLosses, omission) = (nil, .limit)
      if record.facts != nil { tellOmission(.limit, &record) }
      return
    }
    let end = closing.count
    // After a loss it is not known whether the state has changed.
    let losses = record.facts == nil ? knownLosses : nil
    let completion = put(&record, losses, isChange: knownLosses != nil)
    guard completion != .stale else { return writeAnew(into: &record) }
    check.begin(with: closing[start..<end])
    note(completion)
    snapshots.count(wholeState: closing.count)
  }

  /// Ends the line behind the facts with why there is no state.
  private mutating func tellOmission(_ reason: Omission, _ record: inout Record) {
    OutcomeFacts(omitted: reason.rawValue).write(into: &closing)
    OutcomeFacts.endLine(in: &closing)
    _ = write(&record, nil, isChange: true)
  }

  /// Ends the line behind a state, with the types that the log does not name yet, and writes it.
  private mutating func put(_ record: inout Record, _ losses: Int?, isChange: Bool) -> LogWriter.Completion {
    let slowTypes = delta.slowTypes(from: namedSlowTypes)
    if !slowTypes.isEmpty { OutcomeFacts.append(slowTypes: slowTypes.map { ($0.name, $0.reason) }, to: &closing) }
    OutcomeFacts.endLine(in: &closing)
    let completion = write(&record, losses, isChange: isChange)
    if case .written = completion { namedSlowTypes += slowTypes.count }
    return completion
  }

  /// - Parameters:
  ///   - losses: If given, the line is written only if nothing more was lost: a patch starts from a state that a reader has to know.
  ///   - isChange: Whether it is another state than the one that the log has, and not just where the store stands.
  private mutating func write(_ record: inout Record, _ losses: Int?, isChange: Bool) -> LogWriter.Completion {
    let time = record.time ?? log.now
    record.time = time
    var subject = record.subject
    if case .change = subject, !isChange { subject = .state }
    let (completion, place) = log.withWriter { ($0.write(subject, of: member, with: closing, losses: losses, at: time), $0.place) }
    record.place = place
    record.step = subject.step(next: StepNumber(place.next.rawValue - 1))
    return completion
  }

  private mutating func note(_ completion: LogWriter.Completion) {
    if case .written(let losses) = completion { knownLosses = losses } else { knownLosses = nil }
  }
}
