package import FluxtapeDocuments
public import FluxtapeJSON
import FluxtapeLog

extension LogLine {
  /// Decodes one line, without its line feed. Members may have any order; unknown members are kept.
  ///
  /// - Throws: ``LogError``; its offset counts from the beginning of `bytes`.
  /// - Complexity: O(`bytes.count`).
  public init(decoding bytes: [UInt8]) throws(LogError) {
    let value: JSONValue
    do { value = try JSONValue(parsing: bytes) } catch { throw LogError(error, in: bytes) }
    guard case .object(let members) = value else { throw LogError(.notAnObject(kind: value.kind)) }
    try self.init(members)
  }

  /// Decodes a line that is already parsed.
  public init(_ object: JSONObject) throws(LogError) {
    var members = Members(object)
    if members.has(LogKey.version) {
      self = .header(try LogHeader(&members))
    } else {
      self = .record(try LogRecord(&members))
    }
  }
}

extension LogError {
  /// The error for a line that is not JSON.
  package init(_ error: JSONError, in bytes: [UInt8]) {
    let count = bytes[min(error.offset, bytes.count)...].prefix { $0 == 0 }.count
    self.init(count > 0 ? .nulBytes(count: count) : .notJSON(error.reason), at: error.offset)
  }
}

// MARK: - Taking members

/// The members of a line that are not read yet. Those left at the end are unknown to this version.
///
/// A known member that is `null` counts as absent, since some serializers write it so. In payload and state, `null` is a value.
private struct Members {
  private(set) var rest: JSONObject

  init(_ object: JSONObject) { rest = object }

  mutating func has(_ key: String) -> Bool {
    if rest[key] == .null { rest[key] = nil }
    return rest[key] != nil
  }

  mutating func value(_ key: String) -> JSONValue? {
    defer { rest[key] = nil }
    return rest[key]
  }

  mutating func optional<T>(_ key: String, _ expected: String, _ read: (JSONValue) -> T?) throws(LogError) -> T? {
    guard let value = value(key), value != .null else { return nil }
    guard let result = read(value) else { throw LogError(.wrongType(key: key, expected: expected)) }
    return result
  }

  mutating func required<T>(_ key: String, _ expected: String, _ read: (JSONValue) -> T?) throws(LogError) -> T {
    guard let result = try optional(key, expected, read) else { throw LogError(.missing(key: key)) }
    return result
  }

  mutating func text(_ key: String) throws(LogError) -> String? { try optional(key, "a string", \.string) }
  /// A string; any other value stays with the unknown members, as an app may have used the name for a member of its own.
  mutating func textIfAny(_ key: String) -> String? {
    guard has(key), let text = rest[key]?.string else { return nil }
    rest[key] = nil
    return text
  }
  /// What a client of a live session did. Any other value stays with the unknown members.
  mutating func commandIfAny() -> RecordedCommand? {
    guard let command = rest[LogKey.live]?.object.flatMap(RecordedCommand.init) else { return nil }
    rest[LogKey.live] = nil
    return command
  }
  mutating func integer(_ key: String) throws(LogError) -> Int? { try optional(key, "an integer", \.int) }
  mutating func object(_ key: String) throws(LogError) -> JSONObject? { try optional(key, "an object", \.object) }
  mutating func step(_ key: String) throws(LogError) -> StepNumber {
    try required(key, "an integer, 1 or more") { $0.int.flatMap { $0 >= 1 ? StepNumber($0) : nil } }
  }
  mutating func requiredText(_ key: String) throws(LogError) -> String { try required(key, "a string", \.string) }
  mutating func requiredInteger(_ key: String) throws(LogError) -> Int { try required(key, "an integer", \.int) }
}

// MARK: - Header

extension LogHeader {
  fileprivate init(_ members: inout Members) throws(LogError) {
    let version = try members.requiredInteger(LogKey.version)
    guard version >= 1 else { throw LogError(.wrongType(key: LogKey.version, expected: "1")) }
    guard version <= Self.currentVersion else { throw LogError(.newerVersion(version)) }
    self.init(
      run: try members.text(LogKey.run),
      time: try members.text(LogKey.time),
      app: try members.object(LogKey.app),
      process: try members.object(LogKey.process),
      meta: try members.object(LogKey.meta),
      segment: try members.integer(LogKey.segment),
      dropped: try members.optional(LogKey.dropped, "an object with 'segments' and 'records'") { value in
        guard let segments = value["segments"]?.int, let records = value["records"]?.int else { return nil }
        return DroppedRecords(segments: segments, records: records)
      },
      needs: try members.optional(LogKey.needs, "an array of strings") { value in
        guard let elements = value.array else { return nil }
        let names = elements.compactMap(\.string)
        return names.count == elements.count ? names : nil
      } ?? [],
      other: members.rest
    )
  }
}

// MARK: - Records

