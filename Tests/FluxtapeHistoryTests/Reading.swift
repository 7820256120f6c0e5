import FluxtapeHistory
import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// A reader's view of a log, as a value that can be compared and written.
enum Reading {
  /// All runs in the files, or the reason why they are refused.
  static func of(_ paths: [String]) throws -> JSONObject {
    do {
      return ["runs": .array(try History.open(paths).map(run))]
    } catch let error as HistoryError {
      return switch error.reason {
      case .newerVersion(let version): ["refused": ["reason": "later version", "version": .number(JSONNumber(version))]]
      case .noRecords: ["refused": ["reason": "no record"]]
      case .empty: ["refused": ["reason": "empty"]]
      default: throw error
      }
    }
  }

  private static func run(_ history: History) throws -> JSONValue {
    var run = JSONObject()
    run["run"] = history.header?.run.map(JSONValue.string)
    run["time"] = history.header?.time.map(JSONValue.string)
    run["needs"] = history.needs.isEmpty ? nil : .array(history.needs.map(JSONValue.string))
    run["inFlight"] = steps(history.inFlight, in: history)
    run["pending"] = steps(history.pending, in: history)
    run["rows"] = .array(try history.rows.indices.map { .object(try row($0, in: history)) })
    return .object(run)
  }

  /// The steps of rows; `null` for one that has none.
  private static func steps(_ rows: [Int], in history: History) -> JSONValue {
    .array(rows.map { history.rows[$0].step.map { .number(JSONNumber($0.rawValue)) } ?? .null })
  }

  private static func row(_ number: Int, in history: History) throws -> JSONObject {
    let row = history.rows[number]
    var members: JSONObject = ["kind": .string(row.kind == .badLine ? "bad line" : "\(row.kind)")]
    if history.files.count > 1, row.lineNumber != nil {
      let path = try history.line(at: number).path
      members["file"] = history.files.firstIndex { $0.path == path }.map { .number(JSONNumber($0)) }
    }
    members["line"] = row.lineNumber.map { .number(JSONNumber($0)) }
    members["seq"] = row.step.map { .number(JSONNumber($0.rawValue)) }
    members["t"] = row.time.map { .number(JSONNumber($0)) }
    switch row.kind {
    case .action: try addAction(at: number, of: history, to: &members)
    case .state: try addState(at: number, of: history, to: &members)
    case .mark:
      members["mark"] = .string(row.type)
      members["level"] = row.level.map(JSONValue.string)
    case .gap:
      members["reason"] = .string(row.type)
      members["lost"] = row.missingCount.map { .number(JSONNumber($0)) }
    case .end: members["end"] = .string(row.type)
    case .badLine: addFault(at: number, of: history, to: &members, row.error)
    case .jump, .unknown: break
    }
    if let missing = row.missing { members["missing"] = [missing.lowerBound, missing.upperBound].json }
    members["cause"] = history.cause(of: number).flatMap { history.rows[$0].step }.map { .number(JSONNumber($0.rawValue)) }
    let flags = [
      ("in flight", row.isInFlight), ("pending", row.isPending), ("outcome lost", row.isOutcomeLost), ("duplicate", row.isDuplicate),
      ("torn", row.isTorn),
    ]
    let words = flags.filter(\.1).map { JSONValue.string($0.0) }
    members["is"] = words.isEmpty ? nil : .array(words)
    try addStates(after: number, of: history, to: &members)
    return members
  }
}

// MARK: - Parts of a row

extension Reading {
  private static func addAction(at number: Int, of history: History, to members: inout JSONObject) throws {
    guard let action = try history.action(at: number) else { return }
    members["store"] = .string(action.store)
    members["type"] = .string(action.type)
    members["v"] = action.version.map { .number(JSONNumber($0)) }
    members["case"] = action.enumCase.map(JSONValue.string)
    members["payload"] = action.payload
    members["dur"] = action.outcome.duration.map { .number(JSONNumber($0)) }
    members["error"] = action.outcome.error.map { ["type": .string($0.type), "message": .string($0.message)] }
    members["reduced"] = action.outcome.isUnreduced ? false : nil
    members["omitted"] = action.outcome.omitted.map(JSONValue.string)
  }

  private static func addState(at number: Int, of history: History, to members: inout JSONObject) throws {
    members["store"] = history.rows[number].store.map { .string(history.stores[$0]) }
    members["type"] = .string(history.rows[number].type)
    guard case .state(let state)? = try history.record(at: number) else { return }
    members["omitted"] = state.outcome.omitted.map(JSONValue.string)
    members["settled"] = state.isSettled ? true : nil
  }

  private static func addFault(at number: Int, of history: History, to members: inout JSONObject, _ error: LogError?) {
    members["offset"] = (try? history.line(at: number).byteOffset).map { .number(JSONNumber($0)) }
    guard let error, !history.rows[number].isTorn else { return }
    switch error.reason {
    case .notJSON, .nulBytes:
      members["reason"] = "not JSON"
      members["at"] = .number(JSONNumber(error.offset))
    case .notAnObject: members["reason"] = "not an object"
    case .notARecord: members["reason"] = "no record"
    case .missing(let key): (members["reason"], members["key"]) = ("missing", .string(key))
    case .wrongType(let key, _): (members["reason"], members["key"]) = ("wrong type", .string(key))
    case .badPatch: members["reason"] = "no patch"
    case .newerVersion: members["reason"] = "later version"
    }
  }

  private static func addStates(after row: Int, of history: History, to members: inout JSONObject) throws {
    var (states, doubts, unknown) = (JSONObject(), JSONObject(), JSONObject())
    for store in history.stores {
      switch try history.state(of: store, after: row) {
      case .absent: break
      case .known(let value, let certainty):
        states[store] = value.value
        switch certainty {
        case .exact: break
        case .notRecordedSince: doubts[store] = "not recorded"
        case .uncertain: doubts[store] = "records lost"
        }
      case .unknown(let reason):
        switch reason {
        case .neverRecorded: unknown[store] = "never recorded"
        case .nothingToPatch: unknown[store] = "nothing to patch"
        case .patchFailed: unknown[store] = "patch failed"
        case .needs: unknown[store] = "needs"
        }
      }
    }
    for (key, object) in [("states", states), ("doubt", doubts), ("unknown", unknown)] where !object.isEmpty {
      members[key] = .object(object)
    }
  }
}

extension [StepNumber] {
  fileprivate var json: JSONValue { .array(map { .number(JSONNumber($0.rawValue)) }) }
}
