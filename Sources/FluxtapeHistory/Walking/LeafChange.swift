package import FluxtapeDocuments
import FluxtapeJSON

/// What happened to one value of a state that has no further values in it: a number, a text, a flag, `null`, or an empty container.
package struct LeafChange: Sendable {
  package enum Kind: String, Sendable { case added, removed, replaced, moved }

  package let kind: Kind
  /// The place in the state after it; of a removed value, in the state before.
  package let pointer: JSONPointer
  package var old: JSONNode?
  package var new: JSONNode?
  /// Of a moved element, its place in the state before.
  package var from: JSONPointer?
}

/// What a step that told a state of a store changed in it, value by value.
///
/// It is found by comparing states, not read from patches: a patch may write a whole subtree, splice a text, or name elements by places that
/// earlier operations have moved.
package struct LeafChanges: Sendable {
  package let row: Int
  /// An index into ``History/stores``.
  package let store: Int
  /// Whether the row made the changes: if the state before is not certain, one of several rows did.
  package let isCertain: Bool
  /// `nil` if the store had no state that is known.
  package let before: JSONNode?
  package let after: JSONNode
  /// Of a first state, all values are added.
  package let changes: [LeafChange]

  /// - Complexity: O(size of what differs), and O(size of the state) for a first one.
  init(by event: StateEvents.Event, isCertain: Bool, from before: JSONNode?, to after: JSONNode) {
    (row, store, self.isCertain, self.before, self.after) = (event.row, event.store, isCertain, before, after)
    changes = LeafChange.all(from: before, to: after)
  }
}

extension LeafChange {
  fileprivate static func all(from old: JSONNode?, to new: JSONNode) -> [LeafChange] {
    guard let old else { return added(new, at: JSONPointer()) }
    // Most steps change nothing.
    if old.isSurelyEqual(to: new) { return [] }
    var tag: JSONPointer?
    return FluxtapeHistory.changes(from: old, to: new).flatMap { change -> [LeafChange] in
      // What stands in for a value, such as a redacted one, is one value, of which any part may differ.
      if let place = change.pointer.upToTag {
        defer { tag = place }
        return place == tag ? [] : [LeafChange(kind: .replaced, pointer: place, old: old[place], new: new[place])]
      }
      switch change.kind {
      case .added(let value): return added(value, at: change.pointer)
      case .removed(let value): return removed(value, at: change.pointer)
      case .moved(let from): return [LeafChange(kind: .moved, pointer: change.pointer, from: from)]
      case .replaced(let old, let new):
        if old.isLeaf, new.isLeaf { return [LeafChange(kind: .replaced, pointer: change.pointer, old: old, new: new)] }
        return removed(old, at: change.pointer) + added(new, at: change.pointer)
      }
    }
  }

  private static func added(_ value: JSONNode, at pointer: JSONPointer) -> [LeafChange] {
    value.leaves(at: pointer).map { LeafChange(kind: .added, pointer: $0.pointer, new: $0.value) }
  }

  private static func removed(_ value: JSONNode, at pointer: JSONPointer) -> [LeafChange] {
    value.leaves(at: pointer).map { LeafChange(kind: .removed, pointer: $0.pointer, old: $0.value) }
  }
}

extension JSONNode {
  /// Whether it has no further values in it, or stands in for a value that is not in the log.
  fileprivate var isLeaf: Bool { !isContainer || isEmpty || (onlyMember != nil && TaggedValue(value) != nil) }

  /// The values in it that have no further values in them, in the order of the document, with their places.
  fileprivate func leaves(at pointer: JSONPointer) -> [(value: JSONNode, pointer: JSONPointer)] {
    var leaves: [(value: JSONNode, pointer: JSONPointer)] = []
    // Without recursion: states nest deep, and some threads have small stacks.
    var waiting = [(value: self, pointer: pointer)]
    while let (value, pointer) = waiting.popLast() {
      if value.isLeaf {
        leaves.append((value, pointer))
        continue
      }
      var inside: [(value: JSONNode, pointer: JSONPointer)] = []
      for member in value.members { inside.append((member.value, pointer.appending(member.key))) }
      for (index, element) in value.elements.enumerated() { inside.append((element, pointer.appending(index))) }
      waiting += inside.reversed()
    }
    return leaves
  }
}

extension JSONPointer {
  /// The place of what stands in for a value, if this leads into it: keys of other objects never begin with one `$`.
  fileprivate var upToTag: JSONPointer? {
    tokens.firstIndex { $0.hasPrefix("$") && !$0.hasPrefix("$$") }.map { JSONPointer(tokens: Array(tokens[..<$0])) }
  }
}
