public import FluxtapeJSON

extension JSONPatch {
  /// The same change of `document` with each `splice` written as a `replace`, for readers of RFC 6902 alone.
  ///
  /// - Throws: `JSONPatchError` if the patch does not fit `document`.
  public func plain(for document: JSONValue) throws(JSONPatchError) -> JSONPatch {
    var document = document
    var plain = self
    for (index, operation) in operations.enumerated() {
      do {
        try JSONPatch([operation]).apply(to: &document)
      } catch {
        throw JSONPatchError(error.reason, operationIndex: index, pointer: error.pointer)
      }
      if case .splice(let path, _, _, _) = operation, let result = document[path] {
        plain.operations[index] = .replace(path, result)
      }
    }
    return plain
  }
}
