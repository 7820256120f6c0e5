public import FluxtapeDocuments
public import FluxtapeJSON

/// One difference between two values, for people to read.
///
/// This is not a patch: pointers name places in the old or new value, independent of other changes.
public struct Change: Sendable {
  /// What happened to a value.
  public enum Kind: Hashable, Sendable {
    /// The value is only in the new document.
    case added(JSONNode)
    /// The value is only in the old document.
    case removed(JSONNode)
    /// Another value replaced it.
    case replaced(old: JSONNode, new: JSONNode)
    /// The element was at another place in the old array. If it was paired by its identity, its contents may have changed too; those
    /// changes are listed separately.
    case moved(from: JSONPointer)
  }

  /// The place in the new value; for a removed value, in the old one.
  public var pointer: JSONPointer
  /// What happened to the value.
  public var kind: Kind
  /// The place in the new value at which to show the change. For a removed value, its key or index below what is left of its container:
  /// that may be an element whose index changed.
  package var placeInNew: JSONPointer
  /// The place in the old value of what was compared: of a replaced value itself, else of its container.
  package var placeInOld: JSONPointer

  /// Creates a difference.
  public init(pointer: JSONPointer, kind: Kind) {
    self.pointer = pointer
    self.kind = kind
    placeInNew = pointer
    placeInOld = pointer
  }
}

extension Change: Hashable {
  /// Compares only the pointers and the kinds: a change that was found equals one that a caller makes.
  public static func == (left: Change, right: Change) -> Bool { left.pointer == right.pointer && left.kind == right.kind }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(pointer)
    hasher.combine(kind)
  }
}

/// Returns the differences between two values in the order of the new one. In an array, a removed element precedes the element that
/// followed it. In an object, removed members come last.
///
/// The two values may be states of two steps, of two stores or of two logs. What they share is skipped. Elements of arrays are paired by
/// identity if all are objects with one of `identityKeys` and no value repeats, or if all are pairs of a key and a value and no key, a text
/// or an object, repeats. Otherwise equal elements are paired first, and those between by similarity.
///
/// - Complexity: O(size of both) for what the values do not share; in arrays with many differences O(n log n).
public func changes(from old: JSONNode, to new: JSONNode, identityKeys: [String] = Change.identityKeys) -> [Change] {
  var comparison = Comparison(identityKeys: identityKeys)
  comparison.compare(old, new)
  return comparison.changes
}

/// Returns the differences between two values in memory.
public func changes(from old: JSONValue, to new: JSONValue, identityKeys: [String] = Change.identityKeys) -> [Change] {
  changes(from: JSONNode(old), to: JSONNode(new), identityKeys: identityKeys)
}

extension Change {
  /// The members that identify the elements of an array; the first one that fits is used.
  public static let identityKeys = ["id", "key", "uuid"]
}
