extension JSONNode {
  /// Changes the document as the operations say, in their order; if one fails, not at all.
  ///
  /// - Throws: ``JSONPatchError`` of the first operation that fails.
  public mutating func apply(_ patch: JSONPatch) throws(JSONPatchError) { self = try applying(patch) }

  /// The document changed as the operations say. Both share all that is the same.
  public func applying(_ patch: JSONPatch) throws(JSONPatchError) -> JSONNode { JSONNode(try patch.applied(to: value)) }

  /// The document changed by a patch that is itself a node, as its text has it (RFC 6902 and `splice`).
  ///
  /// - Throws: ``JSONPatchError`` if `patch` is none, or of the first operation that fails.
  public func applying(_ patch: JSONNode) throws(JSONPatchError) -> JSONNode { try applying(JSONPatch(decoding: patch.value)) }
}
