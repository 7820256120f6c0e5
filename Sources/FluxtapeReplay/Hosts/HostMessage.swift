public import FluxtapeDocuments
public import FluxtapeJSON
public import FluxtapeLog
import FluxtapeLogReading

/// A request to a host: a line of JSON on its standard input. The host answers each request with one line, in order.
///
/// ```text
/// → {"host":1}                                             ← {"host":1,"stores":["cart"]}
/// → {"store":"cart","begin":{"items":[],"total":0}}         ← {"state":{"items":[],"total":0}}
/// → {"store":"cart","action":{"seq":2,"type":"cart.itemAdded","case":"itemAdded","payload":{"sku":"p7"}}}
///                                                          ← {"patch":[{"op":"add",…}]}        or {"error":{"type":…,"message":…}}
/// ```
/// The host exits at the end of its input. A host in another language needs only this protocol.
public enum HostRequest: Hashable, Sendable {
  /// Asks for the host's version and stores.
  case hello
  /// Sets a store's state.
  case begin(store: String, state: JSONValue)
  /// Sends an action to a store.
  case action(RecordedAction)

  /// The version of the protocol.
  public static let version = 1

  /// The message, sent as one line.
  public var json: JSONValue {
    switch self {
    case .hello: return ["host": .number(JSONNumber(Self.version))]
    case .begin(let store, let state): return ["store": .string(store), "begin": state]
    case .action(let action):
      var members: JSONObject = ["seq": .number(JSONNumber(action.step)), "type": .string(action.type)]
      members["v"] = action.version.map { .number(JSONNumber($0)) }
      members["case"] = action.enumCase.map(JSONValue.string)
      members["payload"] = action.payload
      return ["store": .string(action.store), "action": .object(members)]
    }
  }

  /// Parses a request; `nil` if it is invalid.
  public init?(_ json: JSONValue) {
    if json["host"] != nil {
      self = .hello
    } else if let store = json["store"]?.string, let state = json["begin"] {
      self = .begin(store: store, state: state)
    } else if let store = json["store"]?.string, let action = json["action"], let type = action["type"]?.string {
      let record = ActionRecord(
        step: StepNumber(action["seq"]?.int ?? 0), time: 0, store: store, type: type, version: action["v"]?.int,
        enumCase: action["case"]?.string, payload: action["payload"])
      self = .action(RecordedAction(record))
    } else {
      return nil
    }
  }
}

/// An answer of a host.
public enum HostAnswer: Hashable, Sendable {
  /// The host's stores.
  case stores([String])
  /// The whole state.
  case state(JSONValue)
  /// The change of the state.
  case patch(JSONPatch)
  /// The request failed or the reducer threw. The state did not change.
  case failure(RecordedError)

  /// The message, sent as one line.
  public var json: JSONValue {
    switch self {
    case .stores(let names): ["host": .number(JSONNumber(HostRequest.version)), "stores": .array(names.map(JSONValue.string))]
    case .state(let state): ["state": state]
    case .patch(let patch): ["patch": patch.json]
    case .failure(let error): ["error": ["type": .string(error.type), "message": .string(error.message)]]
    }
  }

  /// Parses an answer; `nil` if it is invalid.
  public init?(_ json: JSONValue) {
    guard case .object(let members) = json else { return nil }
    if let names = members["stores"]?.array?.compactMap(\.string), members["host"]?.int == HostRequest.version {
      self = .stores(names)
    } else if let state = members["state"] {
      self = .state(state)
    } else if let patch = members["patch"].flatMap({ try? JSONPatch(decoding: $0) }) {
      self = .patch(patch)
    } else if let message = members["error"]?["message"]?.string {
      self = .failure(RecordedError(type: members["error"]?["type"]?.string ?? "Error", message: message))
    } else {
      return nil
    }
  }
}
