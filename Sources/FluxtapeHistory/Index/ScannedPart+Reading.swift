import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

extension ScannedPart {
  /// Adds a line that the reader accepts.
  ///
  /// - Parameters:
  ///   - line: The beginning of the line in `bytes`, in which the facts' places count.
  ///   - offset: The number of bytes in the file before the line.
  mutating func scanned(_ facts: LineFacts, of bytes: Span<UInt8>, from line: Int, at offset: Int) -> ScannedLine {
    var result: ScannedLine
    switch facts.subject {
    case .action(let step): result = ScannedLine(offset: offset, kind: .action, step: step)
    case .completion(let step): result = ScannedLine(offset: offset, kind: .completion, step: step)
    case .state(let step): result = ScannedLine(offset: offset, kind: .state, step: step ?? 0)
    }
    result.time = facts.time
    result.store = names.insert(facts.store, of: bytes)
    if let type = facts.type { result.type = names.insert(type, of: bytes) }
    note(facts.cause, of: &result)
    result.insert(facts.outcome)
    result.patch = Row.Part(facts.patch, from: line)
    if let effect = facts.effect { note(effect, of: &result) }
    return result
  }

  /// Reads a line as `LogLine` does.
  ///
  /// - Parameter isTerminated: Whether a line feed ends it. Any other line is the file's last, and may be torn.
  mutating func read(_ bytes: [UInt8], at offset: Int, isTerminated: Bool) -> ScannedLine {
    do throws(LogError) {
      switch try LogLine(decoding: bytes) {
      case .header(let header): return special(.header(header), at: offset)
      case .record(let record): return scanned(record, at: offset)
      }
    } catch {
      // Complete JSON that is not a record, and other text, is a bad line anywhere.
      guard !isTerminated, error.isBreak, [UInt8(ascii: "{"), 0].contains(bytes.first) else { return special(.bad(error), at: offset) }
      return scanned(TornLine(bytes), error, at: offset)
    }
  }

  /// Reads a line of unknown meaning: any object.
  mutating func readRaw(_ bytes: [UInt8], at offset: Int) -> ScannedLine {
    do {
      let value = try JSONValue(parsing: bytes)
      guard let members = value.object else { return special(.bad(LogError(.notAnObject(kind: value.kind))), at: offset) }
      return special(.raw(step: max(0, members["seq"]?.int ?? 0), time: members["t"]?.int), at: offset)
    } catch {
      return special(.bad(LogError(error, in: bytes)), at: offset)
    }
  }
}

extension LogError {
  /// Whether the error may come from a torn line.
  fileprivate var isBreak: Bool {
    switch reason {
    case .notJSON, .nulBytes: true
    case .notAnObject, .notARecord, .missing, .wrongType, .newerVersion, .badPatch: false
    }
  }
}

// MARK: - Records

extension ScannedPart {
  mutating func bad(_ error: LogError, at offset: Int) -> ScannedLine { special(.bad(error), at: offset) }

  private mutating func special(_ line: SpecialLine, at offset: Int) -> ScannedLine {
    specials.append(line)
    return ScannedLine(offset: offset, kind: .special, step: specials.count - 1)
  }

  private mutating func scanned(_ record: LogRecord, at offset: Int) -> ScannedLine {
    switch record {
    case .action(let action): return scanned(action, isTorn: false, at: offset)
    case .state(let state): return scanned(state, at: offset)
    case .completion(let completion):
      var result = ScannedLine(
        offset: offset, kind: .completion, step: completion.step.rawValue, time: completion.time, store: names.insert(completion.store))
      result.insert(OutcomeSummary(completion.outcome))
      return result
    case .mark(let mark):
      return special(
        .mark(
          step: mark.step.rawValue, time: mark.time, text: mark.text, level: mark.level, causes: mark.cause?.steps.map(\.rawValue) ?? [],
          problem: mark.problem?.kind, live: mark.live?.name), at: offset)
    case .gap(let gap): return special(.gap(gap), at: offset)
    case .end(let end): return special(.end(step: end.step.rawValue, time: end.time, reason: end.reason), at: offset)
    case .unknown(let unknown):
      return special(.unknown(step: unknown.step.rawValue, time: unknown.members["t"]?.int), at: offset)
    }
  }

  /// Adds a torn line. It is incomplete, so nothing is known of the outcome.
  private mutating func scanned(_ torn: TornLine, _ error: LogError, at offset: Int) -> ScannedLine {
    isTailInFlight = torn.isInFlight
    switch torn.line {
    case .record(.action(let action))?: return scanned(action, isTorn: true, at: offset)
    case .record(.state(let state))?:
      var result = scanned(state, at: offset)
      result.flags.insert(.isTorn)
      return result
    case .header(let header)?: return special(.tornHeader(header, error), at: offset)
    case .record, nil: return special(.torn(torn, error), at: offset)
    }
  }

  private mutating func scanned(_ action: ActionRecord, isTorn: Bool, at offset: Int) -> ScannedLine {
    var result = ScannedLine(
      offset: offset, kind: .action, step: action.step.rawValue, time: action.time, store: names.insert(action.store),
      type: names.insert(action.type))
    if isTorn { result.flags.insert(.isTorn) } else { result.insert(OutcomeSummary(action.outcome)) }
    note(action.cause, of: &result)
    if let effect = action.effect { note(effect, of: &result) }
    return result
  }

  private mutating func scanned(_ state: StateRecord, at offset: Int) -> ScannedLine {
    var result = ScannedLine(
      offset: offset, kind: .state, step: state.step?.rawValue ?? 0, time: state.time, store: names.insert(state.store))
    result.insert(OutcomeSummary(state.outcome))
    note(state.cause, of: &result)
    return result
  }

  private mutating func note(_ effect: RecordedEffect, of line: inout ScannedLine) {
    effects[line.offset] = effect
    line.flags.insert(.hasEffect)
  }

  private mutating func note(_ cause: RecordedCause?, of line: inout ScannedLine) {
    let causes = cause?.steps.map(\.rawValue) ?? []
    guard let first = causes.first else { return }
    line.cause = first
    line.flags.insert(.hasCause)
    if causes.count > 1 { furtherCauses[line.offset] = Array(causes.dropFirst()) }
  }
}
