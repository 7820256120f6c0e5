// MARK: - Writing

extension JSONPatch {
  /// The patch as RFC 6902 writes it.
  public var json: JSONValue { .array(operations.map(\.json)) }
}

extension JSONPatch.Operation {
  /// The operation as RFC 6902 writes it, its members in the order `op`, `from`, `path`, and what else it needs.
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
  /// Reads a patch from its JSON form. Members that no operation knows are ignored (RFC 6902, section 4).
  ///
  /// - Throws: ``JSONPatchError`` for an operation that is unknown, lacks a member, or has one of the wrong type.
  public init(decoding json: JSONValue) throws(JSONPatchError) {
    guard case .array(let elements) = json else { throw JSONPatchError(.notAnArray, operationIndex: nil) }
    operations = []
    operations.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      guard case .object(let members) = element else { throw JSONPatchError(.operationNotAnObject, operationIndex: index) }
      operations.append(try Reader(members: members, index: index).operation())
    }
  }

  /// The members of one operation, read with the errors that name them.
  private struct Reader {
    let members: JSONObject
    let index: Int

    func operation() throws(JSONPatchError) -> Operation {
      let name = try string("op")
      switch name {
      case "add": return .add(try pointer("path"), try member("value"))
      case "remove": return .remove(try pointer("path"))
      case "replace": return .replace(try pointer("path"), try member("value"))
      case "move": return .move(from: try pointer("from"), to: try pointer("path"))
      case "copy": return .copy(from: try pointer("from"), to: try pointer("path"))
      case "test": return .test(try pointer("path"), try member("value"))
      case "splice":
        return .splice(try pointer("path"), at: try count("at"), deleting: try count("del"), inserting: try string("ins"))
      default: throw JSONPatchError(.unknownOperation, operationIndex: index)
      }
    }

    private func member(_ key: String) throws(JSONPatchError) -> JSONValue {
      guard let value = members[key] else { throw JSONPatchError(.missingMember(key), operationIndex: index) }
      return value
    }

    private func string(_ key: String) throws(JSONPatchError) -> String {
      guard let string = try member(key).string else { throw JSONPatchError(.wrongType(member: key), operationIndex: index) }
      return string
    }

    private func count(_ key: String) throws(JSONPatchError) -> Int {
      guard let count = try member(key).int, count >= 0 else {
        throw JSONPatchError(.wrongType(member: key), operationIndex: index)
      }
      return count
    }

    private func pointer(_ key: String) throws(JSONPatchError) -> JSONPointer {
      let text = try string(key)
      do {
        return try JSONPointer(parsing: text)
      } catch {
        throw JSONPatchError(.badPointer(member: key, error), operationIndex: index)
      }
    }
  }
}
