import FluxtapeLog
package import FluxtapeLogReading
import FluxtapeJSON

/// Writes a log as trace events, which Perfetto and `chrome://tracing` open: a track for each store, a slice for each action, an arrow from
/// each cause to what it led to.
///
/// The form is the JSON object of the *Trace Event Format*: complete events (`X`) for actions, nestable asynchronous ones (`b`, `e`) for
/// asynchronous work, instants (`i`) for marks and for states without an action, flows (`s`, `f`) for causes. Times are microseconds, as in the log.
package struct ChromeTrace: Sendable {
  private let process = 1
  private var tracks: [String: Int] = [:]
  /// Where the arrows begin: the slices of actions by step.
  private var places: [StepNumber: (track: Int, time: Int)] = [:]
  /// The ends of the slices that are open on a track, outermost first: slices of one track have to lie inside each other.
  private var open: [Int: [Int]] = [:]
  private var lastTime: [Int: Int] = [:]
  /// Arrows so far. Their ids are numbers: Perfetto drops those whose id is another text.
  private var flows = 0
  private var isFirst = true
  /// Asynchronous work that has begun and not ended: what its spans have in common.
  private var running: [Work: JSONObject] = [:]

  private struct Work: Hashable {
    let store: String
    let id: JSONValue
  }

  package init() {}
}

extension ChromeTrace {
  /// The beginning of the file.
  ///
  /// - Parameters:
  ///   - name: What the process is called, such as the log's file.
  ///   - header: The log's, which says when the run was.
  package mutating func begin(name: String, header: LogHeader?) -> [UInt8] {
    var bytes = Array("{\"displayTimeUnit\":\"ms\",\"otherData\":".utf8)
    var facts: JSONObject = ["source": .string(name)]
    facts["run"] = header?.run.map(JSONValue.string)
    facts["time"] = header?.time.map(JSONValue.string)
    JSONValue.object(facts).write(into: &bytes)
    bytes += Array(",\"traceEvents\":[".utf8)
    write(["name": "process_name", "ph": "M", "pid": number(process), "tid": 0, "args": ["name": .string(name)]], into: &bytes)
    return bytes
  }

  /// Adds an action; in the order of the log.
  package mutating func add(_ action: ActionRecord) -> [UInt8] {
    var bytes: [UInt8] = []
    let track = track(of: action.store, into: &bytes)
    let time = max(action.time, lastTime[track] ?? 0)
    lastTime[track] = time
    if let effect = action.effect { write(effect, of: action, track: track, time: time, into: &bytes) }
    let duration = action.effect == nil ? action.outcome.duration ?? 0 : 0
    writeSlice(action, track: track, time: time, duration: duration, into: &bytes)
    return bytes
  }

  /// Adds a state that no action led to.
  ///
  /// - Parameters:
  ///   - state: What tells of the state; in the order of the log.
  ///   - line: Where it stands, counted from 1, which names it where it has no step.
  package mutating func add(_ state: StateRecord, line: Int?) -> [UInt8] {
    var bytes: [UInt8] = []
    let track = track(of: state.store, into: &bytes)
    var arguments: JSONObject = [:]
    arguments["seq"] = state.step.map { number($0.rawValue) }
    arguments["line"] = state.step == nil ? line.map(number) : nil
    arguments["cause"] = state.cause?.steps.first.map { number($0.rawValue) }
    arguments["site"] = state.site.map(JSONValue.string)
    arguments["patch"] = state.outcome.patch?.json
    write(
      [
        "name": .string(StateRecord.type), "cat": "state", "ph": "i", "s": "t", "ts": number(max(0, state.time)), "pid": number(process),
        "tid": number(track), "args": .object(arguments),
      ], into: &bytes)
    return bytes
  }

  /// Adds a mark.
  package mutating func add(_ mark: MarkRecord) -> [UInt8] {
    var bytes: [UInt8] = []
    var arguments: JSONObject = ["seq": number(mark.step.rawValue)]
    arguments["level"] = mark.level.map(JSONValue.string)
    write(
      [
        "name": .string(mark.text), "cat": "mark", "ph": "i", "s": "g", "ts": number(max(0, mark.time)), "pid": number(process), "tid": 0,
        "args": .object(arguments),
      ], into: &bytes)
    return bytes
  }

  /// The end of the file.
  package func end() -> [UInt8] { Array("]}\n".utf8) }
}

// MARK: - Events

