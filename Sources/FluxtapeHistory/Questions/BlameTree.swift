import FluxtapeDocuments
import FluxtapeJSON

/// The origin of each value of a document. It has nodes only for parts whose origin differs from that of the value around them.
///
/// Elements of arrays keep their origin when others are inserted, removed or moved.
final class BlameTree {
  var origin: ValueOrigin
  /// The value before it, if that was not a container.
  var old: JSONNode?
  private var members: [String: BlameTree] = [:]
  /// A tree for each element, once one of them was written by itself.
  private var elements: ChunkedList<BlameTree>?
  /// Members and elements that the current patch has removed or overwritten, as they were before it: restoring an equal value is no change.
  var originals: [String: (tree: BlameTree, value: JSONNode)] = [:]

  init(_ origin: ValueOrigin, replacing old: JSONNode? = nil) {
    self.origin = origin
    self.old = old.flatMap { $0.isContainer && !$0.isLeftOut ? nil : $0.withoutText }
  }
}

extension BlameTree {
  /// A tree that does not change with this one.
  func copy() -> BlameTree {
    let copy = BlameTree(origin)
    copy.old = old
    copy.members = members.mapValues { $0.copy() }
    copy.elements = elements.map { elements in ChunkedList(elements.map { $0.copy() }) }
    return copy
  }
}

// MARK: - Looking up

extension BlameTree {
  /// The tree of a member or element.
  func child(_ token: String) -> BlameTree? {
    if let elements { return JSONPointer.arrayIndex(token).flatMap { $0 < elements.count ? elements[$0] : nil } }
    return members[token]
  }
}

// MARK: - Writing

extension BlameTree {
  /// The tree of a value that replaces another: equal parts keep their origin.
  func overwritten(from old: JSONNode, to new: JSONNode, by origin: ValueOrigin) -> BlameTree {
    if old == new { return self }
    // The placeholder of a value that was left out has no parts.
    if old.isLeftOut || new.isLeftOut { return BlameTree(origin, replacing: old) }
    switch (old.kind, new.kind) {
    case (.object, .object):
      overwriteMembers(old, new, by: origin)
      return self
    case (.array, .array):
      overwriteElements(old, new, by: origin)
      return self
    default: return BlameTree(origin, replacing: old)
    }
  }

  private func overwriteMembers(_ old: JSONNode, _ new: JSONNode, by origin: ValueOrigin) {
    for member in old.members where new.position(of: member.key) == nil { members[member.key] = nil }
    for member in new.members {
      guard let value = old.member(named: member.key) else {
        members[member.key] = BlameTree(origin)
        continue
      }
      if value != member.value {
        members[member.key] = (members[member.key] ?? BlameTree(self.origin)).overwritten(from: value, to: member.value, by: origin)
      }
    }
    if new.isEmpty { self.origin = origin }
  }

  private func overwriteElements(_ old: JSONNode, _ new: JSONNode, by origin: ValueOrigin) {
    let trees = expandedElements(count: old.count)
    var result: [BlameTree?] = Array(repeating: nil, count: new.count)
    var isPassed = Array(repeating: false, count: old.count)
    let pair = ArrayPair(old, new)
    for step in pair.steps(identityKeys: Change.identityKeys) {
      switch step {
      case .kept(let oldPlace, let newPlace, _):
        guard let old = old.element(at: oldPlace), let new = new.element(at: newPlace) else { continue }
        result[newPlace] = trees[oldPlace].overwritten(from: old, to: new, by: origin)
        isPassed[oldPlace] = true
      case .added(let place, _): result[place] = BlameTree(origin)
      case .removed(let place, _): isPassed[place] = true
      }
    }
    // Elements without a step are the same, in the same order.
    var same = isPassed.indices.lazy.filter { !isPassed[$0] }.makeIterator()
    elements = ChunkedList(result.map { tree in tree ?? same.next().map { trees[$0] } ?? BlameTree(origin) })
    if new.isEmpty { self.origin = origin }
  }

  /// A tree for each element. Those of an array outside of the region that a fold follows are no longer true, and nobody asks for them.
  private func expandedElements(count: Int) -> ChunkedList<BlameTree> {
    if let elements, elements.count == count { return elements }
    return ChunkedList((0..<count).map { _ in BlameTree(origin) })
  }
}

// MARK: - Patches

extension BlameTree {
  /// The tree of the member or element that a token names, made if there is none.
  func expanded(_ token: String, in value: JSONNode) -> BlameTree? {
    if value.kind == .array {
      let trees = expandedElements(count: value.count)
      elements = trees
      return JSONPointer.arrayIndex(token).flatMap { $0 < trees.count ? trees[$0] : nil }
    }
    let tree = members[token] ?? BlameTree(origin)
    members[token] = tree
    return tree
  }

  /// Sets the tree of a member or an element.
  func set(_ token: String, _ tree: BlameTree) {
    if elements != nil, let index = JSONPointer.arrayIndex(token) {
      elements?.update(at: index) { $0 = tree }
    } else {
      members[token] = tree
    }
  }

  /// Inserts the tree of a new element, into an array with `count` elements so far.
  func insert(_ tree: BlameTree, at index: Int, count: Int) {
    elements = expandedElements(count: count)
    elements?.insert(tree, at: min(index, count))
  }

  /// Removes the tree of an element from an array with `count` elements so far.
  func removeElement(_ token: String, count: Int) {
    elements = expandedElements(count: count)
    if let index = JSONPointer.arrayIndex(token), index < count { elements?.remove(at: index) }
  }

  /// Removes the tree of a member.
  func removeMember(_ key: String) -> BlameTree { members.removeValue(forKey: key) ?? BlameTree(origin) }
}

extension JSONValue {
  var isContainer: Bool {
    switch self {
    case .array, .object: true
    case .null, .bool, .number, .string: false
    }
  }
}
