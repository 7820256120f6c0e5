/// What has to be done to a list that shows `old` so that it shows `new`: rows that go, come, move, or show something else.
///
/// ```swift
/// let difference = ListDifference(from: shown, to: items)
/// ```
///
/// Positions are those that list views ask for in one batch: deletions, moves and updates name rows of the old list, insertions rows of the new
/// one. As few rows move as possible: those that stay are the longest run that is in the same order in both.
///
/// Rows are told apart by their identity. Where it is there more than once, the first one in the old list is the first one in the new.
///
/// - Complexity: O(n log n) time and O(n) memory, n being the rows of both.
public struct ListDifference: Hashable, Sendable {
  /// A row that is in both lists.
  public struct Pair: Hashable, Sendable {
    /// Its place in the old list.
    public let old: Int
    /// Its place in the new list.
    public let new: Int
  }

  /// Places in the old list of rows that go, ascending.
  public let deletions: [Int]
  /// Places in the new list of rows that come, ascending.
  public let insertions: [Int]
  /// Rows that change their order, by their new place.
  public let moves: [Pair]
  /// Rows that show something else than before, moved or not, by their new place.
  public let updates: [Pair]

  public var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty }
}

extension ListDifference {
  /// - Parameters:
  ///   - old: What is shown.
  ///   - new: What is to be shown.
  ///   - id: The identity of a row.
  ///   - areSame: Whether two rows of the same identity look the same.
  public init<Element, ID: Hashable>(
    from old: [Element], to new: [Element], id: (Element) -> ID, areSame: (Element, Element) -> Bool
  ) {
    let pairs = Self.pairs(old.map(id), new.map(id))
    var (oldIsKept, newIsKept) = (Array(repeating: false, count: old.count), Array(repeating: false, count: new.count))
    for pair in pairs {
      oldIsKept[pair.old] = true
      newIsKept[pair.new] = true
    }
    deletions = old.indices.filter { !oldIsKept[$0] }
    insertions = new.indices.filter { !newIsKept[$0] }
    let staying = Set(Self.longestAscent(of: pairs.map(\.old)))
    moves = pairs.indices.filter { !staying.contains($0) }.map { pairs[$0] }
    updates = pairs.filter { !areSame(old[$0.old], new[$0.new]) }
  }

  /// Rows that know who they are.
  public init<Element: Identifiable & Equatable>(from old: [Element], to new: [Element]) {
    self.init(from: old, to: new, id: \.id, areSame: ==)
  }

  /// Rows of the same identity, in the order of the new list.
  private static func pairs<ID: Hashable>(_ old: [ID], _ new: [ID]) -> [Pair] {
    // Last one first, so that the first one is taken from the end.
    var places: [ID: [Int]] = [:]
    for place in old.indices.reversed() { places[old[place], default: []].append(place) }
    return new.indices.compactMap { place in places[new[place]]?.popLast().map { Pair(old: $0, new: place) } }
  }

  /// Places of a longest ascending run in `values`, none of which is there twice, by patience sorting.
  ///
  /// - SeeAlso: Schensted, Longest Increasing and Decreasing Subsequences, 1961.
  private static func longestAscent(of values: [Int]) -> [Int] {
    // For each length the place at which the run with the smallest end ends.
    var ends: [Int] = []
    var before: [Int?] = []
    for (place, value) in values.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low < ends.count { ends[low] = place } else { ends.append(place) }
    }
    return Array(sequence(first: ends.last) { $0.flatMap { before[$0] } }.prefix { $0 != nil }.compactMap(\.self))
  }
}

// MARK: - Applying

extension ListDifference {
  /// What `old` is after the difference, rows of the new list being taken from `new`: as a list view does it.
  package func applied<Element>(to old: [Element], takingFrom new: [Element]) -> [Element] {
    let gone = Set(deletions + moves.map(\.old))
    let updated = Dictionary(uniqueKeysWithValues: updates.map { ($0.old, new[$0.new]) })
    var rows = old.indices.filter { !gone.contains($0) }.map { updated[$0] ?? old[$0] }
    let coming = insertions.map { ($0, new[$0]) } + moves.map { ($0.new, updated[$0.old] ?? old[$0.old]) }
    for (place, row) in coming.sorted(by: { $0.0 < $1.0 }) { rows.insert(row, at: min(place, rows.count)) }
    return rows
  }
}
