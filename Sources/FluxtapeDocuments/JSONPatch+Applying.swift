public import FluxtapeJSON

// `JSONValue.apply(_:)` applies the patches that recorders write. Nodes apply all others and report what is wrong with a patch.

extension JSONPatch {
  /// The approximate size in bytes that a document may have in memory after a `copy`, if none of it were shared.
  ///
  /// A copy shares its storage, so 40 operations that each copy the document into itself make 10¹² values without any memory. Writing them
  /// would never end.
  public static let maximumCopiedBytes = 1 << 24

  /// A copy of at most so many bytes is always made, whatever the document takes. It is about ten times what the operation takes in a log.
  static let alwaysCopiedBytes = 512

  /// From so many operations that move elements on, a patch is worth making nodes of the document.
  private static let manyOperations = 256

  /// Applies the operations to `document` in order. `document` is unspecified after an error; ``applied(to:)`` leaves its argument
  /// unchanged.
  ///
  /// Storage with one reference is changed in place. Shared storage is copied along the operation's path only.
  ///
  /// - Throws: ``JSONPatchError`` of the first operation that fails.
  /// - Complexity: for each operation O(depth of its pointer), and O(elements after it) if an array or object gains or loses one; reading
  ///   an added value's depth takes O(its size). A patch with `copy` or hundreds of additions and removals, and each `test`, takes O(size of the
  ///   document).
  public func apply(to document: inout JSONValue) throws(JSONPatchError) {
    guard operations.count(where: \.movesElements) < Self.manyOperations, !operations.contains(where: \.isCopy) else {
      document = try JSONNode(document).applying(self).value
      return
    }
    for (index, operation) in operations.enumerated() where !(operation.keepsLimits && document.apply(operation)) {
      do {
        let result = try JSONNode(document).applying(JSONPatch([operation]))
        if case .test = operation { continue }
        document = result.value
      } catch {
        throw JSONPatchError(error.reason, operationIndex: index, pointer: error.pointer)
      }
    }
  }

  /// Returns the patched `document`, which shares what did not change.
  ///
  /// - Throws: ``JSONPatchError`` of the first operation that fails.
  public func applied(to document: JSONValue) throws(JSONPatchError) -> JSONValue {
    var document = document
    try apply(to: &document)
    return document
  }
}

extension JSONPatch.Operation {
  fileprivate var isCopy: Bool { if case .copy = self { true } else { false } }

  /// Whether the elements after its place may move.
  fileprivate var movesElements: Bool {
    switch self {
    case .add, .remove, .move, .copy: true
    case .replace, .test, .splice: false
    }
  }

  /// Whether the operation alone shows that the result is not too deep.
  fileprivate var keepsLimits: Bool {
    switch self {
    case .add(let path, let value), .replace(let path, let value):
      let height = JSONNode(value).height
      return height == 0 || height + path.tokens.count <= JSONValue.maximumDepth
    case .move(let from, let path): return path.tokens.count <= from.tokens.count
    case .remove, .splice: return true
    case .copy, .test: return false
    }
  }
}

extension JSONPatch {
  /// Reads a patch from its JSON form. Members that no operation knows are ignored (RFC 6902, section 4).
  ///
  /// - Throws: ``JSONPatchError`` for an operation that is unknown, lacks a member, or has one of the wrong type.
  public init(decoding json: JSONValue) throws(JSONPatchError) {
    if let patch = JSONPatch(written: json) { self = patch } else { self.init(try NodePatch(decoding: JSONNode(json))) }
  }
}
