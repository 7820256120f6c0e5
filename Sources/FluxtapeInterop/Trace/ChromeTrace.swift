import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
package import FluxtapeLogReading

/// Writes a log as trace events for Perfetto and `chrome://tracing`: a track for each store, a slice for each action, an arrow from each
/// cause to its effect.
///
/// The form is the JSON object of the *Trace Event Format*. Actions are complete events (`X`), asynchronous work is nestable asynchronous
/// events (`b`, `e`), marks and states without an action are instants (`i`), and causes are flows (`s`, `f`). Times are microseconds.
package struct ChromeTrace: RunTrace {
  private let process = 1
  private var tracks: [String: Int] = [:]
  /// The slices of actions by step, where arrows begin.
  private var places: [StepNumber: (track: Int, time: Int)] = [:]
  /// The ends of a track's open slices, outermost first. Slices of one track must nest.
  private var open: [Int: [Int]] = [:]
  private var lastTime: [Int: Int] = [:]
  /// The number of arrows so far. Their ids must be numbers, as Perfetto drops others.
  private var flows = 0
  private var isFirst = true
  /// The common members of the events of asynchronous work in flight.
  private var running: [Work: JSONObject] = [:]

  private struct Work: Hashable {
    let store: String
    let id: JSONValue
  }

  package init() {}
}

extension ChromeTrace {
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
    while let end = open[track]?.last, end <= time { open[track]?.removeLast() }
    // A slice takes at least 1 µs, because arrows attach to slices. A slice that would exceed the outer one is cut; its arguments have the
    // true duration.
    let (end, overflow) = time.addingReportingOverflow(max(1, duration))
    let shown = min(overflow ? .max : end, open[track]?.last ?? .max)
    open[track, default: []].append(shown)
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

  /// Writes a span from the beginning of the work to its end, or of the duration of its first record. Work in flight has no end; viewers
  /// draw it to the end of the trace.
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
      // The record that begins the work was not exported.
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
    arguments["trace"] = action.trace.map(JSONValue.string)
    arguments["span"] = action.span.map(JSONValue.string)
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
