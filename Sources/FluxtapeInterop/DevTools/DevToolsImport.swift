import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Converts a Redux DevTools export to records.
///
/// Steps are numbered in the order of play. After reordering, an action keeps its id as `id`. A skipped action becomes one that did not
/// reach a reducer, with `"skipped":true`. An export of actions alone has no states.
struct DevToolsImport {
  private let document: DevToolsDocument
  private let store: String
  private(set) var notices: [String] = []

  init(_ document: DevToolsDocument, store: String) {
    self.document = document
    self.store = store
  }

  mutating func write(into log: inout [UInt8]) {
    switch document.content {
    case .actions(let actions, let preloaded): write(actions, preloaded: preloaded, into: &log)
    case .lifted(let lifted): write(lifted, into: &log)
    }
  }

  private static let source: JSONValue = .string(ForeignForm.reduxDevTools.name)
}

// MARK: - Actions alone

extension DevToolsImport {
  private mutating func write(_ actions: [JSONValue], preloaded: JSONValue?, into log: inout [UInt8]) {
    var values = document.values
    LogLine.header(LogHeader(meta: ["source": Self.source])).write(into: &log)
    var first = ActionRecord(step: StepNumber(1), time: 0, store: store, type: ActionRecord.storeBegan)
    if let preloaded { first.outcome.state = values.logForm(preloaded) } else { first.outcome.omitted = "sampled" }
    LogLine.record(.action(first)).write(into: &log)
    for (place, action) in actions.enumerated() {
      // Some tools export the entries of a lifted state as a list.
      let bare = action["type"]?.string == "PERFORM_ACTION" ? action["action"] ?? action : action
      let foreign = ForeignAction(values.logForm(bare))
      var record = ActionRecord(
        step: StepNumber(place + 2), time: 0, store: store, type: foreign.type, payload: foreign.payload, other: foreign.other)
      record.outcome.omitted = "sampled"
      LogLine.record(.action(record)).write(into: &log)
    }
    guard !actions.isEmpty else { return }
    notices.append(
      "this export holds \(actions.count) actions and no states: export from the monitor of a store that is connected with "
        + "'features: {export: true}', or replay the actions through your reducer")
  }
}

// MARK: - The lifted state

extension DevToolsImport {
  private mutating func write(_ lifted: JSONObject, into log: inout [UInt8]) {
    let hint = lifted[DevToolsExport.hintKey]
    let store = hint?["store"]?.string ?? store
    var entries = Entries(lifted, document.values, store: store)
    LogLine.header(header(entries, hint: hint, cursor: lifted["currentStateIndex"])).write(into: &log)
    for place in entries.ids.indices {
      if place == 1, let lost = entries.lostAtBeginning {
        notices.append("\(lost) actions between the first state and action \(lost + 1) are no longer in the export")
      }
      for record in entries.records(at: place) { LogLine.record(record).write(into: &log) }
    }
    if entries.missingCount > 0 {
      notices.append(
        entries.missingCount == 1 ? "1 staged action is not in the export" : "\(entries.missingCount) staged actions are not in the export")
    }
    if entries.unknownStates > 0 {
      notices.append("\(entries.unknownStates) of \(entries.ids.count) actions have no state: the export lacks 'computedStates'")
    }
  }

  private func header(_ entries: Entries, hint: JSONValue?, cursor: JSONValue?) -> LogHeader {
    if let members = hint?["header"]?.object, case .header(var header)? = try? LogLine(members) {
      header.segment = nil
      return header
    }
    var meta: JSONObject = ["source": Self.source]
    meta["currentStateIndex"] = cursor
    return LogHeader(time: entries.clock.start?.description, meta: meta)
  }
}

/// The actions of a lifted state in the order of play, as records.
private struct Entries {
  let ids: [Int]
  private(set) var clock: ForeignClock
  private(set) var missingCount = 0
  private(set) var unknownStates = 0

  private let actions: JSONObject
  private let computed: [JSONValue]
  private let committed: JSONValue?
  private let skipped: Set<Int>
  private let store: String
  private var values: ForeignValue
  private var before: JSONValue?
  private var steps: [Int: Int] = [:]
  private var step = 0

  init(_ lifted: JSONObject, _ values: ForeignValue, store: String) {
    actions = lifted["actionsById"]?.object ?? [:]
    computed = lifted["computedStates"]?.array ?? []
    committed = lifted["committedState"]
    skipped = Set(lifted["skippedActionIds"]?.array?.compactMap(Self.id) ?? [])
    ids = lifted["stagedActionIds"]?.array?.compactMap(Self.id) ?? actions.keys.compactMap { Int($0) }.sorted()
    self.values = values
    self.store = store
    clock = ForeignClock(start: nil)
    clock = ForeignClock(start: ids.lazy.compactMap { [actions] in Timestamp(foreign: actions[String($0)]?["timestamp"]) }.first)
  }

