package import FluxtapeJSON

extension LogLine {
  /// The line as bytes, with its line feed. Members stand in the format's order, unknown ones last.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  /// Appends the line with its line feed.
  public func write(into bytes: inout [UInt8]) {
    var members = MemberWriter(bytes)
    switch self {
    case .header(let header): header.write(into: &members)
    case .record(let record): record.write(into: &members)
    }
    members.close()
    bytes = members.bytes
  }
}

/// Writes the members of one object, one after another.
struct MemberWriter {
  private(set) var bytes: [UInt8]
  private var isFirst = true

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func write(_ key: String, _ value: JSONValue?) {
    guard let value else { return }
    writeKey(key)
    value.write(into: &bytes)
  }

  mutating func write(_ key: String, _ value: String?) { write(key, value.map(JSONValue.string)) }
  mutating func write(_ key: String, _ value: Int?) { write(key, value.map { .number(JSONNumber($0)) }) }
  mutating func write(_ key: String, _ value: JSONObject?) { write(key, value.map(JSONValue.object)) }
  mutating func write(_ key: String, _ value: StepNumber) { write(key, value.rawValue) }

  mutating func write(_ others: JSONObject) {
    for member in others { write(member.key, member.value) }
  }

  /// Goes on behind members that `write` appends: from the object's brace on if they are the first.
  mutating func write(_ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    isFirst = false
  }

  mutating func close() {
    if isFirst { bytes.append(UInt8(ascii: "{")) }
    OutcomeFacts.endLine(in: &bytes)
  }

  private mutating func writeKey(_ key: String) {
    bytes.append(isFirst ? UInt8(ascii: "{") : UInt8(ascii: ","))
    isFirst = false
    JSONValue.writeString(key, into: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }
}

extension LogHeader {
  func write(into members: inout MemberWriter) {
    members.write(LogKey.version, Self.currentVersion)
    members.write(LogKey.run, run)
    members.write(LogKey.time, time)
    members.write(LogKey.app, app)
    members.write(LogKey.process, process)
    members.write(LogKey.meta, meta)
    members.write(LogKey.segment, segment)
    members.write(
      LogKey.dropped,
      dropped.map { ["segments": .number(JSONNumber($0.segments)), "records": .number(JSONNumber($0.records))] as JSONObject })
    if !needs.isEmpty { members.write(LogKey.needs, .array(needs.map(JSONValue.string))) }
    members.write(other)
  }
}

extension LogRecord {
  func write(into members: inout MemberWriter) {
    switch self {
    case .action(let record):
      members.write { ActionHead(record).write(step: record.step, time: record.time, into: &$0) }
      record.outcome.write(into: &members)
      members.write(record.other)
    case .completion(let record):
      members.write {
        CompletionRecord.begin(record.step, time: record.time, store: ActionHead.storeMember(record.store), in: &$0)
      }
      record.outcome.write(into: &members)
      members.write(record.other)
    case .state(let record): record.write(into: &members)
    case .mark(let record): record.write(into: &members)
    case .gap(let record): record.write(into: &members)
    case .end(let record):
      members.write(LogKey.seq, record.step)
      members.write(LogKey.t, record.time)
      members.write(LogKey.end, record.reason)
      members.write(record.other)
    case .unknown(let record): members.write(record.members)
    }
  }
}

extension StateRecord {
  fileprivate func write(into members: inout MemberWriter) {
    members.write { Self.begin(step, time: time, store: ActionHead.storeMember(store), cause: cause, in: &$0) }
    members.write(LogKey.site, site)
    outcome.write(into: &members)
    members.write(LogKey.settled, isSettled ? .bool(true) : nil)
    members.write(other)
  }
}

extension RecordedProblem {
  package var json: JSONObject {
    var json: JSONObject = ["kind": .string(kind)]
    json["store"] = store.map(JSONValue.string)
    json["type"] = type.map(JSONValue.string)
    json["version"] = version.map(JSONValue.string)
    for member in other { json[member.key] = member.value }
    return json
  }
}

extension MarkRecord {
  fileprivate func write(into members: inout MemberWriter) {
    members.write(LogKey.seq, step)
    members.write(LogKey.t, time)
    members.write(LogKey.mark, text)
    members.write(LogKey.level, level)
    members.write(LogKey.cause, cause?.json)
    members.write(LogKey.site, site)
    members.write(LogKey.problem, problem?.json)
    members.write(other)
  }
}

extension GapRecord {
  fileprivate func write(into members: inout MemberWriter) {
    var gap: JSONObject = ["lost": .number(JSONNumber(lost))]
    gap["first"] = first.map { .number(JSONNumber($0.rawValue)) }
    gap["last"] = last.map { .number(JSONNumber($0.rawValue)) }
    gap["reason"] = .string(reason)
    members.write(LogKey.seq, step)
    members.write(LogKey.t, time)
    members.write(LogKey.gap, gap)
    members.write(other)
  }
}

extension ActionRecord {
  /// The line's beginning, up to the payload and without a closing brace: what stands on disk before the reducer runs.
  package var openLine: [UInt8] {
    var bytes: [UInt8] = []
    ActionHead(self).write(step: step, time: time, into: &bytes)
    return bytes
  }
}

extension Outcome {
  /// All but the state.
  package var facts: OutcomeFacts { OutcomeFacts(duration: duration, error: error, isUnreduced: isUnreduced, omitted: omitted) }

  func write(into members: inout MemberWriter) {
    members.write { bytes in
      facts.write(into: &bytes)
      if let patch {
        OutcomeFacts.beginPatch(in: &bytes)
        patch.json.write(into: &bytes)
      }
      if let state {
        OutcomeFacts.beginState(in: &bytes)
        state.write(into: &bytes)
      }
    }
  }

  /// What completes a line that ``ActionRecord/openLine`` began, with the line feed.
  package var closingOfLine: [UInt8] {
    var members = MemberWriter([])
    write(into: &members)
    members.close()
    return members.bytes
  }
}

extension RecordedCause {
  package var json: JSONValue {
    switch self {
    case .step(let step): .number(JSONNumber(step.rawValue))
    case .otherRun(let run, let step): .object(["run": .string(run), LogKey.seq: .number(JSONNumber(step.rawValue))])
    case .several(let causes): .array(causes.map(\.json))
    }
  }
}
