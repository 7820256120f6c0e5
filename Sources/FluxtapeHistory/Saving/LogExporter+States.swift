import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

extension LogExporter {
  /// Takes what the record tells of its store's state.
  mutating func follow(_ record: LogRecord) {
    guard let store = record.store, let outcome = record.outcomeIfAny else { return }
    if let state = outcome.state {
      // A parsed text takes less memory than a node for each value.
      states[store] = (try? JSONNode(parsing: state.bytes)) ?? JSONNode(state)
    } else if record.endsStore || record.beginsStore {
      states[store] = nil
    } else if let patch = outcome.patch, !patch.isEmpty {
      states[store] = states[store].flatMap { try? $0.applying(patch) }
    }
  }

  /// A record that is left out: the next one of its store cannot tell its state as a patch any more.
  mutating func skip(_ record: LogRecord) {
    guard let store = record.store, let outcome = record.outcomeIfAny, outcome.state != nil || outcome.patch?.isEmpty == false else {
      return
    }
    exact.remove(store)
  }

  /// Tells how the stores stand where the first record is not the log's first.
  mutating func beginStates(before record: LogRecord, state: JSONNode?) {
    hasBegun = true
    guard isPart else { return }
    for store in states.keys.sorted() {
      guard let value = store == record.store ? state : states[store] else { continue }
      let shown = shown(value, of: store)
      let line = StateRecord(time: record.time ?? 0, store: store, outcome: Outcome(state: shown))
      LogLine.record(.state(line)).write(into: &bytes)
      written[store] = value
      lastShown[store] = shown
      exact.insert(store)
    }
  }

  /// Lets the record tell its store's state in a way that fits what was written before.
  mutating func rewrite(_ record: inout LogRecord, before: JSONNode?) {
    let recorded = record.outcomeIfAny?.patch
    if let redaction { record.redact(redaction) }
    guard let store = record.store, var outcome = record.outcomeIfAny, outcome.patch != nil || outcome.state != nil else { return }
    defer { record.outcome = outcome }
    guard !record.endsStore, let after = states[store] else { return rewriteUnknown(&outcome, of: store) }
    let isSnapshot = hasFullStates || outcome.state != nil || !exact.contains(store)
    outcome.patch = exact.contains(store) ? patch(recorded, before) : nil
    // The whole state is looked at only if it is written, or if the patch alone does not tell what changes in the new log.
    let isCompared = outcome.patch == nil && written[store] != nil
    let shown = isSnapshot || isCompared ? shown(after, of: store) : nil
    if isCompared, let shown, let last = lastShown[store] ?? written[store].map({ self.shown($0, of: store) }) {
      outcome.patch = plain(JSONPatch.difference(from: last, to: shown), JSONNode(last))
    }
    outcome.state = isSnapshot ? shown : nil
    written[store] = after
    lastShown[store] = shown
    exact.insert(store)
  }

  /// The recorded patch as the new log has it; `nil` if there is none, or if the whole states must be compared.
  private func patch(_ recorded: JSONPatch?, _ before: JSONNode?) -> JSONPatch? {
    guard let recorded, let before else { return nil }
    guard let redaction else { return plain(recorded, before) }
    return redaction.redacted(recorded, of: before)
  }

  private func plain(_ patch: JSONPatch, _ document: JSONNode) -> JSONPatch {
    guard isPlain else { return patch }
    return (try? patch.plain(for: document)) ?? patch
  }

  /// A patch for a state that nobody knows: it cannot be applied, and may hold what is to be left out.
  private mutating func rewriteUnknown(_ outcome: inout Outcome, of store: String) {
    exact.remove(store)
    guard redaction != nil || isPart, outcome.patch?.isEmpty == false else { return }
    outcome.patch = nil
    outcome.omitted = outcome.omitted ?? "limit"
    countUnknownState()
  }

