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

// MARK: - Reading

extension JSONPatch {
  /// Decodes `json` as a patch; `nil` if it is not one. `init(decoding:)` in `FluxtapeDocuments` reports errors.
  package init?(written json: JSONValue) {
    guard case .array(let elements) = json else { return nil }
    operations = []
    operations.reserveCapacity(elements.count)
    for element in elements {
      guard case .object(let members) = element, let operation = Operation(members) else { return nil }
      operations.append(operation)
    }
  }
}

extension JSONPatch.Operation {
  fileprivate init?(_ members: JSONObject) {
    func pointer(_ key: String) -> JSONPointer? {
      guard let text = members[key]?.string, let pointer = try? JSONPointer(parsing: text) else { return nil }
      return pointer.tokens.count <= JSONValue.maximumDepth ? pointer : nil
    }
    guard let name = members["op"]?.string, let path = pointer("path") else { return nil }
    switch name {
    case "remove": self = .remove(path)
    case "add", "replace", "test":
      guard let value = members["value"] else { return nil }
      self = name == "add" ? .add(path, value) : name == "replace" ? .replace(path, value) : .test(path, value)
    case "move", "copy":
      guard let from = pointer("from") else { return nil }
      self = name == "move" ? .move(from: from, to: path) : .copy(from: from, to: path)
    case "splice":
      guard let at = members["at"]?.int, let deleting = members["del"]?.int, at >= 0, deleting >= 0, let inserting = members["ins"]?.string
      else { return nil }
      self = .splice(path, at: at, deleting: deleting, inserting: inserting)
    default: return nil
    }
  }
}
