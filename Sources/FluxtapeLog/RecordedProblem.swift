public import FluxtapeJSON

/// What a recorder says of its own work, in a mark.
public struct RecordedProblem: Hashable, Sendable {
  /// `recorder`, `encoding`, `encodeThrew`, or what a later recorder says. See ``Kind``.
  public var kind: String
  /// The store that the problem concerns, if it is one store's.
  public var store: String?
  /// The type of the state; for ``Kind/encodeThrew`` the type that threw, in a state or in the contents of an action.
  public var type: String?
  /// The version of the compiler that the app was built with.
  public var version: String?
  /// Members that this version does not know.
  public var other: JSONObject

  /// The kinds that this version knows.
  public enum Kind: String, Hashable, Sendable {
    /// A patch did not lead to the state that the app encodes. The recorder wrote that state whole.
    case recorder
    /// The app encoded one value twice, and the texts differ.
    case encoding
    /// An `encode(to:)` threw, and the recorder took the value apart by reflection.
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
