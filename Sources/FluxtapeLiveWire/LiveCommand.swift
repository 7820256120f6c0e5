package import FluxtapeJSON

/// What a client asks of the live session of an app.
///
/// While a client has a breakpoint it drives alone: of others only ``status`` and ``resume`` are done. Else each may command.
package enum LiveCommand: Hashable, Sendable {
  /// Asks what the session can do and where it stands. Any client may.
  case status
  /// Sets all attached stores to their states after a step.
  ///
  /// `states` is what the log has of stores whose states the session does not keep.
  case jump(to: Int, states: LoggedStates)
  /// Sets the stores to the states that they had before the first jump.
  case now
  /// Holds new actions.
  case lock
  /// Lets the held actions go on in order, and new ones pass.
  case unlock
  /// Drops the held actions, and lets new ones pass.
  case drop
  /// Dispatches a recorded action again.
  case repeatStep(Int)
  /// Dispatches an action of this form.
  case dispatch(store: String, action: JSONValue)
  /// Recomputes the store of a step without this step, and sets it.
  case skip(Int)
  /// Recomputes the store of a step from before this step with the reducer as it is now, and sets it.
  case replay(from: Int)
  /// Asks the client about each step from now on, see ``LiveMessage/asks(step:)``. The client tells by ``verdict(step:pauses:)`` whether
  /// the query holds. `query` is its text, for the log.
  case arm(query: String)
  /// Asks no more.
  case disarm
  /// Answers ``LiveMessage/asks(step:)``.
  case verdict(step: Int, pauses: Bool)
  /// Lets an app go on that waits at a step.
  case resume
}

extension LiveCommand {
  /// The name in messages and in the log.
  package var name: String {
    switch self {
    case .status: "status"
    case .jump: "jump"
    case .now: "now"
    case .lock: "lock"
    case .unlock: "unlock"
    case .drop: "drop"
    case .repeatStep: "repeat"
    case .dispatch: "dispatch"
    case .skip: "skip"
    case .replay: "replay"
    case .arm: "break"
    case .disarm: "nobreak"
    case .verdict: "verdict"
    case .resume: "continue"
    }
  }

  /// A command as a line of JSON: `{"id":1,"do":"jump","step":40}`.
  ///
  /// - Parameter id: What the reply repeats.
  package func json(id: Int) -> JSONValue {
    var members: JSONObject = ["id": .number(JSONNumber(id)), "do": .string(name)]
    switch self {
    case .status, .now, .lock, .unlock, .drop, .disarm, .resume: break
    case .jump(let step, let logged):
      members["step"] = .number(JSONNumber(step))
      for member in logged.members { members[member.key] = member.value }
    case .repeatStep(let step), .skip(let step), .replay(let step): members["step"] = .number(JSONNumber(step))
    case .dispatch(let store, let action): (members["store"], members["action"]) = (.string(store), action)
    case .arm(let query): members["query"] = .string(query)
    case .verdict(let step, let pauses): (members["step"], members["pauses"]) = (.number(JSONNumber(step)), .bool(pauses))
    }
    return .object(members)
  }

  /// Reads a command. Returns `nil` if the JSON is not a command.
  package init?(_ json: JSONValue) {
    let step = json["step"]?.int
    switch (json["do"]?.string, step) {
    case ("status", _): self = .status
    case ("jump", let step?): self = .jump(to: step, states: LoggedStates(json))
    case ("now", _): self = .now
    case ("lock", _): self = .lock
    case ("unlock", _): self = .unlock
    case ("drop", _): self = .drop
    case ("repeat", let step?): self = .repeatStep(step)
    case ("skip", let step?): self = .skip(step)
    case ("replay", let step?): self = .replay(from: step)
    case ("nobreak", _): self = .disarm
    case ("continue", _): self = .resume
    case ("break", _):
      guard let query = json["query"]?.string else { return nil }
      self = .arm(query: query)
    case ("verdict", let step?):
      guard let pauses = json["pauses"]?.bool else { return nil }
      self = .verdict(step: step, pauses: pauses)
    case ("dispatch", _):
      guard let store = json["store"]?.string, let action = json["action"] else { return nil }
      self = .dispatch(store: store, action: action)
    default: return nil
    }
  }
}

/// What a log has of some stores after a step.
package struct LoggedStates: Hashable, Sendable {
  /// The states by store. A session needs `Decodable` types to set them.
  package var states: [String: JSONValue] = [:]
  /// The stores that had not begun. A session leaves them as they are.
  package var absent: Set<String> = []

  package var isEmpty: Bool { states.isEmpty && absent.isEmpty }

  fileprivate init(_ json: JSONValue) {
    if case .object(let object)? = json["states"] { states = Dictionary(object.members.map { ($0.key, $0.value) }) { $1 } }
    absent = Set(json["absent"]?.array?.compactMap(\.string) ?? [])
  }

  fileprivate var members: JSONObject {
    var members: JSONObject = [:]
    if !states.isEmpty { members["states"] = .object(JSONObject(states.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })) }
    if !absent.isEmpty { members["absent"] = .array(absent.sorted().map(JSONValue.string)) }
    return members
  }
}

extension LoggedStates: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral states: (String, JSONValue)...) { self.states = Dictionary(states) { $1 } }
}
