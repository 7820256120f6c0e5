import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Writes the actions of other tools as records of a log, and copies what is none, so that the log's reader reports it.
struct ForeignRecords: Sendable {
  /// The name of a store without one.
  private let store: String
  private let source: String
  private(set) var lineNumbers = LineNumbers()
  private(set) var clock: ForeignClock
  private var isBegun = false
  /// The states as the lines before tell them, as far as they are certain.
  private var states: [String: JSONValue] = [:]
  private(set) var steps = 0
  /// The number of actions without a state.
  private(set) var withoutState = 0
  /// The number of records.
  private(set) var count = 0

  /// - Parameters:
  ///   - source: The name of the form.
  ///   - start: The first time in the beginning of the file. Without one, the log begins at that of its first line.
  init(store: String, source: String, start: Timestamp?) {
    (self.store, self.source) = (store, source)
    clock = ForeignClock(start: start)
  }
}

extension ForeignRecords {
  /// - Parameter line: The number of the line in the file.
  mutating func write(_ step: ForeignStep, line: Int, into log: inout [UInt8]) {
    begin(at: step.instant, line: line, into: &log)
    let store = step.store ?? store
    let time = clock.time(of: step.instant)
    var values = ForeignValue(isTagged: false)
    // A state that no line has told came about without an action that is logged.
    if let before = step.before.map({ values.logForm($0) }), states[store] != before {
      states[store] = before
      append(.state(StateRecord(time: time, store: store, outcome: Outcome(state: before))), line: line, to: &log)
    }
    let state = step.state.map { values.logForm($0) }
    var outcome = Outcome()
    if let state { outcome.set(state, after: states[store]) }
    states[store] = state ?? states[store]
    guard let type = step.type else {
      return append(.state(StateRecord(time: time, store: store, outcome: outcome)), line: line, to: &log)
    }
    outcome.duration = step.duration
    outcome.error = step.error
    if state == nil, step.error == nil {
      outcome.omitted = "sampled"
      withoutState += 1
    }
    steps += 1
    let other = JSONObject(step.other.map { ($0.key, values.logForm($0.value)) })
    let record = ActionRecord(
      step: StepNumber(steps), time: time, store: store, type: type, payload: step.payload.map { values.logForm($0) }, outcome: outcome,
      other: other)
    append(.action(record), line: line, to: &log)
  }

  /// Copies a line that is not an action. It may stand for one that is lost, so the next line of each store has its whole state.
  mutating func copy(_ bytes: [UInt8], line: Int, into log: inout [UInt8]) {
    begin(at: nil, line: line, into: &log)
    states = [:]
    pass(bytes, isRecord: false, line: line, into: &log)
  }

  /// Copies a line of a log.
  mutating func pass(_ bytes: [UInt8], isRecord: Bool, line: Int, into log: inout [UInt8]) {
    if isRecord { count += 1 }
    lineNumbers.append(line)
    log += bytes
    log.append(UInt8(ascii: "\n"))
  }

  private mutating func append(_ record: LogRecord, line: Int, to log: inout [UInt8]) {
    count += 1
    lineNumbers.append(line)
    LogLine.record(record).write(into: &log)
  }

  private mutating func begin(at instant: Timestamp?, line: Int, into log: inout [UInt8]) {
    guard !isBegun else { return }
    isBegun = true
    if clock.start == nil { clock = ForeignClock(start: instant) }
    lineNumbers.append(line)
    LogLine.header(LogHeader(time: clock.start?.description, meta: ["source": .string(source)])).write(into: &log)
  }
}

extension Outcome {
  /// Sets the state as a patch to the previous one, or whole if there is none.
  mutating func set(_ state: JSONValue, after before: JSONValue?) {
    if let before { patch = .difference(from: before, to: state) } else { self.state = state }
  }
}