extension ChromeTrace {
  private func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  private mutating func write(_ event: JSONObject, into bytes: inout [UInt8]) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes.append(UInt8(ascii: "\n"))
    JSONValue.object(event).write(into: &bytes)
  }

  private mutating func track(of store: String, into bytes: inout [UInt8]) -> Int {
    if let track = tracks[store] { return track }
    let track = tracks.count + 1
    tracks[store] = track
    let place: JSONObject = ["pid": number(process), "tid": number(track)]
    write(["name": "thread_name", "ph": "M", "args": ["name": .string(store)]] + place, into: &bytes)
    write(["name": "thread_sort_index", "ph": "M", "args": ["sort_index": number(track)]] + place, into: &bytes)
    return track
  }

  private mutating func writeSlice(_ action: ActionRecord, track: Int, time: Int, duration: Int, into bytes: inout [UInt8]) {
    var ends = open[track, default: []]
    while let end = ends.last, end <= time { ends.removeLast() }
    // Nothing takes no time at all: arrows hold on to slices. One that would reach out of the slice around it is cut, its true length
    // stands in the arguments.
    let (end, overflow) = time.addingReportingOverflow(max(1, duration))
    let shown = min(overflow ? .max : end, ends.last ?? .max)
    ends.append(shown)
    open[track] = ends
    write(
      [
        "name": .string(action.type), "cat": .string(action.effect == nil ? "action" : "effect"), "ph": "X", "ts": number(time),
        "dur": number(shown - time), "pid": number(process), "tid": number(track), "args": .object(arguments(of: action)),
      ], into: &bytes)
    places[action.step] = (track, time)
    for cause in action.cause?.steps ?? [] {
      guard let from = places[cause], from.time <= time else { continue }
      flows += 1
      let flow: JSONObject = ["name": "cause", "cat": "cause", "id": number(flows), "pid": number(process)]
      write(["ph": "s", "ts": number(from.time), "tid": number(from.track)] + flow, into: &bytes)
      write(["ph": "f", "bp": "e", "ts": number(time), "tid": number(track)] + flow, into: &bytes)
    }
  }

  /// A span from the record that begins the work to the one that ends it, or as long as the first says. Of work that never ended the span
  /// has no end, which viewers draw to the end of the trace.
  private mutating func write(_ effect: RecordedEffect, of action: ActionRecord, track: Int, time: Int, into bytes: inout [UInt8]) {
    let work = Work(store: action.store, id: effect.id)
    if effect.phase == .started {
      let scope: JSONObject = [
        "name": .string(action.type), "cat": "effect", "id": .string("\(action.step)"), "pid": number(process), "tid": number(track),
      ]
      write(["ph": "b", "ts": number(time), "args": ["effect": effect.id]] + scope, into: &bytes)
      guard let duration = action.outcome.duration else { return running[work] = scope }
      let (end, overflow) = time.addingReportingOverflow(max(0, duration))
      write(["ph": "e", "ts": number(overflow ? time : end)] + scope, into: &bytes)
    } else if let scope = running.removeValue(forKey: work) {
      write(["ph": "e", "ts": number(time), "args": ["phase": .string(effect.phase.rawValue)]] + scope, into: &bytes)
    } else if let duration = action.outcome.duration {
      // The record that begins it is not among those that are written.
      let scope: JSONObject = [
        "name": .string(action.type), "cat": "effect", "id": .string("\(action.step)"), "pid": number(process), "tid": number(track),
      ]
      write(["ph": "b", "ts": number(max(0, time - max(0, duration))), "args": ["effect": effect.id]] + scope, into: &bytes)
      write(["ph": "e", "ts": number(time), "args": ["phase": .string(effect.phase.rawValue)]] + scope, into: &bytes)
    }
  }

  private func arguments(of action: ActionRecord) -> JSONObject {
    var arguments: JSONObject = ["seq": number(action.step.rawValue)]
    arguments["dur"] = action.outcome.duration.map(number)
    arguments["case"] = action.enumCase.map(JSONValue.string)
    arguments["site"] = action.site.map(JSONValue.string)
    arguments["thread"] = action.thread.map(JSONValue.string)
    arguments["error"] = action.outcome.error.map { .string("\($0.type): \($0.message)") }
    arguments["effect"] = action.effect?.id
    arguments["phase"] = action.effect.map { .string($0.phase.rawValue) }
    arguments["payload"] = action.payload
    return arguments
  }
}

extension JSONObject {
  fileprivate static func + (left: JSONObject, right: JSONObject) -> JSONObject {
    var sum = left
    for member in right { sum[member.key] = member.value }
    return sum
  }
}
