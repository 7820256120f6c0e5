import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// What a line of another tool tells.
struct ForeignStep {
  /// `nil` for a state that no action caused.
  var type: String?
  var payload: JSONValue?
  /// Members of the record outside the format.
  var other: JSONObject = [:]
  var store: String?
  var instant: Timestamp?
  /// The state before the action.
  var before: JSONValue?
  var state: JSONValue?
  /// In microseconds.
  var duration: Int?
  var error: RecordedError?

  init(type: String?, payload: JSONValue? = nil, store: String? = nil) {
    self.type = type
    self.payload = payload
    self.store = store
  }
}

// MARK: - Lines of a Redux logger

extension ForeignStep {
  private static let timeKeys = ["time", "timestamp", "@timestamp", "ts", "startedTime", "started", "created_at", "createdAt"]
  private static let stateKeys = ["state", "nextState"]
  private static let ownKeys = Set(stateKeys + ["prevState", "store", "took", "error"])

  /// Reads `{"action":{"type":…},"state":…}` or `{"type":…,"payload":…,"state":…}`; `nil` for other objects.
  init?(ofLogger members: JSONObject) {
    guard members["action"]?.object != nil || members["type"] != nil else { return nil }
    let time = Self.timeKeys.lazy.compactMap { key in Timestamp(foreign: members[key]).map { (key, $0) } }.first
    let action = members["action"]?.object ?? JSONObject(members.filter { !Self.ownKeys.contains($0.key) && $0.key != time?.0 })
    let foreign = ForeignAction(.object(action))
    self.init(type: foreign.type, payload: foreign.payload, store: members["store"]?.string)
    other = foreign.other
    instant = time?.1
    before = members["prevState"]
    state = Self.stateKeys.lazy.compactMap { members[$0] }.first
    duration = members["took"]?.number.flatMap { Int(exactly: ($0.double * 1000).rounded()) }
    error = members["error"].flatMap(Self.error)
  }

  private static func error(_ value: JSONValue) -> RecordedError? {
    switch value {
    case .null, .bool(false): nil
    case .string(let message): RecordedError(type: "Error", message: message)
    default: RecordedError(type: value["name"]?.string ?? "Error", message: value["message"]?.string ?? value.text)
    }
  }
}
