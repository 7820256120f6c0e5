public import FluxtapeJSON

/// One difference between two values, for people to read.
///
/// Not a patch: pointers name places in the values as they are, old or new, whatever the other changes are.
public struct Change: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case added(JSONValue)
    case removed(JSONValue)
    case replaced(old: JSONValue, new: JSONValue)
    /// The same element stood at another place of its array, in the old value.
    case moved(from: JSONPointer)
  }

  /// In the new value; in the old one for what is removed.
  public var pointer: JSONPointer
  /// The object or array around it in the new value: of what is removed, the one that it was taken out of.
  public var container: JSONPointer
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
/// - Complexity: O(size of both) for what the values do not share; in arrays with many differences O(n log n).
public func changes(from old: JSONValue, to new: JSONValue) -> [Change] {
  var comparison = Comparison()
  comparison.compare(old, new)
  return comparison.changes
}

/// A walk through two values that collects what differs. It goes as deep as values nest, 512 levels.
private struct Comparison {
  var changes: [Change] = []
  private var oldPath = JSONPointer()
  private var newPath = JSONPointer()

  mutating func compare(_ old: JSONValue, _ new: JSONValue) {
    switch (old, new) {
    case (.object(let old), .object(let new)):
      if !old.sharesStorage(with: new) { compareMembers(old, new) }
    case (.array(let old), .array(let new)):
      if !old.sharesStorage(with: new) { compareElements(old, new) }
    default:
      if old != new { add(.replaced(old: old, new: new), at: newPath) }
    }
  }

  private mutating func compareMembers(_ old: JSONObject, _ new: JSONObject) {
    for (place, member) in new.enumerated() {
      // Most members stand where they stood.
      let isInPlace = place < old.count && old[place].key.hasSameBytes(as: member.key)
      let oldValue = isInPlace ? old[place].value : old[member.key]
      if let oldValue {
        at(old: member.key, new: member.key) { $0.compare(oldValue, member.value) }
      } else {
        add(.added(member.value), at: newPath.appending(member.key))
      }
    }
    for member in old where new.position(of: member.key) == nil { add(.removed(member.value), at: oldPath.appending(member.key)) }
  }

  private mutating func compareElements(_ old: [JSONValue], _ new: [JSONValue]) {
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    let edit = ArrayEdit(from: Array(old[prefix..<old.count - suffix]), to: Array(new[prefix..<new.count - suffix]))
    let (order, moved) = Self.places(Array(prefix..<old.count - suffix), after: edit.moves)

    var oldPlaces = order.makeIterator()
    var index = prefix
    for step in edit.steps {
      if case .insert = step {
        add(.added(new[index]), at: newPath.appending(index))
      } else if let place = oldPlaces.next() {
        switch step {
        case .keep: if moved.contains(place) { add(.moved(from: oldPath.appending(place)), at: newPath.appending(index)) }
        case .change: at(old: String(place), new: String(index)) { $0.compare(old[place], new[index]) }
        case .delete:
          add(.removed(old[place]), at: oldPath.appending(place))
          continue
        case .insert: break
        }
      }
      index += 1
    }
  }

  /// The places of the old elements in the order that the moves leave, and those that were moved.
  private static func places(_ places: [Int], after moves: [ArrayEdit.Move]) -> (order: [Int], moved: Set<Int>) {
    var order = places
    var moved: Set<Int> = []
    for move in moves {
      let place = order.remove(at: move.from)
      order.insert(place, at: move.to)
      moved.insert(place)
    }
    return (order, moved)
  }

  private mutating func add(_ kind: Change.Kind, at pointer: JSONPointer) { changes.append(Change(pointer: pointer, kind: kind)) }

  private mutating func at(old: String, new: String, _ visit: (inout Self) -> Void) {
    oldPath.tokens.append(old)
    newPath.tokens.append(new)
    visit(&self)
    oldPath.tokens.removeLast()
    newPath.tokens.removeLast()
  }
}