  /// A state as it is written: without what is to be kept secret, and in the order of rebuilt states.
  private func shown(_ state: JSONNode, of store: String) -> JSONValue {
    let state = state.value
    return (redaction?.redacted(state, of: store) ?? state).withSortedMembers
  }
}

extension LogRecord {
  var store: String? {
    switch self {
    case .action(let action): action.store
    case .completion(let completion): completion.store
    case .state(let state): state.store
    case .mark, .gap, .end, .unknown: nil
    }
  }

  var time: Int? {
    switch self {
    case .action(let action): action.time
    case .completion(let completion): completion.time
    case .state(let state): state.time
    case .mark(let mark): mark.time
    case .gap(let gap): gap.time
    case .end(let end): end.time
    case .unknown: nil
    }
  }

  var step: Int? {
    switch self {
    case .action(let action): action.step.rawValue
    case .mark(let mark): mark.step.rawValue
    case .gap(let gap): gap.step.rawValue
    case .end(let end): end.step.rawValue
    case .unknown(let unknown): unknown.step.rawValue
    case .state(let state): state.step?.rawValue
    case .completion: nil
    }
  }

  var beginsStore: Bool { if case .action(let action) = self { action.type == ActionRecord.storeBegan } else { false } }
  var endsStore: Bool { if case .action(let action) = self { action.type == ActionRecord.storeEnded } else { false } }

  var outcomeIfAny: Outcome? {
    switch self {
    case .action(let action): action.outcome
    case .completion(let completion): completion.outcome
    case .state(let state): state.outcome
    case .mark, .gap, .end, .unknown: nil
    }
  }

  /// Of a record that has one.
  var outcome: Outcome {
    get { outcomeIfAny ?? Outcome() }
    set {
      switch self {
      case .action(var action):
        action.outcome = newValue
        self = .action(action)
      case .completion(var completion):
        completion.outcome = newValue
        self = .completion(completion)
      case .state(var state):
        state.outcome = newValue
        self = .state(state)
      case .mark, .gap, .end, .unknown: break
      }
    }
  }

  /// Leaves out what is to be kept secret outside of states.
  mutating func redact(_ redaction: LogRedaction) {
    switch self {
    case .action(var action):
      action.payload = action.payload.map(redaction.redacted)
      action.site = action.site.map(redaction.redacted)
      action.thread = action.thread.map(redaction.redacted)
      // The digits of an identifier may look like the number of a card.
      if action.traceContext == nil {
        action.trace = action.trace.map(redaction.redacted)
        action.span = action.span.map(redaction.redacted)
      }
      action.outcome.error = action.outcome.error.map(redaction.redacted)
      action.other = redaction.redacted(action.other)
      self = .action(action)
    case .completion(var completion):
      completion.outcome.error = completion.outcome.error.map(redaction.redacted)
      completion.other = redaction.redacted(completion.other)
      self = .completion(completion)
    case .state(var state):
      state.site = state.site.map(redaction.redacted)
      state.other = redaction.redacted(state.other)
      self = .state(state)
    case .mark(var mark):
      mark.text = redaction.redacted(mark.text)
      mark.site = mark.site.map(redaction.redacted)
      mark.live = mark.live.flatMap { RecordedCommand(redaction.redacted($0.members)) }
      mark.other = redaction.redacted(mark.other)
      self = .mark(mark)
    case .gap(var gap):
      gap.other = redaction.redacted(gap.other)
      self = .gap(gap)
    case .end(var end):
      end.other = redaction.redacted(end.other)
      self = .end(end)
    case .unknown(var unknown):
      unknown.members = redaction.redacted(unknown.members)
      self = .unknown(unknown)
    }
  }
}

extension LogHeader {
  mutating func redact(_ redaction: LogRedaction) {
    app = app.map(redaction.redacted)
    process = process.map(redaction.redacted)
    meta = meta.map(redaction.redacted)
    other = redaction.redacted(other)
  }
}
