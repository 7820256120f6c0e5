package import FluxtapeJSON

/// What a live session tells a client: the reply to a command, or what happens meanwhile.
package enum LiveMessage: Hashable, Sendable {
  /// The command is done. `mark` is the step of its mark in the log, if it has one; `text` says what was done.
  case done(id: Int, mark: Int?, text: String)
  /// The command was refused, and nothing was done. `missing` are the stores whose states a jump lacks.
  case refused(id: Int, reason: String, missing: [String])
  /// The reply to ``LiveCommand/status``, and what every client is told when something of it changes; then there is no `id`.
  case status(id: Int?, LiveStatus)
  /// A step is in the log, and the app waits a moment: does the query hold there?
  case asks(step: Int)
  /// The app waits at a step until ``LiveCommand/resume``.
  case paused(step: Int)
  /// The app goes on, and why.
  case resumed(step: Int, why: String)
}

extension LiveMessage {
  /// The message, sent as one line.
  package var json: JSONValue {
    switch self {
    case .done(let id, let mark, let text):
      var members: JSONObject = ["id": .number(JSONNumber(id)), "done": .string(text)]
      members["mark"] = mark.map { .number(JSONNumber($0)) }
      return .object(members)
    case .refused(let id, let reason, let missing):
      var members: JSONObject = ["id": .number(JSONNumber(id)), "error": .string(reason)]
      if !missing.isEmpty { members["missing"] = .array(missing.map(JSONValue.string)) }
      return .object(members)
    case .status(let id, let status):
      var members = JSONObject()
      members["id"] = id.map { .number(JSONNumber($0)) }
      members["status"] = status.json
      return .object(members)
    case .asks(let step): return ["event": "asks", "step": .number(JSONNumber(step))]
    case .paused(let step): return ["event": "paused", "step": .number(JSONNumber(step))]
    case .resumed(let step, let why): return ["event": "resumed", "step": .number(JSONNumber(step)), "why": .string(why)]
    }
  }

  /// Reads a message. Returns `nil` if the JSON is not a message.
  package init?(_ json: JSONValue) {
    let (id, step) = (json["id"]?.int, json["step"]?.int)
    if let status = json["status"].flatMap(LiveStatus.init) {
      self = .status(id: id, status)
    } else if let id, let text = json["done"]?.string {
      self = .done(id: id, mark: json["mark"]?.int, text: text)
    } else if let id, let reason = json["error"]?.string {
      self = .refused(id: id, reason: reason, missing: json["missing"]?.array?.compactMap(\.string) ?? [])
    } else {
      switch (json["event"]?.string, step) {
      case ("asks", let step?): self = .asks(step: step)
      case ("paused", let step?): self = .paused(step: step)
      case ("resumed", let step?): self = .resumed(step: step, why: json["why"]?.string ?? "")
      default: return nil
      }
    }
  }
}
