/// A change of a JSON document, written as RFC 6902 does: operations that are carried out one after the other.
///
/// One operation is not in the RFC: ``Operation/splice(_:at:deleting:inserting:)``. `plain(for:)` in `FluxtapeDocuments` makes a patch without it.
public struct JSONPatch: Hashable, Sendable {
  /// One operation of RFC 6902, or `splice`.
  public enum Operation: Hashable, Sendable {
    /// Inserts into an array (`-`: at its end), adds a member or replaces its value, or replaces the document.
    case add(JSONPointer, JSONValue)
    /// Removes the value at the place.
    case remove(JSONPointer)
    /// Puts another value in the place of one.
    case replace(JSONPointer, JSONValue)
    /// Takes a value away and adds it at another place.
    case move(from: JSONPointer, to: JSONPointer)
    /// Adds a copy of a value at another place.
    case copy(from: JSONPointer, to: JSONPointer)
    /// Makes the patch fail unless the value is there and equal: numbers by their value, objects whatever their order.
    case test(JSONPointer, JSONValue)
    /// Replaces `deleting` Unicode scalars of a string, from the scalar `at` (counted from 0), with a text.
    case splice(JSONPointer, at: Int, deleting: Int, inserting: String)
  }

  /// The operations, in the order in which they apply.
  public var operations: [Operation]

  /// Creates a patch; without operations it changes nothing.
  public init(_ operations: [Operation] = []) { self.operations = operations }
}

extension JSONPatch {
  /// Whether the patch changes nothing because it has no operation.
  public var isEmpty: Bool { operations.isEmpty }
}

extension JSONPatch.Operation {
  /// The place that is changed or tested.
  public var path: JSONPointer {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _), .splice(let path, _, _, _): path
    case .move(_, let path), .copy(_, let path): path
    }
  }

  /// Where `move` and `copy` take their value from.
  public var from: JSONPointer? {
    switch self {
    case .move(let from, _), .copy(let from, _): from
    default: nil
    }
  }

  /// The operation's name in JSON.
  public var name: String {
    switch self {
    case .add: "add"
    case .remove: "remove"
    case .replace: "replace"
    case .move: "move"
    case .copy: "copy"
    case .test: "test"
    case .splice: "splice"
    }
  }
}
