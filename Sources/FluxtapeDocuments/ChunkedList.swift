import FluxtapeJSON

/// A list whose copies share unchanged parts: a tree of chunks.
///
/// Changing one of a million elements copies a chunk and the few nodes above it, or nothing if the list has one reference. Its functions are
/// inlinable so that they are compiled for the elements of other modules.
@usableFromInline package struct ChunkedList<Element> {
  /// A chunk of elements, or an inner node. It is not an enum, so that both can be changed in place.
  @usableFromInline struct Node {
    @usableFromInline var count: Int
    @usableFromInline var elements: [Element] = []
    @usableFromInline var nodes: [Node] = []

    @inlinable init(count: Int, elements: [Element] = [], nodes: [Node] = []) {
      (self.count, self.elements, self.nodes) = (count, elements, nodes)
    }
  }

  /// The maximum number of elements in a chunk, and of nodes below a node. Copying that many takes a third of a microsecond.
  @inlinable static var chunkSize: Int { 32 }

  @usableFromInline var root: Node

  @inlinable package var count: Int { root.count }

  @inlinable package init(_ elements: [Element]) {
    let chunks = stride(from: 0, to: elements.count, by: Self.chunkSize).map { start in
      let chunk = elements[start..<Swift.min(start + Self.chunkSize, elements.count)]
      return Node(count: chunk.count, elements: Array(chunk))
    }
    root = Self.tree(of: chunks)
  }

  @inlinable static func tree(of nodes: [Node]) -> Node {
    guard nodes.count > 1 else { return nodes.first ?? Node(count: 0) }
    var level = nodes
    while level.count > chunkSize {
      level = stride(from: 0, to: level.count, by: chunkSize).map { start in
        node(above: Array(level[start..<Swift.min(start + chunkSize, level.count)]))
      }
    }
    return node(above: level)
  }

  @inlinable static func node(above nodes: [Node]) -> Node {
    Node(count: nodes.reduce(0) { $0 + $1.count }, nodes: nodes)
  }
}

extension ChunkedList: Sendable where Element: Sendable {}
extension ChunkedList.Node: Sendable where Element: Sendable {}

// MARK: - Elements

extension ChunkedList {
  /// - Complexity: O(log n).
  @inlinable package subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count)
    return root[index]
  }

  /// Changes an element in place.
  @inlinable package mutating func update<Result, Failure>(
    at index: Int, _ change: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(index >= 0 && index < count)
    return try root.update(at: index, change)
  }

  @inlinable package mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count)
    if let other = root.insert(element, at: index) {
      let old = root
      root = Node(count: 0)
      root = Self.node(above: [old, other])
    }
  }

  @inlinable @discardableResult package mutating func remove(at index: Int) -> Element {
    precondition(index >= 0 && index < count)
    let element = root.remove(at: index)
    while root.nodes.count == 1 {
      let only = root.nodes[0]
      root = only
    }
    return element
  }

  /// Whether both are unchanged copies of each other. O(1).
  func isIdentical(to other: ChunkedList) -> Bool { root.isIdentical(to: other.root) }

  /// Calls `visit` for each chunk, in the order of the elements.
  func forEachChunk(_ visit: (Node) -> Void) { root.forEachChunk(visit) }
}

extension ChunkedList.Node {
  func isIdentical(to other: Self) -> Bool {
    guard count == other.count else { return false }
    return nodes.isEmpty
      ? other.nodes.isEmpty && elements.sharesStorage(with: other.elements) : nodes.sharesStorage(with: other.nodes)
  }

  fileprivate func forEachChunk(_ visit: (Self) -> Void) {
    guard !nodes.isEmpty else { return visit(self) }
    for node in nodes { node.forEachChunk(visit) }
  }

  @inlinable subscript(index: Int) -> Element {
    guard !nodes.isEmpty else { return elements[index] }
    let (place, rest) = child(holding: index)
    return nodes[place][rest]
  }

  /// The child node with the element, and the element's index in it.
  @inlinable func child(holding index: Int) -> (place: Int, rest: Int) {
    var rest = index
    var place = 0
    while rest >= nodes[place].count {
      rest -= nodes[place].count
      place += 1
    }
    return (place, rest)
  }

  @inlinable mutating func update<Result, Failure>(
    at index: Int, _ change: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard nodes.isEmpty else {
      let (place, rest) = child(holding: index)
      return try nodes[place].update(at: rest, change)
    }
    return try change(&elements[index])
  }

  /// Inserts an element.
  /// - Returns: A new node to insert after this one if this one was full.
  @inlinable mutating func insert(_ element: Element, at index: Int) -> Self? {
    count += 1
    guard nodes.isEmpty else { return insertBelow(element, at: index) }
    guard elements.count >= ChunkedList.chunkSize else {
      elements.insert(element, at: index)
      return nil
    }
    // An insertion at the end starts a new chunk, so that a list that only grows has full chunks.
    let middle = index == elements.count ? index : elements.count / 2
    var other = Self(count: 0, elements: Array(elements[middle...]))
    elements.removeSubrange(middle...)
    if index <= middle, middle < ChunkedList.chunkSize {
      elements.insert(element, at: index)
    } else {
      other.elements.insert(element, at: index - middle)
    }
    count = elements.count
    other.count = other.elements.count
    return other
  }

  @inlinable mutating func insertBelow(_ element: Element, at index: Int) -> Self? {
    // At the border of two nodes, the first one takes the element.
    var (place, rest) = (0, index)
    while rest > nodes[place].count {
      rest -= nodes[place].count
      place += 1
    }
    guard let new = nodes[place].insert(element, at: rest) else { return nil }
    nodes.insert(new, at: place + 1)
    guard nodes.count > ChunkedList.chunkSize else { return nil }
    let middle = place + 2 == nodes.count ? nodes.count - 1 : nodes.count / 2
    let other = ChunkedList.node(above: Array(nodes[middle...]))
    nodes.removeSubrange(middle...)
    count -= other.count
    return other
  }

  @inlinable mutating func remove(at index: Int) -> Element {
    count -= 1
    guard nodes.isEmpty else {
      let (place, rest) = child(holding: index)
      let element = nodes[place].remove(at: rest)
      if nodes[place].count == 0 { nodes.remove(at: place) }
      return element
    }
    return elements.remove(at: index)
  }
}

// MARK: - Iterating

extension ChunkedList: Sequence {
  @usableFromInline package struct Iterator: IteratorProtocol {
    /// The current chunk, and the nodes that follow in reverse order.
    private var chunk: [Element] = []
    private var index = 0
    private var waiting: [Node] = []

    init(_ root: Node) { if root.nodes.isEmpty { chunk = root.elements } else { waiting = [root] } }

    @usableFromInline package mutating func next() -> Element? {
      while true {
        if index < chunk.count {
          defer { index += 1 }
          return chunk[index]
        }
        guard let node = waiting.popLast() else { return nil }
        if node.nodes.isEmpty {
          chunk = node.elements
          index = 0
        } else {
          waiting.append(contentsOf: node.nodes.reversed())
        }
      }
    }
  }

  @usableFromInline package func makeIterator() -> Iterator { Iterator(root) }
  @usableFromInline package var underestimatedCount: Int { count }
}
