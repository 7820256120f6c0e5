import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Writes a what-if run.
struct WhatIfWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var result = WhatIfResult()
  private var digests = Digests()

  private let history: History
  private let whatIf: WhatIf
  private let hosted: Set<String>
  private var lastStep = 0
  /// The actions whose outcome comes later.
  private var opened: Set<Int> = []

  init(_ history: History, _ whatIf: WhatIf, stores: [String]) {
    self.history = history
    self.whatIf = whatIf
    hosted = Set(stores)
    result.stores = stores
  }

  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  var header: [UInt8] {
    var header = history.header ?? LogHeader()
    header.segment = nil
    var asked: JSONObject = [:]
    func list(_ steps: some Sequence<Int>) -> JSONValue { .array(steps.sorted().map { .number(JSONNumber($0)) }) }
    if !whatIf.skipped.isEmpty { asked["skipped"] = list(whatIf.skipped) }
    if let kept = whatIf.kept { asked["kept"] = list(kept) }
    if !whatIf.payloads.isEmpty { asked["edited"] = list(whatIf.payloads.keys) }
    var meta = header.meta ?? [:]
    meta["hypothetical"] = .object(asked)
    header.meta = meta
    return LogLine.header(header).bytes
  }
}

// MARK: - Items

extension WhatIfWriter {
  mutating func write(_ item: RunItem, _ host: inout some ReducerHost) throws {
    switch item {
    case .row(let row): try writeRow(row)
    case .reduced(let reduction): try writeAction(reduction, isOnOwnLine: true, &host)
    case .opened(let row):
      guard let action = try history.action(at: row), isKept(action) else { return }
      var open = renumbered(action)
      open.outcome = Outcome()
      opened.insert(action.step.rawValue)
      append(.action(open))
    case .closed(let reduction): try writeAction(reduction, isOnOwnLine: false, &host)
    case .stated(let store, let reduction): try writeState(of: store, reduction, &host)
    }
  }

  private mutating func append(_ record: LogRecord) { LogLine.record(record).write(into: &bytes) }

  private func isKept(_ action: ActionRecord) -> Bool {
    let isLifecycle = action.type == ActionRecord.storeBegan || action.type == ActionRecord.storeEnded
    if whatIf.isBare, !hosted.contains(action.store) { return false }
    return isLifecycle || !hosted.contains(action.store) || !whatIf.skips(action.step.rawValue)
  }

  /// Returns the record with its new number, and with the causes that are kept.
  private mutating func renumbered(_ action: ActionRecord) -> ActionRecord {
    var action = action
    let old = action.step.rawValue
    lastStep += 1
    result.steps[old] = lastStep
    action.step = StepNumber(lastStep)
    let causes = action.cause?.steps.compactMap { result.steps[$0.rawValue] }.map { RecordedCause.step(StepNumber($0)) } ?? []
    if action.cause?.steps.isEmpty == false { action.cause = causes.count > 1 ? .several(causes) : causes.first }
    if lastStep != old { action.other["was"] = .number(JSONNumber(old)) }
    if hosted.contains(action.store), let payload = whatIf.payloads[old] { action.payload = payload }
    return action
  }

  private mutating func writeRow(_ row: Int) throws {
    guard !whatIf.isBare else { return }
    if let action = try history.action(at: row) {
      // A rejected or incomplete action changed nothing, and is skipped like any other.
      guard isKept(action) else { return result.leftOut += 1 }
      return append(.action(renumbered(action)))
    }
    guard case .mark(var mark)? = try history.record(at: row) else { return }
    lastStep += 1
    mark.step = StepNumber(lastStep)
    mark.cause = nil
    append(.mark(mark))
  }

  private mutating func begin(_ store: String, _ state: JSONNode, _ host: inout some ReducerHost) throws -> JSONValue {
    digests.learn(from: state.value)
    return digests.redacted(try host.begin(store, state).value)
  }

  private mutating func writeState(of store: String, _ reduction: Reduction, _ host: inout some ReducerHost) throws {
    guard hosted.contains(store) || !whatIf.isBare, let state = try history.state(of: store, after: reduction) else { return }
    let time = history.rows.indices.contains(reduction.row) ? history.rows[reduction.row].time ?? 0 : 0
    let begun = hosted.contains(store) ? try begin(store, state, &host) : state.value
    append(.state(StateRecord(time: time, store: store, outcome: Outcome(state: begun))))
  }
}

// MARK: - Actions with a state

extension WhatIfWriter {
  private mutating func writeAction(_ reduction: Reduction, isOnOwnLine: Bool, _ host: inout some ReducerHost) throws {
    guard let action = try history.action(at: reduction.row) else { return }
    guard isKept(action) else {
      if hosted.contains(action.store) { result.leftOut += 1 }
      return
    }
    var record = action
    if isOnOwnLine {
      record = renumbered(action)
    } else {
      guard opened.remove(action.step.rawValue) != nil else { return }
      if let payload = whatIf.payloads[action.step.rawValue], hosted.contains(action.store) { record.payload = payload }
    }
    if hosted.contains(action.store) { record.outcome = try outcome(of: record, was: action, reduction, &host) }
    guard !isOnOwnLine else { return append(.action(record)) }
    let step = StepNumber(result.steps[action.step.rawValue] ?? action.step.rawValue)
    append(.completion(CompletionRecord(step: step, time: action.time, store: action.store, outcome: record.outcome)))
  }

  /// Returns the outcome of an action with the host's reducer.
  private mutating func outcome(
    of record: ActionRecord, was action: ActionRecord, _ reduction: Reduction, _ host: inout some ReducerHost
  ) throws -> Outcome {
    switch reduction.kind {
    case .beginning:
      guard let state = try history.state(of: action.store, after: reduction) else { return action.outcome }
      return Outcome(state: try begin(action.store, state, &host))
    case .end: return action.outcome
    case .action: break
    }
    // Send the recorded number, which the user knows.
    var known = record
    known.step = action.step
    var asked = RecordedAction(known)
    if let payload = asked.payload { digests.learn(from: payload) }
    asked.payload = asked.payload.map(UnknownValue.withDigests)
    result.replayed += 1
    switch try host.ask(.action(asked)) {
    case .patch(let patch): return Outcome(patch: try digests.redacted(patch))
    case .state(let state): return Outcome(state: digests.redacted(state))
    case .failure(let error):
      let unknown = record.payload.map(UnknownValue.all) ?? []
      result.failures.append(.init(step: action.step.rawValue, type: action.type, message: error.message, unknown: unknown))
      return Outcome(error: error)
    case .stores: throw HostError("the host's answer to action \(action.step) is not valid: expected 'patch', 'state' or 'error'")
    }
  }
}
