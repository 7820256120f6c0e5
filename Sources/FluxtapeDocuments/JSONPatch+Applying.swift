public import FluxtapeJSON

extension JSONPatch {
  /// The approximate size in bytes that a document may have in memory after a `copy`, if none of it were shared.
  ///
  /// A copy shares its storage, so 40 operations that each copy the document into itself make 10¹² values without any memory. Writing them
  /// would never end.
  public static let maximumCopiedBytes = 1 << 24

  /// A copy of at most so many bytes is always made, whatever the document takes. It is about ten times what the operation takes in a log.
  static let alwaysCopiedBytes = 512

  /// Applies the operations to `document` in order. After an error `document` is what it was.
  ///
  /// - Throws: ``JSONPatchError`` of the first operation that fails.
  /// - Complexity: O(size of the document). A node takes a patch in less time; see ``JSONNode/apply(_:)-swift.method``.
  public func apply(to document: inout JSONValue) throws(JSONPatchError) { document = try applied(to: document) }

  /// Returns the patched `document`.
  ///
  /// - Throws: ``JSONPatchError`` of the first operation that fails.
  public func applied(to document: JSONValue) throws(JSONPatchError) -> JSONValue { try JSONNode(document).applying(self).value }

  /// Reads a patch from its JSON form. Members that no operation knows are ignored (RFC 6902, section 4).
  ///
  /// - Throws: ``JSONPatchError`` for an operation that is unknown, lacks a member, or has one of the wrong type.
  public init(decoding json: JSONValue) throws(JSONPatchError) { self.init(try NodePatch(decoding: JSONNode(json))) }
}
