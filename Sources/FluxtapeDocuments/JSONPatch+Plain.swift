public import FluxtapeJSON

extension JSONPatch {
  /// The same change of `document` with each `splice` written as a `replace`, for readers of RFC 6902 alone.
  ///
  /// - Throws: `JSONPatchError` if the patch does not fit `document`.
  public func plain(for document: JSONValue) throws(JSONPatchError) -> JSONPatch { try plain(for: JSONNode(document)) }

  /// The same for a node, of which only the texts that change are copied.
  package func plain(for document: JSONNode) throws(JSONPatchError) -> JSONPatch {
    var plain = self
    var document = document
    var done = 0
    for (index, operation) in operations.enumerated() {
      guard case .splice(let path, _, _, _) = operation else { continue }
      try apply(done...index, to: &document)
      done = index + 1
      if let result = document[path] { plain.operations[index] = .replace(path, result.value) }
    }
    try apply(done..<operations.endIndex, to: &document)
    return plain
  }

  private func apply(_ range: some RangeExpression<Int>, to document: inout JSONNode) throws(JSONPatchError) {
    let some = operations[range]
    do { try NodePatch.apply(some.lazy.map(NodePatch.Operation.init), to: &document) } catch {
      throw JSONPatchError(error.reason, operationIndex: error.operationIndex.map { some.startIndex + $0 }, pointer: error.pointer)
    }
  }
}
