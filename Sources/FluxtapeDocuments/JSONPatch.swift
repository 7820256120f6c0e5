public import FluxtapeJSON

/// A change of a JSON document by RFC 6902: operations that are applied one after the other.
///
/// One operation is not in the RFC: ``Operation/splice(_:at:deleting:inserting:)``. ``plain(for:)`` converts a patch to one
/// without it.
public struct JSONPatch: Hashable, Sendable {
  /// One operation of RFC 6902, or `splice`.
  public enum Operation: Hashable, Sendable {
    /// Inserts into an array (`-` appends), adds a member or replaces its value, or replaces the document.
    case add(JSONPointer, JSONValue)
    /// Removes the value at the path.
    case remove(JSONPointer)
    /// Replaces an existing value.
    case replace(JSONPointer, JSONValue)
    /// Removes a value and adds it at another path.
    case move(from: JSONPointer, to: JSONPointer)
    /// Adds a copy of a value at another path.
    case copy(from: JSONPointer, to: JSONPointer)
    /// Fails the patch unless the value exists and is equal: numbers by value, objects regardless of order.
    case test(JSONPointer, JSONValue)
    /// Replaces `deleting` Unicode scalars of a string, from the scalar with index `at`, by a text.
    case splice(JSONPointer, at: Int, deleting: Int, inserting: String)
  }

  /// The operations, in the order in which they apply.
  public var operations: [Operation]

  /// Creates a patch; without operations it changes nothing.
  public init(_ operations: [Operation] = []) { self.operations = operations }
}

extension JSONPatch {
  /// Whether the patch has no operations.
  public var isEmpty: Bool { operations.isEmpty }
}

extension JSONPatch.Operation {
  /// The path that is changed or tested.
  public var path: JSONPointer {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _), .splice(let path, _, _, _): path
    case .move(_, let path), .copy(_, let path): path
    }
  }

  /// The source of `move` and `copy`.
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
