internal import FluxtapeCoding
internal import FluxtapeLocking
internal import FluxtapeJSON
internal import FluxtapeLog

/// One store as the log knows it.
///
/// It has two locks, and the log has its own. `dispatching` is held for bookkeeping. `states` keeps the store's states in order, and the
/// app's `encode(to:)` runs under it; no other code of the app does. They are taken in the order `states`, `dispatching` or the log's.
@usableFromInline final class RecordedStore: Sendable {
  let log: RunLog
  let name: String
  /// What the store is called in the log.
  let label: String
  private let ownLabel: StoreLabels.Label
  private let member: [UInt8]
  let dispatching = Locked(renewable: { Dispatching() })
  private let states: Locked<StateLine>
  private let payloads: Locked<Redactor>

  /// Whether the log is told when the store is gone.
  private let tellsEnd: Bool

  init(_ name: String, in log: RunLog, tellsEnd: Bool = true) {
    self.log = log
    self.name = name
    self.tellsEnd = tellsEnd
    ownLabel = log.takeLabel(name)
    label = ownLabel.text
    member = ActionHead.storeMember(label)
    let redactor = Redactor(log.options.redaction, digestKey: log.digestKey)
    states = Locked(renewable: { StateLine(options: log.options, redactor: redactor) })
    payloads = Locked(renewable: { redactor })
    log.add(self)
  }

  /// The store is gone: the last tap of it is. Others may have its name from now on.
  deinit {
    if tellsEnd, dispatching.withLock({ $0.hasRecords }) {
      _ = log.append(ActionHead(record(ActionRecord.storeEnded)), OutcomeFacts(isUnreduced: true))
    }
    log.giveBack(ownLabel)
  }
}

// MARK: - Records of actions

extension RecordedStore {
  /// A record of the store; the log gives it its step and time.
  func record(_ type: String, site: CallSite? = nil, effect: RecordedEffect? = nil, outcome: Outcome = Outcome()) -> ActionRecord {
    ActionRecord(
      step: 0, time: 0, store: label, type: type, cause: log.currentCause, site: site.map { log.redacted($0.text) }, effect: effect,
      outcome: outcome)
  }

  /// A record of `action`. One that a dispatcher sent to this store among others needs no contents: its cause has them.
  func record(of action: Any, site: CallSite?) -> ActionRecord {
    let description = ThreadMark.encoding.whileSet { ActionDescription(of: action) }
    let name = description.case.map { $0.split(separator: ".").last.map(String.init) ?? $0 } ?? description.type
    return record(description.type, enumCase: description.case, payload: redacted(description.payload, named: name), site: site)
  }

  /// A record of something that has a name and, perhaps, contents.
  func record<Payload>(named name: String, _ payload: Payload?, site: CallSite?, effect: RecordedEffect? = nil) -> ActionRecord {
    let payload = payload.map { payload in ThreadMark.encoding.whileSet { ValueEncoder().encode(payload) } }
    return record(name, payload: redacted(payload, named: name), site: site, effect: effect)
  }

  private func record(
    _ type: String, enumCase: String? = nil, payload: JSONValue?, site: CallSite?, effect: RecordedEffect? = nil
  ) -> ActionRecord {
    var record = record(type, site: site, effect: effect)
    let contents = OpenDispatch.Contents(type: type, enumCase: enumCase, payload: payload)
    if let dispatch = log.innermostDispatch, record.cause == .step(dispatch.step), dispatch.contents == contents { return record }
    record.enumCase = enumCase
    record.payload = payload
    return record
  }

  private func redacted(_ payload: JSONValue?, named name: String) -> JSONValue? {
    payload.map { payload in payloads.withLock { $0.redacted(payload, named: name) } }
  }

  /// Begins the record's line. `nil` if the log is closed.
  func begin(_ record: ActionRecord) -> Opened? { log.begin(ActionHead(record)).map(opened) }

  /// Writes a record whose outcome is known, or comes much later.
  func append(_ record: ActionRecord) -> Opened? {
    dispatching.withLock { $0.hasRecords = true }
    return log.append(ActionHead(record), record.outcome.facts).map(opened)
  }

  private func opened(_ place: LogWriter.Place) -> Opened {
    Opened(step: place.step, isWritten: place.isWritten, cause: log.cause(place.step))
  }
}

// MARK: - Outcomes

