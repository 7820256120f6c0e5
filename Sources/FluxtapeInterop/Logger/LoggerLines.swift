import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Converts a Redux logger's lines to records: `{"action":{"type":…},"state":…}` or `{"type":…,"payload":…,"state":…}`.
///
/// Also converts `store`, a time (`time`, `timestamp`), `took` in milliseconds, `error` and `prevState`. Copies other lines unchanged, so
/// that the log's reader reports them.
struct LoggerLines: Sendable {
  private let store: String
  private var clock: ForeignClock?
  private var states: [String: JSONValue] = [:]
  private var step = 0
  private var withoutState = 0

  init(store: String) { self.store = store }

  private static let timeKeys = ["time", "timestamp", "@timestamp", "startedTime", "started"]
  private static let stateKeys = ["state", "nextState"]
  private static let ownKeys = Set(timeKeys + stateKeys + ["prevState", "store", "took", "error"])
}

extension LoggerLines {
  var notices: [String] {
    guard withoutState > 0 else { return [] }
    return [
      "\(withoutState) of \(step) lines \(withoutState == 1 ? "has" : "have") no state: let the logger write \"state\": store.getState() after each action"
    ]
  }

  mutating func convert(_ line: [UInt8], into log: inout [UInt8]) {
    var line = line
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
    guard case .object(let members)? = try? JSONValue(parsing: line), members["action"]?.object != nil || members["type"] != nil else {
      begin(with: [:], into: &log)
      log += line
      log.append(UInt8(ascii: "\n"))
      return
    }
    begin(with: members, into: &log)
    write(members, into: &log)
  }

  private mutating func begin(with members: JSONObject, into log: inout [UInt8]) {
    guard clock == nil else { return }
    clock = ForeignClock(start: Self.instant(in: members))
    LogLine.header(LogHeader(time: clock?.start?.description, meta: ["source": .string(ForeignForm.reduxLogger.name)])).write(into: &log)
  }

  private static func instant(in members: JSONObject) -> Timestamp? {
    timeKeys.lazy.compactMap { Timestamp(foreign: members[$0]) }.first
  }

  private mutating func write(_ members: JSONObject, into log: inout [UInt8]) {
    let store = members["store"]?.string ?? store
    let time = clock?.time(of: Self.instant(in: members)) ?? 0
    var value = ForeignValue(isTagged: false)
    if states[store] == nil, let before = members["prevState"] {
      let state = value.logForm(before)
      states[store] = state
      LogLine.record(.state(StateRecord(time: time, store: store, outcome: Outcome(state: state)))).write(into: &log)
    }
    let action = members["action"].flatMap(\.object) ?? JSONObject(members.filter { !Self.ownKeys.contains($0.key) })
    let foreign = ForeignAction(value.logForm(.object(action)))
    step += 1
    var record = ActionRecord(
      step: StepNumber(step), time: time, store: store, type: foreign.type, payload: foreign.payload, other: foreign.other)
    record.outcome.duration = members["took"]?.number.flatMap { Int(exactly: ($0.double * 1000).rounded()) }
    record.outcome.error = members["error"].flatMap(Self.error)
    if let state = Self.stateKeys.lazy.compactMap({ members[$0] }).first.map({ value.logForm($0) }) {
      record.outcome.set(state, after: states[store])
      states[store] = state
    } else if record.outcome.error == nil {
      record.outcome.omitted = "sampled"
      withoutState += 1
    }
    LogLine.record(.action(record)).write(into: &log)
  }

  private static func error(_ value: JSONValue) -> RecordedError? {
    switch value {
    case .null, .bool(false): nil
    case .string(let message): RecordedError(type: "Error", message: message)
    default: RecordedError(type: value["name"]?.string ?? "Error", message: value["message"]?.string ?? value.text)
    }
  }
}

extension Outcome {
  /// Sets the state as a patch to the previous one, or whole if there is none.
  mutating func set(_ state: JSONValue, after before: JSONValue?) {
    if let before { patch = .difference(from: before, to: state) } else { self.state = state }
  }
}
