import FluxtapeJSON

/// Converts between a Redux action, a plain object with a `type`, and an action of a log.
///
/// `{"type":"add","payload":{…}}` has its contents in `payload`. The record keeps other members, such as `meta`, as `action`. Without
/// `payload`, all members are the contents, and the record has `"flat":true`.
struct ForeignAction {
  var type: String
  var payload: JSONValue?
  /// Members of the record outside the format.
  var other: JSONObject = [:]

  static let restKey = "action"
  private static let flatKey = "flat"

  /// - Parameter action: The action in the log's form.
  init(_ action: JSONValue) {
    guard case .object(var members) = action else {
      (type, payload) = ("<UNDEFINED>", action)
      return
    }
    switch members["type"] {
    case .string(let text): type = text
    case nil: type = "<UNDEFINED>"
    case let other?: type = other.text
    }
    members["type"] = nil
    if let contents = members["payload"] {
      payload = contents
      members["payload"] = nil
      if !members.isEmpty { other[Self.restKey] = .object(members) }
    } else if !members.isEmpty {
      payload = .object(members)
      other[Self.flatKey] = true
    }
  }

  init(type: String, payload: JSONValue?, other: JSONObject) {
    self.type = type
    self.payload = payload
    self.other = other
  }

  /// The plain object.
  var json: JSONObject {
    var members: JSONObject = ["type": .string(type)]
    if other[Self.flatKey] == true, case .object(let contents)? = payload {
      for member in contents where member.key != "type" { members[member.key] = member.value }
    } else {
      members["payload"] = payload
    }
    for member in other[Self.restKey]?.object ?? [:] where members[member.key] == nil { members[member.key] = member.value }
    return members
  }

  /// The members of the record that the plain object does not include.
  var otherFacts: JSONObject {
    var rest = other
    rest[Self.restKey] = nil
    rest[Self.flatKey] = nil
    return rest
  }
}