extension RecordedStore {
  /// Completes a record that has no state of its own.
  func complete(_ opened: Opened, with outcome: Outcome) {
    guard log.has(opened) else { return }
    _ = log.complete(opened.step, of: member, with: outcome.closingOfLine, losses: nil)
  }

  /// Completes a record with the state that a reducer made.
  func complete<State>(_ opened: Opened, with outcome: Outcome, state: State) {
    guard !log.dropsRecord() else { return }
    states.withLock { line in
      line.latestTicket = dispatching.withLock { $0.takeTicket() }
      write(encoded(state, in: &line), with: outcome, to: opened, in: &line)
    }
  }

  /// Completes a record with the state that `ask` gives, which runs under no lock.
  func complete<State>(_ opened: Opened, with outcome: Outcome, askingFor ask: () -> State?) {
    guard !log.dropsRecord() else { return }
    var outcome = outcome
    for _ in 0..<Self.mostQuestions {
      let ticket = dispatching.withLock { $0.takeTicket() }
      guard let state = ask() else {
        // Whoever held the state is gone.
        if outcome.error == nil { outcome.isUnreduced = true }
        return complete(opened, with: outcome)
      }
      let isWritten = states.withLock { line in
        guard line.latestTicket < ticket else { return false }
        line.latestTicket = ticket
        write(encoded(state, in: &line), with: outcome, to: opened, in: &line)
        return true
      }
      if isWritten { return }
    }
    outcome.omitted = "sampled"
    complete(opened, with: outcome)
  }

  /// How often a state is asked for that other threads overtake. Each time another state of the store went into the log.
  private static let mostQuestions = 8

  private func encoded<State>(_ state: State, in line: inout StateLine) -> JSONValue {
    let encoding = ThreadMark.encoding.whileSet { ValueEncoder().encode(state) }
    return line.redacted(encoding, named: name)
  }

  private func write(_ state: JSONValue, with outcome: Outcome, to opened: Opened, in line: inout StateLine) {
    // An action that is not in the log cannot be completed, but the state it led to can be told.
    guard log.has(opened) else { return write(state, in: &line) }
    line.write(state, with: outcome, losses: { log.losses }) { closing, losses in
      log.complete(opened.step, of: member, with: closing, losses: losses)
    }
  }

  private func write(_ state: JSONValue, in line: inout StateLine) {
    line.write(state, with: Outcome(), losses: { log.losses }) { closing, losses in
      log.state(of: member, with: closing, losses: losses)
    }
  }
}

// MARK: - States without an action

extension RecordedStore {
  /// Tells the state last told once more, if the log no longer has it at hand. `false` if another thread is at work on the states.
  func restate() -> Bool {
    let isDone: Void? = states.withLockIfFree { line in
      ThreadMark.encoding.whileSet { line.restate(losses: log.losses) { log.restate(member, with: $0) } }
    }
    return isDone != nil
  }

  /// Forgets what threads of the process were doing that this one was forked from.
  func leaveParent() { dispatching.withLock { $0.leaveParent() } }

  /// Tells that the store begins its life with `state`.
  func begin<State>(with state: State, site: CallSite) {
    guard !log.dropsRecord() else { return }
    let isFirst = dispatching.withLock { dispatching in
      dispatching.hasRecords = true
      return dispatching.claimsFirstState()
    }
    guard isFirst, let opened = begin(record(ActionRecord.storeBegan, site: site)) else { return }
    complete(opened, with: Outcome(), state: state)
  }

  /// Tells where the store stands before its first recorded action.
  func begin<State>(from state: State) {
    dispatching.withLock { $0.hasRecords = true }
    states.withLock { line in
      line.latestTicket = dispatching.withLock { $0.takeTicket() }
      write(encoded(state, in: &line), in: &line)
    }
  }

  /// Tells where the store stands, if that is not what the log has. Returns `false` if there is no state.
  @discardableResult
  func settle<State>(askingFor ask: () -> State?) -> Bool {
    let ticket = dispatching.withLock { $0.takeTicket() }
    guard let state = ask() else { return false }
    states.withLock { line in
      // Overtaken: what was to be told is part of a later state.
      guard line.latestTicket < ticket else { return }
      let state = encoded(state, in: &line)
      guard !line.isWritten(state) else { return }
      line.latestTicket = ticket
      dispatching.withLock { $0.hasRecords = true }
      write(state, in: &line)
    }
    return true
  }
}