  private static func id(_ value: JSONValue) -> Int? { value.int ?? value.string.flatMap { Int($0) } }

  /// The number of old actions that the tool dropped and folded into the first state.
  var lostAtBeginning: Int? { ids.first == 0 ? ids.dropFirst().min().flatMap { $0 > 1 ? $0 - 1 : nil } : nil }

  mutating func records(at place: Int) -> [LogRecord] {
    let id = ids[place]
    var records: [LogRecord] = []
    if place == 0, let lost = lostAtBeginning {
      // The gap comes before the first state, which includes the dropped actions.
      step += 1
      let reason = "Redux DevTools keeps the newest actions only (maxAge)"
      records.append(.gap(GapRecord(step: StepNumber(step), time: 0, lost: lost, reason: reason)))
    }
    step += 1
    guard let entry = actions[String(id)] else {
      missingCount += 1
      records.append(
        .gap(GapRecord(step: StepNumber(step), time: clock.time(of: nil), lost: 1, reason: "action \(id) is not in the export")))
      return records
    }
    records.append(.action(record(id, entry, at: place)))
    return records
  }

  private mutating func record(_ id: Int, _ entry: JSONValue, at place: Int) -> ActionRecord {
    let foreign = ForeignAction(values.logForm(entry["action"] ?? .null))
    var record = ActionRecord(
      step: StepNumber(step), time: clock.time(of: Timestamp(foreign: entry["timestamp"])), store: store, type: foreign.type,
      payload: foreign.payload, other: foreign.other)
    steps[id] = step
    if id != step - 1 { record.other["id"] = .number(JSONNumber(id)) }
    if let stack = entry["stack"]?.string {
      record.site = Self.site(in: stack)
      record.other["stack"] = .string(stack)
    }
    if let hint = entry[DevToolsExport.hintKey]?.object { apply(hint, to: &record) }
    setOutcome(of: &record, id: id, at: place)
    return record
  }

  /// Returns the place of the first call in a JavaScript stack: `src/cart.js:12:3`.
  private static func site(in stack: String) -> String? {
    guard let line = stack.split(separator: "\n").first(where: { $0.contains(" at ") || $0.contains("@") }) else { return nil }
    let place = line.split(separator: "(").last.map { $0.prefix { $0 != ")" } }
    return place.map { String($0.split(whereSeparator: { $0 == " " || $0 == "@" }).last ?? $0) }
  }

  private mutating func setOutcome(of record: inout ActionRecord, id: Int, at place: Int) {
    let isSkipped = skipped.contains(id)
    if isSkipped { record.other["skipped"] = true }
    let result = place < computed.count ? computed[place] : .null
    if let message = result["error"]?.string, record.outcome.error == nil, record.outcome.omitted == nil {
      record.outcome.error = RecordedError(type: "Error", message: message)
    }
    // The export marks a state that was not recorded with an error, which is not the action's.
    if record.outcome.omitted != nil { record.outcome.error = nil }
    guard record.outcome.omitted == nil, let state = result["state"] ?? (place == 0 ? committed : nil) else {
      if isSkipped {
        record.outcome.isUnreduced = true
      } else if record.outcome.error == nil, !record.outcome.isUnreduced {
        record.outcome.omitted = record.outcome.omitted ?? "sampled"
        unknownStates += 1
      }
      return
    }
    let value = values.logForm(state)
    if isSkipped || record.outcome.isUnreduced, value == before {
      record.outcome.isUnreduced = true
    } else {
      record.outcome.set(value, after: before)
    }
    before = value
  }

  /// Applies the facts in a `fluxtape` member of Fluxtape's own export.
  private mutating func apply(_ hint: JSONObject, to record: inout ActionRecord) {
    var members = hint
    // Causes in the export are ids, not steps.
    record.cause = members["cause"]?.int.flatMap { steps[$0] }.map { .step(StepNumber($0)) }
    members["cause"] = nil
    members["seq"] = .number(JSONNumber(record.step.rawValue))
    members["store"] = .string(record.store)
    members["type"] = .string(record.type)
    guard case .record(.action(let original))? = try? LogLine(members) else { return }
    record.time = original.time
    record.version = original.version
    record.enumCase = original.enumCase
    record.site = original.site
    record.thread = original.thread
    record.trace = original.trace
    record.span = original.span
    record.effect = original.effect
    record.outcome = original.outcome
    for member in original.other { record.other[member.key] = member.value }
  }
}
