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
  private let plan: WhatIfPlan
  private let hosted: Set<String>
  /// The reductions of moved and repeated actions, by step.
  private var elsewhere: [Int: Reduction] = [:]
  /// The rows of moved actions, which are not written in their own place.
  private var movedRows: Set<Int> = []
  /// The moved and repeated actions that are still to be written, by the step that they come before.
  private var arrivals: [Int: [WhatIfPlan.Arrival]]
  private var lastStep = 0
  /// The number of lines so far. The first one is the header.
  private var lineCount = 1
  /// The actions whose outcome comes later.
  private var opened: Set<Int> = []

  init(_ history: History, _ whatIf: WhatIf, stores: [String], _ items: [RunItem]) {
    self.history = history
    self.whatIf = whatIf
    plan = WhatIfPlan(whatIf.edits)
    hosted = Set(stores)
    arrivals = plan.arrivals
    result.stores = stores
    find(Set(arrivals.values.joined().map(\.step)), in: items)
  }

  /// Finds the reductions of steps. A step that no reducer of the host got stays in its place.
  private mutating func find(_ steps: Set<Int>, in items: [RunItem]) {
    guard !steps.isEmpty else { return }
    for reduction in items.lazy.compactMap(\.reduction) {
      let row = history.rows[reduction.row]
      guard let step = row.step?.rawValue, steps.contains(step), elsewhere[step] == nil,
        let store = row.store, hosted.contains(history.stores[store])
      else { continue }
      elsewhere[step] = reduction
      if plan.moved[step] != nil { movedRows.insert(reduction.row) }
    }
  }

  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  var header: [UInt8] {
    var header = history.header ?? LogHeader()
    header.segment = nil
    var asked: JSONObject = [:]
    asked["log"] = history.files.first.map { JSONValue.string($0.displayName) }
    asked["step"] = whatIf.edits.map(\.firstStep).min().map { JSONValue.number(JSONNumber($0)) }
    func list(_ steps: some Sequence<Int>) -> JSONValue { .array(steps.sorted().map { .number(JSONNumber($0)) }) }
    if !plan.skipped.isEmpty { asked["skipped"] = list(plan.skipped) }
    if let kept = whatIf.kept { asked["kept"] = list(kept) }
    if !plan.contents.isEmpty { asked["edited"] = list(plan.contents.keys) }
    if !plan.moved.isEmpty { asked["moved"] = list(plan.moved.keys) }
    let copied = whatIf.edits.compactMap { if case .copy(let step, _, _) = $0 { step } else { nil } }
    if !copied.isEmpty { asked["copied"] = list(copied) }
    var meta = header.meta ?? [:]
    meta[HypotheticalOrigin.key] = .object(asked)
    header.meta = meta
    return LogLine.header(header).bytes
  }
}

// MARK: - Items

extension WhatIfWriter {
  mutating func write(_ item: RunItem, _ host: inout some ReducerHost) throws {
    if !arrivals.isEmpty, let row = item.row, let step = history.rows[row].step {
      try writeArrivals(before: step.rawValue, at: history.rows[row].time, &host)
    }
    switch item {
    case .reduced(let reduction) where movedRows.contains(reduction.row), .closed(let reduction) where movedRows.contains(reduction.row):
      break
    case .opened(let row) where movedRows.contains(row): break
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

  private mutating func append(_ record: LogRecord) {
    LogLine.record(record).write(into: &bytes)
    lineCount += 1
  }

  private func isKept(_ action: ActionRecord) -> Bool {
    let isLifecycle = action.type == ActionRecord.storeBegan || action.type == ActionRecord.storeEnded
    if whatIf.isBare, !hosted.contains(action.store) { return false }
    return isLifecycle || !hosted.contains(action.store) || !isSkipped(action.step.rawValue)
  }

  private func isSkipped(_ step: Int) -> Bool { plan.skipped.contains(step) || whatIf.kept.map { !$0.contains(step) } ?? false }

  /// Returns the record with its new number, its payload, and the causes that are kept.
  private mutating func renumbered(_ action: ActionRecord, isCopy: Bool = false) -> ActionRecord {
    var action = action
    let old = action.step.rawValue
    lastStep += 1
    if !isCopy { result.steps[old] = lastStep }
    action.step = StepNumber(lastStep)
    let causes = action.cause?.steps.compactMap { result.steps[$0.rawValue] }.map { RecordedCause.step(StepNumber($0)) } ?? []
    if action.cause?.steps.isEmpty == false { action.cause = causes.count > 1 ? .several(causes) : causes.first }
    if isCopy || lastStep != old { action.other["was"] = .number(JSONNumber(old)) }
    if !isCopy, hosted.contains(action.store), let payload = plan.contents[old] { action.payload = payload }
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
    mark.live?.renumber { step in result.steps[step.rawValue].map { StepNumber($0) } }
    append(.mark(mark))
  }

  private mutating func begin(_ store: String, _ state: JSONNode, _ host: inout some ReducerHost) throws -> JSONValue {
    digests.learn(from: state.value)
    return digests.redacted(try host.begin(store, state).value)
  }

  private mutating func writeState(of store: String, _ reduction: Reduction, _ host: inout some ReducerHost) throws {
    guard hosted.contains(store) || !whatIf.isBare, let state = try history.state(of: store, after: reduction) else { return }
    let time = history.rows[reduction.row].time ?? 0
    let isHosted = hosted.contains(store)
    let begun = isHosted ? try begin(store, state, &host) : state.value
    append(.state(StateRecord(time: time, store: store, outcome: Outcome(state: begun))))
    if isHosted { result.stateLines[history.rows[reduction.row].place] = lineCount }
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
      if let payload = plan.contents[action.step.rawValue], hosted.contains(action.store) { record.payload = payload }
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

// MARK: - Actions at other places

extension WhatIfWriter {
  /// Writes the actions that come before a step.
  private mutating func writeArrivals(before step: Int, at time: Int?, _ host: inout some ReducerHost) throws {
    for arrival in arrivals.removeValue(forKey: step) ?? [] {
      guard let reduction = elsewhere[arrival.step], let action = try history.action(at: reduction.row) else { continue }
      var record: ActionRecord
      switch arrival {
      case .moved(let step):
        guard isKept(action) else {
          result.leftOut += 1
          continue
        }
        record = renumbered(action)
        result.moved.insert(step)
      case .copy(_, let contents):
        record = renumbered(action, isCopy: true)
        record.payload = contents ?? action.payload
        result.copied += 1
      }
      record.time = time ?? action.time
      record.outcome = try outcome(of: record, was: action, reduction, &host)
      append(.action(record))
    }
  }

  /// Writes the actions that come at the end.
  mutating func writeRest(_ host: inout some ReducerHost) throws {
    let end = history.rows.last { $0.time != nil }?.time
    for step in arrivals.keys.sorted() { try writeArrivals(before: step, at: end, &host) }
  }
}
