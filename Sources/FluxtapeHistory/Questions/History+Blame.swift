public import FluxtapeDocuments
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
  /// - Complexity: O(bytes of the store's patches and states up to there), twice if an element of an array has moved to `path` from elsewhere.
  public func blame(
    _ path: StatePath, store: String? = nil, after row: Int? = nil, report: (Int, Int) -> Bool = { _, _ in true }
  ) throws(HistoryError) -> [Blame]? {
    let number = try storeNumber(of: path, else: store)
    if let row, !rows.indices.contains(row) { throw HistoryError(.noSuchRow(row), path: files.first?.path ?? "") }
    var fold = try blameFold(of: PathPattern(path).withoutElements, number, after: row, report)
    if fold?.isIncomplete == true {
      fold = nil
      fold = try blameFold(of: PathPattern(parts: []), number, after: row, report)
    }
    guard let fold, let document = fold.document else { return nil }
    guard let pointer = path.pointer(in: document), let value = document[pointer] else { return [] }
    var entries: [Blame] = []
    value.visitBlames(fold.tree.descendant(pointer), at: pointer) { entries.append($0) }
    return entries
  }

  /// - Returns: `nil` if `report` ends the search.
  private func blameFold(
    of region: PathPattern, _ store: Int, after row: Int?, _ report: (Int, Int) -> Bool
  ) throws(HistoryError) -> BlameFold? {
    let end = row.map(index.outcomePlace)
    var events = StateEvents(self, stores: [store])
    var fold = BlameFold(of: region)
    var count = 0
    while !fold.isIncomplete, let event = try events.next(upTo: end) {
      if !fold.take(event) { events.noteMisfit(of: event) }
      count += 1
      if count % 2048 == 0, !report(event.row, row ?? rows.count) || Task.isCancelled { return nil }
    }
    return fold
  }

  /// Walks along the states of some stores once, and calls `visit` at each of the rows with the stores' states there.
  func walkBlame(of stores: Range<Int>, after rows: [Int], _ visit: (_ row: Int, [Int: BlameFold]) -> Void) throws(HistoryError) {
    var events = StateEvents(self, stores: stores)
    var folds: [Int: BlameFold] = [:]
    let ends = rows.map { (row: $0, place: index.outcomePlace(of: $0)) }.sorted { $0.place < $1.place }
    for end in ends {
      while let event = try events.next(upTo: end.place) {
        if !folds[event.store, default: BlameFold()].take(event) { events.noteMisfit(of: event) }
      }
      visit(end.row, folds)
    }
  }
}

extension PathPattern {
  /// The longest beginning that names no element of an array: elements move.
  fileprivate var withoutElements: PathPattern {
    PathPattern(
      parts: Array(
        parts.prefix { part in
          switch part {
          case .one(.member(let key)), .one(.token(let key)): JSONPointer.arrayIndex(key) == nil
          case .one(.element), .one(.elementWith), .every: false
          }
        }))
  }
}

extension BlameFold {
  /// Calls `take` with each value of the state, if that is known.
  func visitBlames(_ take: (Blame) -> Void) {
    document?.visitBlames(tree, at: JSONPointer(), take)
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

extension JSONNode {
  /// Walks through the value and its tree, and hands on each part without contents.
  fileprivate func visitBlames(_ tree: BlameTree, at pointer: JSONPointer, _ take: (Blame) -> Void) {
    func visit(_ child: JSONNode, _ token: String) {
      child.visitBlames(tree.child(token) ?? BlameTree(tree.origin), at: pointer.appending(token), take)
    }
    switch kind {
    case .object where !isEmpty && !isLeftOut: for member in members { visit(member.value, member.key) }
    case .array where !isEmpty: for (index, element) in elements.enumerated() { visit(element, String(index)) }
    default: take(Blame(pointer: pointer, value: value, old: tree.old?.value, origin: tree.origin))
    }
  }
}
