public import FluxtapeJSON

/// What a recorder reports about its work, in a mark.
public struct RecordedProblem: Hashable, Sendable {
  /// `recorder`, `encoding`, `encodeThrew`, or a kind of a later version. See ``Kind``.
  public var kind: String
  /// The store that the problem concerns, if it concerns only one.
  public var store: String?
  /// The type of the state; for ``Kind/encodeThrew`` the type that threw, in a state or a payload.
  public var type: String?
  /// The version of the compiler that built the app.
  public var version: String?
  /// Members that this version does not know.
  public var other: JSONObject

  /// The kinds that this version knows.
  public enum Kind: String, Hashable, Sendable {
    /// A patch did not lead to the encoded state. The recorder wrote that state whole.
    case recorder
    /// The app encoded one value twice with different results.
    case encoding
    /// An `encode(to:)` threw, and the recorder encoded the value by reflection.
    case encodeThrew
  }

  /// Creates the facts about a problem.
  public init(kind: String, store: String? = nil, type: String? = nil, version: String? = nil, other: JSONObject = [:]) {
    self.kind = kind
    self.store = store
    self.type = type
    self.version = version
    self.other = other
  }

  package var json: JSONObject {
    var json: JSONObject = ["kind": .string(kind)]
    json["store"] = store.map(JSONValue.string)
    json["type"] = type.map(JSONValue.string)
    json["version"] = version.map(JSONValue.string)
    for member in other { json[member.key] = member.value }
    return json
  }
}
