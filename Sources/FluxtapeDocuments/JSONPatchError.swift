public import FluxtapeJSON

/// Why a JSON value is no patch, or why a patch does not fit a document, and which operation is at fault.
public struct JSONPatchError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Error, Hashable, Sendable {
    // Reading a patch.
    /// A patch is an array, and this is not.
    case notAnArray
    /// An operation is an object, and this is not.
    case operationNotAnObject
    /// The `op` is unknown.
    case unknownOperation
    /// The operation lacks this member.
    case missingMember(String)
    /// The member has a value of the wrong type.
    case wrongType(member: String)
    /// The member is not a JSON Pointer.
    case badPointer(member: String, JSONPointerError)

    // Applying it.
    /// Nothing is at the pointer, or the value that should hold it is not there.
    case noValue
    /// The pointer goes on below a value that is neither an array nor an object.
    case notAContainer
    /// The last token is no index of an array: not a number, or one with a leading zero.
    case notAnIndex
    /// The index is beyond the end of an array with so many elements.
    case indexOutOfRange(count: Int)
    /// The values differ.
    case testFailed
    /// `move` into a place inside the moved value.
    case moveIntoItself
    /// `remove` of the whole document: no value would be left.
    case removesDocument
    /// `splice` of something else than a string.
    case notAString
    /// `splice` beyond the end of a string of so many Unicode scalars.
    case spliceOutOfRange(count: Int)
    /// The changed document would nest deeper than `JSONValue.maximumDepth`.
    case tooDeep(limit: Int)
    /// The patch's copies together hold more than `JSONPatch.maximumCopiedValues` values.
    case copiesTooMuch(limit: Int)
  }

  /// What is wrong.
  public let reason: Reason

  /// The operation at fault, counted from 0; `nil` where the patch as a whole is.
  public let operationIndex: Int?

  /// The place in the document that the operation could not use.
  public let pointer: JSONPointer?

  package init(_ reason: Reason, operationIndex: Int?, pointer: JSONPointer? = nil) {
    self.reason = reason
    self.operationIndex = operationIndex
    self.pointer = pointer
  }
}
