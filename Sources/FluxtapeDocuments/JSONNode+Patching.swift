public import FluxtapeJSON

extension JSONNode {
  /// Changes the document as the operations say, in their order; if one fails, not at all.
  ///
  /// - Throws: `JSONPatchError` of the first operation that fails, the same that `JSONPatch.apply(to:)` throws.
  /// - Complexity: for each operation O(depth of its pointer + log n); the first change of a container of the text takes O(its
  ///   elements).
  public mutating func apply(_ patch: JSONPatch) throws(JSONPatchError) { self = try applying(patch) }

  /// The document changed as the operations say. Both share all that is the same.
  public func applying(_ patch: JSONPatch) throws(JSONPatchError) -> JSONNode { try applying(NodePatch(patch)) }

  /// The document changed by a patch that is itself a node, as its text has it (RFC 6902 and `splice`).
  ///
  /// - Throws: `JSONPatchError` if `patch` is none, or of the first operation that fails.
  public func applying(_ patch: JSONNode) throws(JSONPatchError) -> JSONNode { try applying(NodePatch(decoding: patch)) }

  package func applying(_ patch: NodePatch) throws(JSONPatchError) -> JSONNode {
    var document = self
    try patch.applyInPlace(to: &document)
    return document
  }
}
