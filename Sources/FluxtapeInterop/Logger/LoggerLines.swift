import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Converts a Redux logger's lines to records: `{"action":{"type":…},"state":…}` or `{"type":…,"payload":…,"state":…}`.
///
/// Also converts `store`, a time, `took` in milliseconds, `error` and `prevState`. Copies other lines unchanged, so that the log's reader
/// reports them.
struct LoggerLines: Sendable {
  private let store: String
  private var clock: ForeignClock
  private var isBegun = false
  /// The states as the lines before tell them, as far as they are certain.
  private var states: [String: JSONValue] = [:]
  private var step = 0
  private var withoutState = 0

  /// - Parameter beginning: The first bytes of the file. The log begins at the first time in them, or else at that of its first line, which
  ///   may be longer.
  init(store: String, beginning: [UInt8]) {
    self.store = store
    let text = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning.dropFirst(3) : beginning[...]
    let lines = text.split(separator: UInt8(ascii: "\n")).lazy
    clock = ForeignClock(start: lines.compactMap { (try? JSONValue(parsing: Array($0)))?.object.flatMap(Self.time)?.instant }.first)
  }

  private static let timeKeys = [
    "time", "timestamp", "@timestamp", "ts", "startedTime", "started", "created_at", "createdAt",
  ]
  private static let stateKeys = ["state", "nextState"]
  private static let ownKeys = Set(stateKeys + ["prevState", "store", "took", "error"])
}

extension LoggerLines {
  var notices: [String] {
    var notices: [String] = []
    if withoutState > 0 {
      notices.append(
        "\(withoutState) of \(step) lines \(withoutState == 1 ? "has" : "have") no state: let the logger write \"state\": "
          + "store.getState() after each action")
    }
    if clock.start == nil, step > 0 {
      notices.append("no line has a time that is understood: a date or milliseconds as \"time\", \"timestamp\", \"ts\" or \"createdAt\"")
    }
    return notices
  }

  mutating func convert(_ line: [UInt8], into log: inout [UInt8]) {
    var line = line
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
    guard case .object(let members)? = try? JSONValue(parsing: line), members["action"]?.object != nil || members["type"] != nil else {
      begin(with: [:], into: &log)
      // It may stand for an action that is lost, so the next line of each store has its whole state.
      states = [:]
      log += line
      log.append(UInt8(ascii: "\n"))
      return
    }
    begin(with: members, into: &log)
    write(members, into: &log)
  }

  private mutating func begin(with members: JSONObject, into log: inout [UInt8]) {
    guard !isBegun else { return }
    isBegun = true
    if clock.start == nil { clock = ForeignClock(start: Self.time(of: members)?.instant) }
    LogLine.header(LogHeader(time: clock.start?.description, meta: ["source": .string(ForeignForm.reduxLogger.name)])).write(into: &log)
  }

  /// The line's time, and the member that tells it.
  private static func time(of members: JSONObject) -> (key: String, instant: Timestamp)? {
    timeKeys.lazy.compactMap { key in Timestamp(foreign: members[key]).map { (key, $0) } }.first
  }

  private mutating func write(_ members: JSONObject, into log: inout [UInt8]) {
    let store = members["store"]?.string ?? store
    let told = Self.time(of: members)
    let time = clock.time(of: told?.instant)
    var value = ForeignValue(isTagged: false)
    // A state that no line has told came about without an action that is logged.
    if let before = members["prevState"].map({ value.logForm($0) }), states[store] != before {
      states[store] = before
      LogLine.record(.state(StateRecord(time: time, store: store, outcome: Outcome(state: before)))).write(into: &log)
    }
    let action = members["action"].flatMap(\.object) ?? JSONObject(members.filter { !Self.ownKeys.contains($0.key) && $0.key != told?.key })
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
