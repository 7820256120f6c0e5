import FluxtapeJSON

/// Why a JSON value is not a patch, or why a patch does not fit a document, and which operation failed.
public struct JSONPatchError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Error, Hashable, Sendable {
    // Errors of reading a patch.
    /// The patch is not an array.
    case notAnArray
    /// An operation is not an object.
    case operationNotAnObject
    /// The `op` is unknown.
    case unknownOperation
    /// The operation lacks this member.
    case missingMember(String)
    /// The member has a value of the wrong type.
    case wrongType(member: String)
    /// The member is not a JSON Pointer.
    case badPointer(member: String, JSONPointerError)

    // Errors of applying a patch.
    /// The pointer or its parent names no value.
    case noValue
    /// The pointer continues below a value that is neither an array nor an object.
    case notAContainer
    /// The last token is not an array index: not a number, or with a leading zero.
    case notAnIndex
    /// The index is beyond the end of an array with `count` elements.
    case indexOutOfRange(count: Int)
    /// The value differs from the one in `test`.
    case testFailed
    /// `move` to a place inside the moved value.
    case moveIntoItself
    /// `remove` of the whole document: no value would be left.
    case removesDocument
    /// `splice` of a value that is not a string.
    case notAString
    /// `splice` beyond the end of a string of `count` Unicode scalars.
    case spliceOutOfRange(count: Int)
    /// The changed document would nest deeper than `JSONValue.maximumDepth`, or a pointer has more tokens.
    case tooDeep(limit: Int)
    /// With its copies the document would take more than `JSONPatch.maximumCopiedBytes`.
    case copiesTooMuch(limit: Int)
  }

  /// What is wrong.
  public let reason: Reason

  /// The index of the failed operation, counted from 0; `nil` if the patch as a whole is wrong.
  public let operationIndex: Int?

  /// The place in the document where the operation failed.
  public let pointer: JSONPointer?

  package init(_ reason: Reason, operationIndex: Int?, pointer: JSONPointer? = nil) {
    self.reason = reason
    self.operationIndex = operationIndex
    self.pointer = pointer
  }
}
