package import FluxtapeDocuments
import FluxtapeJSON
import FluxtapeLog
package import FluxtapeLogReading

/// Writes the actions and states of one store as the lifted state that Redux DevTools imports.
///
/// ```text
/// {"computedStates":[{"state":…}, …],"actionsById":{"0":{"type":"PERFORM_ACTION","action":{…},"timestamp":…}, …},
///  "stagedActionIds":[0, …],"skippedActionIds":[],"currentStateIndex":…,"nextActionId":…,"committedState":…,"fluxtape":{…}}
/// ```
/// Ids count from 0, which is `@@INIT`. Facts without a place in the form go to `fluxtape` members, which the tool ignores and
/// ``ForeignLogReader`` reads. Values have the app's keys. Redacted values and non-finite numbers are objects with one `$` key.
package struct DevToolsExport: Sendable {
  /// The member for facts without a place in the form.
  static let hintKey = "fluxtape"

  private let header: LogHeader?
  private let store: String
  private var actions: [UInt8] = []
  private var ids: [StepNumber: Int] = [:]
  private var count = 0
  private var skipped: [Int] = []
  private var committed: JSONNode?
  private var last: JSONNode?
  /// The number of actions whose state is not known. They show the previous state, with an error that says so.
  package private(set) var unknownStates = 0

  /// Creates an export of a store.
  ///
  /// - Parameters:
  ///   - store: The store's name.
  ///   - header: The log's header, for the time of the run.
  ///   - initial: The store's state before the first added action; `nil` if that is `@@INIT`, or if the state is not known.
  package init(of store: String, header: LogHeader?, initial: JSONNode? = nil) {
    self.store = store
    self.header = header
    committed = initial
    last = initial
  }
}

extension DevToolsExport {
  /// Returns the beginning of the file. With a time, adds an `@@INIT`, for exports that begin with another action.
  package mutating func begin(at time: Int? = nil) -> [UInt8] {
    var bytes = Array("{\"computedStates\":[".utf8)
    guard let time else { return bytes }
    let record = ActionRecord(step: StepNumber(1), time: time, store: store, type: ActionRecord.storeBegan)
    var outcome = Outcome()
    if committed == nil { outcome.omitted = "sampled" }
    append(record, outcome: outcome, state: committed, to: &bytes)
    return bytes
  }

  /// Adds an action, with the state after it if known. Call it in the order of states. Returns the next bytes of the file.
  ///
  /// - Complexity: O(size of the state), as the form has whole states.
  package mutating func add(_ action: ActionRecord, state: JSONNode?) -> [UInt8] {
    var bytes: [UInt8] = []
    if committed == nil, count == 0 { committed = state }
    ids[action.step] = count
    append(action, outcome: action.outcome, state: state, to: &bytes)
    return bytes
  }

  /// Adds a state without an action, as an action of the type `@@STATE`.
  package mutating func add(_ record: StateRecord, state: JSONNode?) -> [UInt8] {
    var action = ActionRecord(
      step: record.step ?? StepNumber(1), time: record.time, store: record.store, type: StateRecord.type, cause: record.cause,
      site: record.site, outcome: record.outcome, other: record.other)
    if record.isSettled { action.other["settled"] = true }
    var bytes: [UInt8] = []
    if committed == nil, count == 0 { committed = state }
    if let step = record.step { ids[step] = count }
    append(action, outcome: action.outcome, state: state, to: &bytes)
    return bytes
  }

  /// Returns the end of the file.
  package mutating func end() -> [UInt8] {
    var bytes = Array("],\"actionsById\":{".utf8) + actions + Array("}".utf8)
    func write(_ key: String, _ value: JSONValue) {
      bytes += Array(",\"\(key)\":".utf8)
      value.write(into: &bytes)
    }
    write("stagedActionIds", .array((0..<count).map { .number(JSONNumber($0)) }))
    write("skippedActionIds", .array(skipped.map { .number(JSONNumber($0)) }))
    write("currentStateIndex", .number(JSONNumber(max(0, count - 1))))
    write("nextActionId", .number(JSONNumber(count)))
    if let committed {
      bytes += Array(",\"committedState\":".utf8)
      committed.writePlainForm(into: &bytes)
    }
    var hint: JSONObject = ["store": .string(store)]
    if let header { hint["header"] = try? JSONValue(parsing: Array(LogLine.header(header).bytes.dropLast())) }
    write(Self.hintKey, .object(hint))
    return bytes + Array("}\n".utf8)
  }
}

extension DevToolsExport {
  private mutating func append(_ record: ActionRecord, outcome: Outcome, state: JSONNode?, to bytes: inout [UInt8]) {
    if count > 0 {
      bytes.append(UInt8(ascii: ","))
      actions.append(UInt8(ascii: ","))
    }
    // An action that did not reach a reducer keeps the state.
    let isUnknown = state == nil && !outcome.isUnreduced
    bytes += Array("{\"state\":".utf8)
    (state ?? last ?? .null).writePlainForm(into: &bytes)
    if let error = outcome.error {
      bytes += Array(",\"error\":".utf8)
      JSONValue.string(error.message).write(into: &bytes)
    } else if isUnknown {
      unknownStates += 1
      bytes += Array(",\"error\":\"The log does not tell this state; the one before is shown.\"".utf8)
    }
    bytes.append(UInt8(ascii: "}"))
    appendAction(record, isUnknown: isUnknown)
    if record.other["skipped"] == true { skipped.append(count) }
    last = state ?? last
    count += 1
  }

  private mutating func appendAction(_ record: ActionRecord, isUnknown: Bool) {
    let foreign = ForeignAction(type: record.type, payload: record.payload, other: record.other)
    var entry: JSONObject = ["type": "PERFORM_ACTION", "action": JSONValue.object(foreign.json).plainForm]
    let instant = header?.start?.advanced(byMicroseconds: record.time).microsecondsSince1970 ?? record.time
    entry["timestamp"] = .number(JSONNumber(instant / 1000))
    entry["stack"] = foreign.otherFacts["stack"]
    entry[Self.hintKey] = hint(of: record, other: foreign.otherFacts, isUnknown: isUnknown)
    actions += Array("\"\(count)\":".utf8)
    JSONValue.object(entry).write(into: &actions)
  }

  /// Returns the record without the facts that the form has.
  private func hint(of record: ActionRecord, other: JSONObject, isUnknown: Bool) -> JSONValue? {
    var rest = record
    rest.payload = nil
    rest.cause = nil
    rest.outcome.patch = nil
    rest.outcome.state = nil
    if isUnknown, rest.outcome.omitted == nil { rest.outcome.omitted = "sampled" }
    rest.other = other
    for key in ["stack", "skipped", "id"] { rest.other[key] = nil }
    var line = LogLine.record(.action(rest)).bytes
    line.removeLast()
    guard case .object(var members)? = try? JSONValue(parsing: line) else { return nil }
    for key in ["seq", "store", "type"] { members[key] = nil }
    if let cause = record.cause?.steps.lazy.compactMap({ ids[$0] }).first { members["cause"] = .number(JSONNumber(cause)) }
    return .object(members)
  }
}
