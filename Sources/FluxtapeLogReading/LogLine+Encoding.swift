import FluxtapeDocuments
import FluxtapeJSON
package import FluxtapeLog

extension LogLine {
  /// The line as bytes, with its line feed. Members have the format's order, unknown ones last.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  /// Appends the line with its line feed.
  public func write(into bytes: inout [UInt8]) {
    switch self {
    case .header(let header): header.write(into: &bytes)
    case .record(let record): record.write(into: &bytes)
    }
  }
}

extension [UInt8] {
  /// Appends the members of another object.
  fileprivate mutating func append(_ members: JSONObject) {
    for member in members { append(member.key, member.value) }
  }

  fileprivate mutating func append(_ key: String, _ value: JSONValue?) {
    guard let value else { return }
    append(UInt8(ascii: ","))
    JSONValue.writeString(key, into: &self)
    append(UInt8(ascii: ":"))
    value.write(into: &self)
  }
}

extension LogHeader {
  fileprivate func write(into bytes: inout [UInt8]) {
    RunHeader(run: run, time: time, app: app.map(Self.json), process: process.map(Self.json), meta: meta.map(Self.json))
      .write(segment: segment, dropped: dropped, into: &bytes)
    if !needs.isEmpty { bytes.append(LogKey.needs, .array(needs.map(JSONValue.string))) }
    bytes.append(other)
    OutcomeFacts.endLine(in: &bytes)
  }

  private static func json(_ object: JSONObject) -> [UInt8] { JSONValue.object(object).bytes }
}

extension LogRecord {
  fileprivate func write(into bytes: inout [UInt8]) {
    switch self {
    case .action(let record): record.write(into: &bytes)
    case .completion(let record): record.write(into: &bytes)
    case .state(let record): record.write(into: &bytes)
    case .mark(let record): record.write(into: &bytes)
    case .gap(let record): record.write(into: &bytes)
    case .end(let record): record.write(into: &bytes)
    case .unknown(let record):
      JSONValue.object(record.members).write(into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}

extension ActionRecord {
  fileprivate func write(into bytes: inout [UInt8]) {
    var head = ActionHead(
      store: ActionHead.storeMember(store), name: ActionHead.nameMembers(type: type, version: version, enumCase: enumCase))
    if let cause { head.append(cause: cause) }
    if let site { head.append(site: site) }
    if let thread { head.append(thread: thread) }
    head.append(trace: trace, span: span)
    if let effect { head.append(effect: effect.id.bytes, phase: effect.phase.rawValue) }
    if let payload { head.append(payload: payload.bytes) }
    head.write(step: step, time: time, into: &bytes)
    outcome.write(into: &bytes)
    bytes.append(other)
    OutcomeFacts.endLine(in: &bytes)
  }
}

extension CompletionRecord {
  fileprivate func write(into bytes: inout [UInt8]) {
    LineHead.completion(of: step, time: time, store: ActionHead.storeMember(store), into: &bytes)
    outcome.write(into: &bytes)
    bytes.append(other)
    OutcomeFacts.endLine(in: &bytes)
  }
}

extension StateRecord {
  fileprivate func write(into bytes: inout [UInt8]) {
    LineHead.state(step: step, time: time, store: ActionHead.storeMember(store), cause: cause, into: &bytes)
    bytes.append(LogKey.site, site.map(JSONValue.string))
    outcome.write(into: &bytes)
    bytes.append(LogKey.settled, isSettled ? .bool(true) : nil)
    bytes.append(other)
    OutcomeFacts.endLine(in: &bytes)
  }
}

extension MarkRecord {
  fileprivate func write(into bytes: inout [UInt8]) {
    MarkFacts(text, level: level, cause: cause, site: site, problem: problem.map { JSONValue.object($0.json).bytes })
      .write(step: step, time: time, into: &bytes)
    bytes.append(LogKey.live, live.map { .object($0.members) })
    bytes.append(other)
    OutcomeFacts.endLine(in: &bytes)
  }
}

extension GapRecord {
  fileprivate func write(into bytes: inout [UInt8]) {
    GapFacts(lost: lost, first: first, last: last, reason: reason).write(step: step, time: time, into: &bytes)
    bytes.append(other)
    OutcomeFacts.endLine(in: &bytes)
  }
}

extension EndRecord {
  fileprivate func write(into bytes: inout [UInt8]) {
    LineHead.end(step: step, time: time, reason: reason, into: &bytes)
    bytes.append(other)
    OutcomeFacts.endLine(in: &bytes)
  }
}

extension Outcome {
  /// All facts but the state and the patch.
  package var facts: OutcomeFacts { OutcomeFacts(duration: duration, error: error, isUnreduced: isUnreduced, omitted: omitted) }

  fileprivate func write(into bytes: inout [UInt8]) {
    facts.write(into: &bytes)
    if let patch {
      OutcomeFacts.beginPatch(in: &bytes)
      patch.json.write(into: &bytes)
    }
    if let state {
      OutcomeFacts.beginState(in: &bytes)
      state.write(into: &bytes)
    }
    bytes.append(LogKey.slow, slowTypes)
  }
}
