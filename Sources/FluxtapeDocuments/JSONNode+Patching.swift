import FluxtapeJSON

extension JSONNode {
  /// Applies the operations in order, or none of them if one fails.
  ///
  /// - Throws: `JSONPatchError` of the first operation that fails, the same that `JSONPatch.apply(to:)` throws.
  /// - Complexity: for each operation O(depth of its pointer + log n); the first change of a container in a text takes O(its text).
  public mutating func apply(_ patch: JSONPatch) throws(JSONPatchError) { self = try applying(patch) }

  /// Returns the patched document. Both documents share what did not change.
  public func applying(_ patch: JSONPatch) throws(JSONPatchError) -> JSONNode {
    var document = self
    // One operation at a time: a patch may have millions.
    try NodePatch.apply(patch.operations.lazy.map(NodePatch.Operation.init), to: &document)
    return document
  }

  /// Returns the document changed by a patch that is itself a node, as parsed from text (RFC 6902 and `splice`).
  ///
  /// - Throws: `JSONPatchError` if `patch` is not a patch, or of the first operation that fails.
  public func applying(_ patch: JSONNode) throws(JSONPatchError) -> JSONNode { try applying(NodePatch(decoding: patch)) }

  package func applying(_ patch: NodePatch) throws(JSONPatchError) -> JSONNode {
    var document = self
    try patch.applyInPlace(to: &document)
    return document
  }
}
