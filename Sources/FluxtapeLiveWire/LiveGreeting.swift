package import FluxtapeJSON

/// The first line of each side: `{"live":1,"client":"fluxtape"}` from a client, `{"live":1,"run":"…"}` from a session.
///
/// A session closes the connection of a client whose greeting is none, or lacks the token.
package enum LiveGreeting: Hashable, Sendable {
  /// `name` is told in the log and to other clients. `token` is needed on loopback.
  case client(name: String, token: String?)
  case session(run: String)

  /// The version of the protocol.
  package static let version = 1

  package var json: JSONValue {
    var members: JSONObject = ["live": .number(JSONNumber(Self.version))]
    switch self {
    case .client(let name, let token):
      members["client"] = .string(name)
      members["token"] = token.map(JSONValue.string)
    case .session(let run): members["run"] = .string(run)
    }
    return .object(members)
  }

  /// Reads a greeting. Returns `nil` if the JSON is not a greeting of this version.
  package init?(_ json: JSONValue) {
    guard json["live"]?.int == Self.version else { return nil }
    if let name = json["client"]?.string {
      self = .client(name: name, token: json["token"]?.string)
    } else if let run = json["run"]?.string {
      self = .session(run: run)
    } else {
      return nil
    }
  }
}
