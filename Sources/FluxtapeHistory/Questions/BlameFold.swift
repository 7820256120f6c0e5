import FluxtapeDocuments
import FluxtapeJSON

/// A store's state and the origin of its parts, after some of its events.
struct BlameFold {
  private(set) var document: JSONNode?
  /// The origins of ``document``. Unspecified without one.
  private(set) var tree = BlameTree(.beforeRecording(row: 0))

  /// Members that the current patch has removed or overwritten, by their path: restoring the same value is no change.
  private var originals: [JSONPointer: (tree: BlameTree, value: JSONNode)] = [:]
  private var growth = MemoryGrowth()
}

extension BlameFold {
  /// Applies an event.
  ///
  /// - Returns: `false` if its patch fails. The document is unknown then, up to the next whole state.
  mutating func take(_ event: StateEvents.Event) -> Bool {
    if event.kind.contains(.ends) || (event.kind.contains(.begins) && event.state == nil) {
      document = nil
      return true
    }
    var fits = true
    if let patch = event.patch, !patch.isEmpty {
      fits = document != nil && apply(patch, by: event.origins.patch)
      if !fits { document = nil }
      if var document {
        self.document = nil
        growth.count(event.byteCount, of: &document)
        self.document = document
      }
    }
    guard let state = event.state else { return fits }
    // A store that begins anew writes all values, also equal ones.
    if event.kind.contains(.begins) { document = nil }
    overwrite(with: state, by: event.origins.state)
    growth = MemoryGrowth()
    return true
  }

  private mutating func overwrite(with state: JSONNode, by origin: ValueOrigin) {
    if let document { tree = tree.overwritten(from: document, to: state, by: origin) } else { tree = BlameTree(origin) }
    document = state
  }

  /// - Returns: `false` if the patch fails. The document is lost then.
  private mutating func apply(_ patch: NodePatch, by origin: ValueOrigin) -> Bool {
    originals.removeAll(keepingCapacity: true)
    return patch.operations.allSatisfy { operation in
      guard case .move(let from, let path) = operation else { return perform(operation, by: origin) }
      return move(from.pointer, to: path.pointer, by: origin)
    }
  }

  /// Applies an operation other than a move.
  private mutating func perform(_ operation: NodePatch.Operation, by origin: ValueOrigin, inserting tree: BlameTree? = nil) -> Bool {
    guard var document else { return false }
    let path = operation.path.pointer
    let found = find(operation, at: path, in: document)
    self.document = nil  // held once, so that it is changed where it lies
    do { try NodePatch([operation]).applyInPlace(to: &document) } catch { return false }
    finish(operation, at: path, found, in: document, tree: tree ?? BlameTree(origin), by: origin)
    self.document = document
    return true
  }

  /// An element that moves keeps its origin. A member under another name is a new value.
  private mutating func move(_ from: JSONPointer, to path: JSONPointer, by origin: ValueOrigin) -> Bool {
    guard let document, let value = document[from] else { return false }
    guard from != path else { return true }
    let isElement = document[from.parent]?.kind == .array
    let moved = isElement ? node(at: from, in: document) : nil
    return perform(.remove(PointerText(from)), by: origin) && perform(.add(PointerText(path), value), by: origin, inserting: moved)
  }

  /// What an operation removes or overwrites.
  private struct Found {
    var value: JSONNode?
    /// The number of elements of the array before the operation adds one.
    var count: Int?
  }
}

// MARK: - Operations

extension BlameFold {
  private func find(_ operation: NodePatch.Operation, at path: JSONPointer, in document: JSONNode) -> Found {
    switch operation {
    case .add, .copy:
      if !path.tokens.isEmpty, let array = document[path.parent], array.kind == .array { return Found(count: array.count) }
      return Found(value: document[path])
    case .remove, .replace, .splice: return Found(value: document[path])
    case .test, .move: return Found()
    }
  }

  /// Updates the tree after an operation, which `document` has.
  private mutating func finish(
    _ operation: NodePatch.Operation, at path: JSONPointer, _ found: Found, in document: JSONNode, tree: BlameTree, by origin: ValueOrigin
  ) {
    switch operation {
    case .replace, .splice:
      write(document[path], at: path, over: found.value, in: document, by: origin)
    case .add, .copy:
      if let count = found.count {
        insert(tree, at: path, count: count, in: document)
      } else {
        write(document[path], at: path, over: found.value, in: document, by: origin)
      }
    case .remove: if let value = found.value { remove(path, value, in: document, by: origin) }
    case .test, .move: break
    }
  }

  private mutating func write(
    _ new: JSONNode?, at path: JSONPointer, over old: JSONNode?, in document: JSONNode, by origin: ValueOrigin
  ) {
    guard let new else { return }
    guard let last = path.tokens.last else {
      if let old { tree = tree.overwritten(from: old, to: new, by: origin) }
      return
    }
    guard let parent = node(at: path.parent, in: document) else { return }
    if let original = originals[path] {
      parent.set(last, original.tree.overwritten(from: original.value, to: new, by: origin))
    } else if let old {
      let node = parent.expandedChild(last)
      let overwritten = node.overwritten(from: old, to: new, by: origin)
      if overwritten !== node { originals[path] = (node, old) }
      parent.set(last, overwritten)
    } else {
      parent.set(last, BlameTree(origin))
    }
  }

  private mutating func insert(_ tree: BlameTree, at path: JSONPointer, count: Int, in document: JSONNode) {
    guard let last = path.tokens.last, let parent = node(at: path.parent, in: document) else { return }
    originals.removeAll()  // places have moved
    parent.insert(tree, at: last == "-" ? count : JSONPointer.arrayIndex(last) ?? count, count: count)
  }

  private mutating func remove(_ path: JSONPointer, _ value: JSONNode, in document: JSONNode, by origin: ValueOrigin) {
    guard let last = path.tokens.last, let parent = node(at: path.parent, in: document) else { return }
    if let array = document[path.parent], array.kind == .array {
      originals.removeAll()
      parent.removeElement(last, count: array.count + 1)
    } else {
      let tree = parent.removeMember(last)
      if originals[path] == nil { originals[path] = (tree, value) }
    }
    // This action emptied the container.
    if let container = document[path.parent], container.isEmpty { parent.origin = origin }
  }

  /// The tree of the value at a path that has one.
  private func node(at path: JSONPointer, in document: JSONNode) -> BlameTree? {
    var node = tree
    var value = document
    for token in path.tokens {
      guard let next = node.expanded(token, in: value), let child = value[token] else { return nil }
      node = next
      value = child
    }
    return node
  }
}

extension JSONPointer {
  /// The pointer to the container of the value.
  fileprivate var parent: JSONPointer { JSONPointer(tokens: tokens.dropLast()) }
}
