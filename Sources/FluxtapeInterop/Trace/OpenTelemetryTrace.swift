import FluxtapeLog
package import FluxtapeLogReading
import FluxtapeJSON

/// Writes a log as spans of OpenTelemetry: one `TracesData` message in the JSON form of OTLP, with identifiers in hexadecimal.
///
/// A run is one trace. Its root span is the whole run; an action is a span inside its first cause, and other causes are links. Asynchronous
/// work is one span from its beginning to its end. Marks and states without an action are spans without a length.
///
/// An action that was dispatched in a span of a tracing system is in that trace instead, with everything that it caused: inside that span,
/// or inside a cause that was dispatched in the same one.
package struct OpenTelemetryTrace: RunTrace {
  /// Microseconds from 1970 to the beginning of the run.
  private var start = 0
  private var lastTime = 0
  private var name = ""
  private var run = ""
  private var trace = ""
  private var isFirst = true
  /// Steps that have a span.
  private var steps: Set<StepNumber> = []
  /// The spans of those that are in the trace of a tracing system.
  private var traced: [StepNumber: Place] = [:]
  /// Asynchronous work whose end is still to come.
  private var running: [Work: Span] = [:]

  private struct Work: Hashable {
    let store: String
    let id: JSONValue
  }

  private struct Span {
    var members: JSONObject
    let time: Int
  }

  /// Where the span of a step is.
  private struct Place {
    let trace: String
    let id: String
    /// The span of the tracing system that it belongs to.
    let outer: String?
  }

  /// No step has this number.
  private static let root = "8000000000000000"
  private static let scope: JSONValue = ["name": "fluxtape"]

  package init() {}
}

extension OpenTelemetryTrace {
  package mutating func begin(name: String, header: LogHeader?) -> [UInt8] {
    self.name = header?.app?["name"]?.string ?? name
    start = header?.start?.microsecondsSince1970 ?? 0
    run = header?.run ?? name
    trace = Self.traceIdentifier(run)
    var facts: [(String, JSONValue)] = [("service.name", Self.text(self.name)), ("fluxtape.log", Self.text(name))]
    if let version = header?.app?["version"]?.string { facts.append(("service.version", Self.text(version))) }
    if let run = header?.run { facts.append(("service.instance.id", Self.text(run))) }
    if let host = header?.process?["host"]?.string { facts.append(("host.name", Self.text(host))) }
    if let process = header?.process?["id"]?.int { facts.append(("process.pid", Self.number(process))) }
    var bytes = Array("{\"resourceSpans\":[{\"resource\":{\"attributes\":".utf8)
    Self.attributes(facts).write(into: &bytes)
    bytes += Array("},\"scopeSpans\":[{\"scope\":".utf8)
    Self.scope.write(into: &bytes)
    bytes += Array(",\"spans\":[".utf8)
    return bytes
  }

  package mutating func add(_ action: ActionRecord) -> [UInt8] {
    var bytes: [UInt8] = []
    var span = span(action.type, step: action.step, causes: action.cause?.steps ?? [], in: action.traceContext)
    span["attributes"] = Self.attributes(facts(of: action))
    if let error = action.outcome.error { span["status"] = ["code": 2, "message": .string("\(error.type): \(error.message)")] }
    let duration = max(0, action.outcome.duration ?? 0)
    guard let effect = action.effect else {
      write(span, from: action.time, to: action.time.saturatingAdd(duration), into: &bytes)
      return bytes
    }
    let work = Work(store: action.store, id: effect.id)
    if effect.phase == .started, action.outcome.duration == nil {
      running[work] = Span(members: span, time: action.time)
      return bytes
    }
    if effect.phase != .started, let begun = running.removeValue(forKey: work) {
      write(begun.members, from: begun.time, to: max(begun.time, action.time), into: &bytes)
      write(span, from: action.time, to: action.time, into: &bytes)
    } else {
      // The duration of a last record counts from the beginning, whose record is not here.
      let began = effect.phase == .started ? action.time : max(0, action.time.saturatingSubtract(duration))
      write(span, from: began, to: began.saturatingAdd(duration), into: &bytes)
    }
    return bytes
  }

  package mutating func add(_ state: StateRecord, line: Int?) -> [UInt8] {
    var bytes: [UInt8] = []
    guard let step = state.step else { return bytes }
    var span = span(StateRecord.type, step: step, causes: state.cause?.steps ?? [])
    span["attributes"] = Self.attributes(
      [("fluxtape.step", Self.number(step.rawValue)), ("fluxtape.store", Self.text(state.store))] + Self.place(state.site))
    write(span, from: state.time, to: state.time, into: &bytes)
    return bytes
  }

