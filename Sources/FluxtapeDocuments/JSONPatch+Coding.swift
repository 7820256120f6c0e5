public import FluxtapeJSON

// MARK: - Writing

extension JSONPatch {
  /// The patch in the form of RFC 6902.
  public var json: JSONValue { .array(operations.map(\.json)) }
}

extension JSONPatch.Operation {
  /// The operation in the form of RFC 6902, with its members in the order `op`, `from`, `path`, and the rest.
  public var json: JSONValue {
    var members = JSONObject([("op", .string(name))])
    if let from { members["from"] = .string(from.description) }
    members["path"] = .string(path.description)
    switch self {
    case .add(_, let value), .replace(_, let value), .test(_, let value): members["value"] = value
    case .splice(_, let at, let deleting, let inserting):
      members["at"] = .number(JSONNumber(at))
      members["del"] = .number(JSONNumber(deleting))
      members["ins"] = .string(inserting)
    case .remove, .move, .copy: break
    }
    return .object(members)
  }
}
