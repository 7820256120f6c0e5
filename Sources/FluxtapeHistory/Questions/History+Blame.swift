import FluxtapeDocuments
public import FluxtapeJSON

/// Which action wrote a value last.
public struct Blame: Hashable, Sendable {
  /// Where the value stands in the state that was asked about.
  public let pointer: JSONPointer
  /// A scalar, or an array or object without contents.
  public let value: JSONValue
  /// The value before it, if that was a scalar.
  public let old: JSONValue?
  /// Which row wrote the value last.
  public let origin: ValueOrigin
}

extension History {
  /// The row that wrote each value at or below a path last, in the state of a store after `row` (or after the last row).
  ///
  /// Inserting, removing or moving other elements of an array does not rewrite an element. Writing an equal value is not a write, and
  /// snapshots write nothing. If states were not recorded or are not certain, the answer is a range of rows.
  ///
  /// - Parameters:
  ///   - path: The value, or all below it. It may name its store.
  ///   - store: The store of a `path` that names none.
  ///   - row: The row of the state.
  ///   - report: Called now and then with how much was read, and of how much; returning `false` ends the search.
  /// - Returns: the values in the document's order; empty if there is none, `nil` if the store's state is not known there.
  /// - Throws: ``HistoryError`` if there is no such store, or if the file can no longer be read.
  /// - Complexity: O(bytes of the store's patches and states up to there).
  public func blame(
    _ path: StatePath, store: String? = nil, after row: Int? = nil, report: (Int, Int) -> Bool = { _, _ in true }
  ) throws(HistoryError) -> [Blame]? {
    let number = try storeNumber(of: path, else: store)
    if let row, !rows.indices.contains(row) { throw HistoryError(.noSuchRow(row), path: files.first?.path ?? "") }
    let end = row.map(index.outcomePlace)
    var events = StateEvents(self, stores: [number])
    var fold = BlameFold()
    var count = 0
    while let event = try events.next(upTo: end) {
      if !fold.take(event) { events.noteMisfit(of: event) }
      count += 1
      if count % 2048 == 0, !report(event.row, row ?? rows.count) || Task.isCancelled { return nil }
    }
    guard let document = fold.document else { return nil }
    guard let pointer = path.pointer(in: document), let value = document[pointer] else { return [] }
    var collector = BlameCollector()
    collector.visit(value, fold.tree.descendant(pointer), at: pointer)
    return collector.entries
  }
}

extension BlameTree {
  /// The tree of the value at a pointer. A part of a value that was written as a whole has the origin of that value.
  fileprivate func descendant(_ pointer: JSONPointer) -> BlameTree {
    var node = self
    for token in pointer.tokens {
      guard let child = node.child(token) else { return BlameTree(node.origin) }
      node = child
    }
    return node
  }
}

/// A walk through a value and its tree.
private struct BlameCollector {
  private(set) var entries: [Blame] = []

  mutating func visit(_ value: JSONNode, _ tree: BlameTree, at pointer: JSONPointer) {
    switch value.kind {
    case .object where value.count > 0 && !value.isLeftOut:
      for member in value.members { visit(member.value, member.key, tree, at: pointer) }
    case .array where value.count > 0:
      for (index, element) in value.elements.enumerated() { visit(element, String(index), tree, at: pointer) }
    default: entries.append(Blame(pointer: pointer, value: value.value, old: tree.old?.value, origin: tree.origin))
    }
  }

  private mutating func visit(_ value: JSONNode, _ token: String, _ parent: BlameTree, at pointer: JSONPointer) {
    visit(value, parent.child(token) ?? BlameTree(parent.origin), at: pointer.appending(token))
  }
}