  package mutating func add(_ mark: MarkRecord) -> [UInt8] {
    var bytes: [UInt8] = []
    var span = span(mark.text, step: mark.step, causes: mark.cause?.steps ?? [])
    let level = mark.level.map { [("fluxtape.level", Self.text($0))] } ?? []
    span["attributes"] = Self.attributes(
      [("fluxtape.step", Self.number(mark.step.rawValue)), ("fluxtape.kind", Self.text("mark"))] + level + Self.place(mark.site))
    if mark.level == "error" { span["status"] = ["code": 2, "message": .string(mark.text)] }
    write(span, from: mark.time, to: mark.time, into: &bytes)
    return bytes
  }

  package mutating func end() -> [UInt8] {
    var bytes: [UInt8] = []
    // Work that did not end lasts as long as the run.
    for work in running.values.sorted(by: { $0.time < $1.time }) {
      write(work.members, from: work.time, to: max(work.time, lastTime), into: &bytes)
    }
    running = [:]
    write(
      ["traceId": .string(trace), "spanId": .string(Self.root), "name": .string(name), "kind": 1], from: 0, to: lastTime, into: &bytes)
    bytes += Array("]}]}]}\n".utf8)
    return bytes
  }
}

// MARK: - Spans

extension OpenTelemetryTrace {
  /// - Parameter context: The span of the tracing system in which the step was made.
  private mutating func span(
    _ name: String, step: StepNumber, causes: [StepNumber], in context: (trace: String, span: String)? = nil
  ) -> JSONObject {
    let known = causes.filter { steps.contains($0) }.map { traced[$0] ?? place(of: $0, in: trace, outer: nil) }
    var parent = known.first
    if let context { parent = known.first { $0.trace == context.trace && $0.outer == context.span } }
    let outer = context?.span ?? parent?.outer
    let own = place(of: step, in: context?.trace ?? parent?.trace ?? trace, outer: outer)
    steps.insert(step)
    traced[step] = outer == nil ? nil : own
    var span: JSONObject = [
      "traceId": .string(own.trace), "spanId": .string(own.id), "parentSpanId": .string(parent?.id ?? outer ?? Self.root),
      "name": .string(name), "kind": 1,
    ]
    let links = known.filter { $0.id != parent?.id }
    if !links.isEmpty { span["links"] = .array(links.map { ["traceId": .string($0.trace), "spanId": .string($0.id)] }) }
    return span
  }

  private func place(of step: StepNumber, in trace: String, outer: String?) -> Place {
    if trace == self.trace { return Place(trace: trace, id: UInt64(clamping: step.rawValue).hexadecimal, outer: outer) }
    // Other runs may add steps with the same numbers to the trace. 0 is no identifier.
    return Place(trace: trace, id: max(1, "\(run) \(step.rawValue)".utf8.stableHash).hexadecimal, outer: outer)
  }

  private func facts(of action: ActionRecord) -> [(String, JSONValue)] {
    var facts: [(String, JSONValue)] = [
      ("fluxtape.step", Self.number(action.step.rawValue)), ("fluxtape.store", Self.text(action.store)),
    ]
    facts += Self.place(action.site)
    if let thread = action.thread { facts.append(("thread.name", Self.text(thread))) }
    if let payload = action.payload { facts.append(("fluxtape.payload", Self.text(payload.text))) }
    return facts
  }

  private mutating func write(_ span: JSONObject, from time: Int, to end: Int, into bytes: inout [UInt8]) {
    bytes += Array((isFirst ? "\n" : ",\n").utf8)
    isFirst = false
    lastTime = max(lastTime, end)
    var span = span
    span["startTimeUnixNano"] = .string(nanoseconds(time))
    span["endTimeUnixNano"] = .string(nanoseconds(end))
    JSONValue.object(span).write(into: &bytes)
  }

  /// Since 1970, as text: numbers of 64 bits are texts in this form. Times come from the file, and may be as far apart as numbers go.
  private func nanoseconds(_ time: Int) -> String {
    String(UInt64(clamping: start.saturatingAdd(time)).saturatingMultiply(1000))
  }

  private static func place(_ site: String?) -> [(String, JSONValue)] {
    guard let site, let colon = site.lastIndex(of: ":"), let line = Int(site[site.index(after: colon)...]) else { return [] }
    return [("code.file.path", text(String(site[..<colon]))), ("code.line.number", number(line))]
  }

  private static func text(_ text: String) -> JSONValue { ["stringValue": .string(text)] }
  private static func number(_ value: Int) -> JSONValue { ["intValue": .string(String(value))] }

  private static func attributes(_ facts: [(String, JSONValue)]) -> JSONValue {
    .array(facts.map { ["key": .string($0.0), "value": $0.1] })
  }
}

// MARK: - Identifiers

extension OpenTelemetryTrace {
  /// 32 hexadecimal digits: those of a UUID, or made from another name.
  private static func traceIdentifier(_ run: String) -> String {
    let digits = run.lowercased().filter { $0 != "-" }
    if digits.count == 32, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), digits.contains(where: { $0 != "0" }) { return digits }
    // 0 is no identifier.
    return max(1, run.utf8.stableHash).hexadecimal + max(1, run.utf8.reversed().stableHash).hexadecimal
  }
}
