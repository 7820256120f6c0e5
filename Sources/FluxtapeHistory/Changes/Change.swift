public import FluxtapeDocuments
public import FluxtapeJSON

/// One difference between two values, for people to read.
///
/// Not a patch: pointers name places in the values as they are, old or new, whatever the other changes are.
public struct Change: Hashable, Sendable {
  /// What became of a value.
  public enum Kind: Hashable, Sendable {
    /// The value is only in the new document.
    case added(JSONNode)
    /// The value is only in the old document.
    case removed(JSONNode)
    /// Another value stands in its place.
    case replaced(old: JSONNode, new: JSONNode)
    /// The same element stood at another place of its array, in the old value. Where it is known by its identity, it may have
    /// changed as well: changes inside it are told beside.
    case moved(from: JSONPointer)
  }

  /// In the new value; in the old one for what is removed.
  public var pointer: JSONPointer
  /// The object or array around it in the new value: of what is removed, the one that it was taken out of.
  public var container: JSONPointer
  /// What became of the value.
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

/// The same for values in memory.
public func changes(from old: JSONValue, to new: JSONValue, identityKeys: [String] = Change.identityKeys) -> [Change] {
  changes(from: JSONNode(old), to: JSONNode(new), identityKeys: identityKeys)
}

extension Change {
  /// Members that tell one element of an array from another, the first that fits.
  public static let identityKeys = ["id", "key", "uuid"]
}