extension LogRecord {
  fileprivate init(_ members: inout Members) throws(LogError) {
    if members.has(LogKey.completes) {
      self = .completion(
        CompletionRecord(
          step: try members.step(LogKey.completes), time: try members.requiredInteger(LogKey.t),
          store: try members.requiredText(LogKey.store), outcome: try Outcome(&members), other: members.rest))
    } else if members.has(LogKey.mark) {
      self = .mark(
        MarkRecord(
          step: try members.step(LogKey.seq), time: try members.requiredInteger(LogKey.t),
          text: try members.requiredText(LogKey.mark), level: try members.text(LogKey.level), site: try members.text(LogKey.site),
          cause: try RecordedCause.take(from: &members),
          problem: try members.optional(LogKey.problem, "an object with 'kind'", RecordedProblem.init), live: members.commandIfAny(),
          other: members.rest))
    } else if members.has(LogKey.gap) {
      self = .gap(try GapRecord(&members))
    } else if members.has(LogKey.end) {
      self = .end(
        EndRecord(
          step: try members.step(LogKey.seq), time: try members.requiredInteger(LogKey.t),
          reason: try members.requiredText(LogKey.end), other: members.rest))
    } else if members.has(LogKey.type) {
      try self.init(typed: &members)
    } else if let step = members.rest[LogKey.seq]?.int, step >= 1 {
      self = .unknown(UnknownRecord(step: StepNumber(step), members: members.rest))
    } else {
      throw LogError(.notARecord)
    }
  }

  /// An action, or a store's state without one.
  private init(typed members: inout Members) throws(LogError) {
    let type = try members.requiredText(LogKey.type)
    if type == StateRecord.type {
      self = .state(
        StateRecord(
          step: members.has(LogKey.seq) ? try members.step(LogKey.seq) : nil, time: try members.requiredInteger(LogKey.t),
          store: try members.requiredText(LogKey.store), cause: try RecordedCause.take(from: &members),
          site: try members.text(LogKey.site), outcome: try Outcome(&members),
          isSettled: try members.optional(LogKey.settled, "a boolean", \.bool) ?? false, other: members.rest))
      return
    }
    self = .action(
      ActionRecord(
        step: try members.step(LogKey.seq),
        time: try members.requiredInteger(LogKey.t),
        store: try members.requiredText(LogKey.store),
        type: type,
        version: try members.integer(LogKey.schema),
        enumCase: try members.text(LogKey.enumCase),
        cause: try RecordedCause.take(from: &members),
        site: try members.text(LogKey.site),
        thread: try members.text(LogKey.thread),
        trace: members.textIfAny(LogKey.trace),
        span: members.textIfAny(LogKey.span),
        effect: try members.optional(LogKey.effect, "an object with 'id' and 'phase'", RecordedEffect.init),
        payload: members.value(LogKey.payload),
        outcome: try Outcome(&members),
        other: members.rest))
  }
}

extension GapRecord {
  fileprivate init(_ members: inout Members) throws(LogError) {
    var gap = Members(try members.required(LogKey.gap, "an object", \.object))
    let step = try members.step(LogKey.seq)
    let time = try members.requiredInteger(LogKey.t)
    self.init(
      step: step, time: time,
      lost: try gap.requiredInteger("lost"),
      first: try gap.integer("first").map { StepNumber($0) },
      last: try gap.integer("last").map { StepNumber($0) },
      reason: try gap.requiredText("reason"),
      other: members.rest)
  }
}

extension RecordedCause {
  fileprivate static func take(from members: inout Members) throws(LogError) -> RecordedCause? {
    try members.optional(LogKey.cause, "a step, {\"run\":…,\"seq\":…} or an array of them", RecordedCause.init)
  }

  init?(_ value: JSONValue) {
    switch value {
    case .number:
      guard let step = value.int else { return nil }
      self = .step(StepNumber(step))
    case .object:
      guard let run = value["run"]?.string, let step = value[LogKey.seq]?.int else { return nil }
      self = .otherRun(run, StepNumber(step))
    case .array(let elements):
      // Only one level: a nested array has no meaning.
      let causes = elements.compactMap { $0.array == nil ? RecordedCause($0) : nil }
      guard causes.count == elements.count else { return nil }
      self = .several(causes)
    default: return nil
    }
  }
}

extension RecordedProblem {
  fileprivate init?(_ value: JSONValue) {
    guard case .object(var members) = value, let kind = members["kind"]?.string else { return nil }
    self.init(kind: kind, store: members["store"]?.string, type: members["type"]?.string, version: members["version"]?.string)
    members["kind"] = nil
    if store != nil { members["store"] = nil }
    if type != nil { members["type"] = nil }
    if version != nil { members["version"] = nil }
    other = members
  }
}

extension RecordedEffect {
  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"], let phase = value["phase"]?.string.flatMap(Phase.init(rawValue:)) else { return nil }
    self.init(id: id, phase: phase)
  }
}

extension Outcome {
  fileprivate init(_ members: inout Members) throws(LogError) {
    self.init(
      duration: try members.integer(LogKey.duration),
      error: try members.optional(LogKey.error, "an object with 'type' and 'message'") { value in
        guard let type = value["type"]?.string, let message = value["message"]?.string else { return nil }
        return RecordedError(type: type, message: message)
      },
      isUnreduced: try members.optional(LogKey.reduced, "a boolean", \.bool) == false,
      omitted: try members.text(LogKey.omitted),
      patch: nil,
      state: members.value(LogKey.state), slowTypes: members.value(LogKey.slow))
    if let json = members.value(LogKey.patch), json != .null {
      do { patch = try JSONPatch(decoding: json) } catch { throw LogError(.badPatch(error)) }
    }
  }
}
