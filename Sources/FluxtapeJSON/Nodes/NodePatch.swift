/// A ``JSONPatch`` whose values are nodes, so that what it adds is not made into values on its way.
package struct NodePatch: Sendable {
  enum Operation: Sendable {
    case add(JSONPointer, JSONNode)
    case remove(JSONPointer)
    case replace(JSONPointer, JSONNode)
    case move(from: JSONPointer, to: JSONPointer)
    case copy(from: JSONPointer, to: JSONPointer)
    case test(JSONPointer, JSONNode)
    case splice(JSONPointer, at: Int, deleting: Int, inserting: String)
  }

  private(set) var operations: [Operation] = []

  package var isEmpty: Bool { operations.isEmpty }

  package init(_ patch: JSONPatch) {
    operations = patch.operations.map { operation in
      switch operation {
      case .add(let path, let value): .add(path, JSONNode(value))
      case .remove(let path): .remove(path)
      case .replace(let path, let value): .replace(path, JSONNode(value))
      case .move(let from, let path): .move(from: from, to: path)
      case .copy(let from, let path): .copy(from: from, to: path)
      case .test(let path, let value): .test(path, JSONNode(value))
      case .splice(let path, let at, let deleting, let inserting): .splice(path, at: at, deleting: deleting, inserting: inserting)
      }
    }
  }
}

// MARK: - Reading

extension NodePatch {
  /// Reads a patch as ``JSONPatch/init(decoding:)`` does, with the same errors.
  package init(decoding json: JSONNode) throws(JSONPatchError) {
    guard json.kind == .array else { throw JSONPatchError(.notAnArray, operationIndex: nil) }
    operations.reserveCapacity(json.count)
    for (index, element) in json.elements.enumerated() {
      guard element.kind == .object else { throw JSONPatchError(.operationNotAnObject, operationIndex: index) }
      operations.append(try Reader(members: element, index: index).operation())
    }
  }

  /// The members of one operation, read with the errors that name them.
  private struct Reader {
    let members: JSONNode
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

    private func member(_ key: String) throws(JSONPatchError) -> JSONNode {
      guard let value = members.member(named: key) else { throw JSONPatchError(.missingMember(key), operationIndex: index) }
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

// MARK: - Applying

extension NodePatch {
  /// Changes `document` as the operations say, in their order. If one fails, those before it are done.
  package func applyInPlace(to document: inout JSONNode) throws(JSONPatchError) {
    var application = Application(document: document)
    document = .null  // held once, so that it is changed where it lies
    defer { document = application.document }
    for (index, operation) in operations.enumerated() {
      do {
        try application.perform(operation)
      } catch {
        throw JSONPatchError(error.reason, operationIndex: index, pointer: error.pointer)
      }
    }
  }

  fileprivate struct Application {
    var document: JSONNode
    private var copyBudget = JSONPatch.maximumCopiedValues

    init(document: JSONNode) { self.document = document }
  }
}

extension NodePatch.Application {
  mutating func perform(_ operation: NodePatch.Operation) throws(JSONPatch.Fault) {
    switch operation {
    case .add(let path, let value):
      try checkDepth(of: value, at: path)
      try add(value, at: path)
    case .remove(let path): _ = try remove(at: path)
    case .replace(let path, let value):
      try checkDepth(of: value, at: path)
      try change(at: path.tokens[...], for: path) { (target) throws(JSONPatchError.Reason) in target = value }
    case .move(let from, let path): try move(from: from, to: path)
    case .copy(let from, let path):
      let value = try value(at: from)
      try charge(value, at: path)
      try add(value, at: path)
    case .test(let path, let expected):
      guard try value(at: path).isEquivalent(to: expected) else { throw JSONPatch.Fault(reason: .testFailed, pointer: path) }
    case .splice(let path, let at, let deleting, let inserting):
      try change(at: path.tokens[...], for: path) { (target) throws(JSONPatchError.Reason) in
        try target.splice(inserting, at: at, deleting: deleting)
      }
    }
  }

  private func value(at path: JSONPointer) throws(JSONPatch.Fault) -> JSONNode {
    guard let value = document[path] else { throw JSONPatch.Fault(reason: document.faultReason(at: path), pointer: path) }
    return value
  }

  private mutating func add(_ value: JSONNode, at path: JSONPointer) throws(JSONPatch.Fault) {
    guard let last = path.tokens.last else {
      document = value
      return
    }
    try change(at: path.tokens.dropLast(), for: path) { (parent) throws(JSONPatchError.Reason) in try parent.insert(value, last) }
  }

  private mutating func remove(at path: JSONPointer) throws(JSONPatch.Fault) -> JSONNode {
    guard let last = path.tokens.last else { throw JSONPatch.Fault(reason: .removesDocument, pointer: path) }
    return try change(at: path.tokens.dropLast(), for: path) { (parent) throws(JSONPatchError.Reason) in try parent.remove(last) }
  }

  private mutating func move(from: JSONPointer, to path: JSONPointer) throws(JSONPatch.Fault) {
    let value = try value(at: from)
    guard from != path else { return }
    guard !from.contains(path) else { throw JSONPatch.Fault(reason: .moveIntoItself, pointer: path) }
    if path.tokens.count > from.tokens.count { try charge(value, at: path) }
    try add(try remove(at: from), at: path)
  }

  private mutating func change<Result>(
    at tokens: ArraySlice<String>, for path: JSONPointer, _ change: (inout JSONNode) throws(JSONPatchError.Reason) -> Result
  ) throws(JSONPatch.Fault) -> Result {
    do {
      return try document.update(at: tokens, change)
    } catch {
      throw JSONPatch.Fault(reason: error, pointer: path)
    }
  }

  private func checkDepth(of value: JSONNode, at path: JSONPointer) throws(JSONPatch.Fault) {
    let (height, limit) = (value.height, JSONValue.maximumDepth)
    guard height == 0 || height + path.tokens.count <= limit else {
      throw JSONPatch.Fault(reason: .tooDeep(limit: limit), pointer: path)
    }
  }

  /// As `checkDepth`, for a value whose size the patch's own text does not bound.
  private mutating func charge(_ value: JSONNode, at path: JSONPointer) throws(JSONPatch.Fault) {
    try checkDepth(of: value, at: path)
    value.spendValues(of: &copyBudget)
    guard copyBudget >= 0 else {
      throw JSONPatch.Fault(reason: .copiesTooMuch(limit: JSONPatch.maximumCopiedValues), pointer: path)
    }
  }
}
