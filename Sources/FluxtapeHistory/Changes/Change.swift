public import FluxtapeDocuments
public import FluxtapeJSON

/// One difference between two values, for people to read.
///
/// This is not a patch: pointers name places in the old or new value, independent of other changes.
public struct Change: Hashable, Sendable {
  /// What happened to a value.
  public enum Kind: Hashable, Sendable {
    /// The value is only in the new document.
    case added(JSONNode)
    /// The value is only in the old document.
    case removed(JSONNode)
    /// Another value stands in its place.
    case replaced(old: JSONNode, new: JSONNode)
    /// The element has another place in the old array. If it was paired by its identity, it may also have changed: changes inside it are
    /// listed too.
    case moved(from: JSONPointer)
  }

  /// The place in the new value; of a removed value, in the old one.
  public var pointer: JSONPointer
  /// The object or array around it in the new value; of a removed value, the one that it was removed from.
  public var container: JSONPointer
  /// What happened to the value.
  public var kind: Kind

  /// `container` is `nil` where it is what `pointer` says.
  public init(pointer: JSONPointer, kind: Kind, container: JSONPointer? = nil) {
    self.pointer = pointer
    self.container = container ?? JSONPointer(tokens: pointer.tokens.dropLast())
    self.kind = kind
  }
}

/// What differs between two values, in the order of the new one. What is removed stands where it was: in an array before the
/// element that follows, in an object behind the members that are there.
///
/// Any two may be compared: states of two steps, of two stores or of two logs. What they share is not looked at. Elements of arrays are
/// paired by their identity, where all are objects with one of `identityKeys` and no two with the same value; else those that are
/// equal are, and what is between them by how alike it is.
///
/// - Complexity: O(size of both) for what the values do not share; in arrays with many differences O(n log n).
public func changes(from old: JSONNode, to new: JSONNode, identityKeys: [String] = Change.identityKeys) -> [Change] {
  var comparison = Comparison(identityKeys: identityKeys)
  comparison.compare(old, new)
  return comparison.changes
}

/// The differences of two values in memory.
public func changes(from old: JSONValue, to new: JSONValue, identityKeys: [String] = Change.identityKeys) -> [Change] {
  changes(from: JSONNode(old), to: JSONNode(new), identityKeys: identityKeys)
}

extension Change {
  /// Members that identify the elements of an array; the first that fits counts.
  public static let identityKeys = ["id", "key", "uuid"]
}
