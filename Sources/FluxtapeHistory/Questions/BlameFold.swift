import FluxtapeDocuments
import FluxtapeJSON

/// A store's state and the origin of its parts, after some of its events.
struct BlameFold {
  private(set) var document: JSONNode?
  /// The origins of ``document``, as far as ``region`` reaches. Unspecified without a document.
  private(set) var tree = BlameTree(.beforeRecording(row: 0))

  /// The part of the state whose origins are kept. Patches elsewhere are only applied.
  private let region: PathPattern
  /// Whether an element has moved into the region from elsewhere, with an origin that is not known.
  private(set) var isIncomplete = false
  /// Whether the current patch may restore a value that it has removed or overwritten.
  private var mayRestore = false
  /// The trees whose ``BlameTree/originals`` are of the current patch.
  private var keepers: [BlameTree] = []
  private var growth = MemoryGrowth()

  /// - Parameter region: A path without elements of arrays, which move. By default the whole state.
  init(of region: PathPattern = PathPattern(parts: [])) { self.region = region }
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
    for tree in keepers { tree.originals = [:] }
    keepers.removeAll(keepingCapacity: true)
    mayRestore = Self.mayRestore(patch.operations)
    return patch.operations.allSatisfy { operation in
      guard case .move(let from, let path) = operation else { return perform(operation, by: origin) }
      return move(from, to: path, by: origin)
    }
  }

  /// Whether operations may name one place twice. Most patches are short.
  private static func mayRestore(_ operations: ArraySlice<NodePatch.Operation>) -> Bool {
    guard operations.count <= 8 else { return true }
    for (place, operation) in zip(operations.indices, operations) {
      if operation.from != nil { return true }
      if operations[..<place].contains(where: { $0.path.isSame(as: operation.path) }) { return true }
    }
    return false
  }

  /// Applies an operation other than a move.
  private mutating func perform(_ operation: NodePatch.Operation, by origin: ValueOrigin, inserting tree: BlameTree? = nil) -> Bool {
    guard var document else { return false }
    let isInRegion = region.isTouched(by: operation)
    let found = isInRegion ? find(operation, in: document) : Found()
    self.document = nil  // held once, so that it is changed where it lies
    do { try NodePatch.apply(operation, to: &document) } catch { return false }
    if isInRegion { finish(operation, at: operation.path, found, in: document, tree: tree ?? BlameTree(origin), by: origin) }
    self.document = document
    return true
  }

  /// An element that moves keeps its origin. A member under another name is a new value.
  private mutating func move(_ from: PointerText, to path: PointerText, by origin: ValueOrigin) -> Bool {
    guard let document, let value = document.node(at: from) else { return false }
    guard !from.isSame(as: path) else { return true }
    func isElement(_ path: PointerText) -> Bool { path.lastSlash.map { document.node(at: path, upTo: $0)?.kind == .array } ?? false }
    let isKept = region.isTouched(by: .remove(from))
    if isElement(from), isElement(path), !isKept, region.isTouched(by: .add(path, value)) { isIncomplete = true }
    let moved = isElement(from) && isKept ? node(at: from, upTo: from.range.upperBound, in: document) : nil
    return perform(.remove(from), by: origin) && perform(.add(path, value), by: origin, inserting: moved)
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
  private func find(_ operation: NodePatch.Operation, in document: JSONNode) -> Found {
    let path = operation.path
    switch operation {
    case .add, .copy:
      if let last = path.lastSlash, let array = document.node(at: path, upTo: last), array.kind == .array {
        return Found(count: array.count)
      }
      return Found(value: document.node(at: path))
    case .remove, .replace, .splice: return Found(value: document.node(at: path))
    case .test, .move: return Found()
    }
  }

  /// Updates the tree after an operation, which `document` has.
  private mutating func finish(
    _ operation: NodePatch.Operation, at path: PointerText, _ found: Found, in document: JSONNode, tree: BlameTree, by origin: ValueOrigin
  ) {
    switch operation {
    case .replace, .splice: write(at: path, over: found.value, in: document, by: origin)
    case .add, .copy:
      if let count = found.count {
        insert(tree, at: path, count: count, in: document)
      } else {
        write(at: path, over: found.value, in: document, by: origin)
      }
    case .remove: if let value = found.value { remove(path, value, in: document, by: origin) }
    case .test, .move: break
    }
  }

  private mutating func write(at path: PointerText, over old: JSONNode?, in document: JSONNode, by origin: ValueOrigin) {
    guard let new = document.node(at: path) else { return }
    guard let slash = path.lastSlash else {
      if let old { tree = tree.overwritten(from: old, to: new, by: origin) }
      return
    }
    guard let parent = node(at: path, upTo: slash, in: document) else { return }
    guard let container = document.node(at: path, upTo: slash) else { return }
    let last = path.token(at: slash)
    if mayRestore, let original = parent.originals[last] {
      parent.set(last, original.tree.copy().overwritten(from: original.value, to: new, by: origin))
    } else if let old, let node = parent.expanded(last, in: container) {
      if mayRestore { keep(node.copy(), old, as: last, of: parent) }
      parent.set(last, node.overwritten(from: old, to: new, by: origin))
    } else {
      parent.set(last, BlameTree(origin))
    }
  }

  private mutating func keep(_ tree: BlameTree, _ value: JSONNode, as token: String, of parent: BlameTree) {
    if parent.originals.isEmpty { keepers.append(parent) }
    parent.originals[token] = (tree, value)
  }

  private mutating func insert(_ tree: BlameTree, at path: PointerText, count: Int, in document: JSONNode) {
    guard let slash = path.lastSlash, let parent = node(at: path, upTo: slash, in: document) else { return }
    let last = path.token(at: slash)
    let index = last == "-" ? count : JSONPointer.arrayIndex(last) ?? count
    if index < count { parent.originals = [:] }  // places have moved
    parent.insert(tree, at: index, count: count)
  }

  private mutating func remove(_ path: PointerText, _ value: JSONNode, in document: JSONNode, by origin: ValueOrigin) {
    guard let slash = path.lastSlash, let parent = node(at: path, upTo: slash, in: document) else { return }
    let (container, last) = (document.node(at: path, upTo: slash), path.token(at: slash))
    if let container, container.kind == .array {
      parent.originals = [:]
      parent.removeElement(last, count: container.count + 1)
    } else {
      let tree = parent.removeMember(last)
      if mayRestore, parent.originals[last] == nil { keep(tree, value, as: last, of: parent) }
    }
    // This action emptied the container.
    if container?.isEmpty == true { parent.origin = origin }
  }

  /// The tree of the value at a path, up to a slash or its end.
  private func node(at path: PointerText, upTo limit: Int, in document: JSONNode) -> BlameTree? {
    var node = tree
    var value = document
    var place = path.range.lowerBound
    while place < limit {
      let end = path.end(ofTokenAt: place)
      guard let child = path.withToken(at: place, to: end, { value[$0] }) else { return nil }
      guard let next = node.expanded(path.token(at: place), in: value) else { return nil }
      (node, value, place) = (next, child, end)
    }
    return node
  }
}

extension PointerText {
  /// The token behind a slash.
  fileprivate func token(at slash: Int) -> String { withToken(at: slash, to: end(ofTokenAt: slash)) { String(utf8Bytes: $0) } }
}
