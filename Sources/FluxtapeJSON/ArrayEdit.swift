/// The edit from one array to another: first moves; then, from left to right, kept, changed, deleted and inserted elements.
///
/// Equal elements are matched first, so that an insertion and a removal in one step do not change all elements in between.
package struct ArrayEdit {
  package struct Move: Equatable {
    package let from: Int
    /// The index in the array without the moved element.
    package let to: Int
  }

  package enum Step: Equatable {
    case keep
    /// The new element replaces the old one at its index. Similar elements are paired if possible.
    case change(old: Int, new: Int)
    case delete
    case insert(new: Int)
  }

  /// Moves to apply before the steps, each to the result of the previous one.
  package private(set) var moves: [Move] = []

  /// One step for each old element, in the order after the moves, and for each inserted one.
  package private(set) var steps: [Step] = []

  private let oldCount: Int
  private let newCount: Int

  /// Unchanged elements, ascending in `new`, and in `order` for the old side.
  private var matches: [SequenceAlignment.Match]

  /// Indices in `old`, in their order after the moves.
  private var order: [Int]

  package init(_ sides: any EditedSides) {
    (oldCount, newCount) = (sides.oldCount, sides.newCount)
    order = Array(0..<oldCount)
    matches = oldCount == 0 || newCount == 0 ? [] : SequenceAlignment.matches(sides)
    findMoves(sides)
    align(sides)
    preferPlaces(sides)
  }
}

// MARK: - Moves

extension ArrayEdit {
  /// The maximum cost of the search for moves. Sorting two thousand elements stays below.
  private static let maximumMoveCost = 1 << 22

  /// Turns the removal and insertion of the same element into a move. Not for numbers, booleans and null, which in most arrays belong to
  /// their index.
  private mutating func findMoves(_ sides: any EditedSides) {
    guard matches.count < oldCount, matches.count < newCount else { return }
    var stays = [Bool](repeating: false, count: oldCount)
    var isThere = [Bool](repeating: false, count: newCount)
    for match in matches { (stays[match.old], isThere[match.new]) = (true, true) }
    let gone = (0..<oldCount).filter { !stays[$0] && sides.hasIdentity(old: $0) }
    let come = (0..<newCount).filter { !isThere[$0] && sides.hasIdentity(new: $0) }
    guard !gone.isEmpty, !come.isEmpty else { return }
    let numbers = sides.numbers(old: gone, new: come)
    var leaving: [Int: [Int]] = [:]
    for (number, place) in zip(numbers.old, gone).reversed() { leaving[number, default: []].append(place) }
    let moved = zip(numbers.new, come).compactMap { number, place in
      leaving[number]?.popLast().map { SequenceAlignment.Match(old: $0, new: place) }
    }
    guard moved.count <= Self.maximumMoveCost / max(1, oldCount) else { return }
    for match in moved { move(match) }
  }

  /// Moves an element right behind the last kept one that precedes it in `new`.
  private mutating func move(_ match: SequenceAlignment.Match) {
    let before = matches.firstIndex { $0.new > match.new } ?? matches.count
    guard let from = order.firstIndex(of: match.old) else { return }
    order.remove(at: from)
    let to = before == 0 ? 0 : (order.firstIndex(of: matches[before - 1].old) ?? -1) + 1
    order.insert(match.old, at: to)
    matches.insert(match, at: before)
    if from != to { moves.append(Move(from: from, to: to)) }
  }
}

// MARK: - Gaps between matches

extension ArrayEdit {
  /// The number of pairs in a gap up to which the most similar ones are searched for.
  private static let maximumPairs = 64

  private mutating func align(_ sides: any EditedSides) {
    var placeInOrder = [Int](repeating: 0, count: order.count)
    for (position, place) in order.enumerated() { placeInOrder[place] = position }
    var position = 0
    var next = 0
    for match in matches {
      fill(order[position..<placeInOrder[match.old]], next..<match.new, sides)
      steps.append(.keep)
      position = placeInOrder[match.old] + 1
      next = match.new + 1
    }
    fill(order[position...], next..<newCount, sides)
  }

  /// Makes the steps for a gap without equal elements: the most similar elements are changed into each other.
  private mutating func fill(_ oldPlaces: ArraySlice<Int>, _ newPlaces: Range<Int>, _ sides: any EditedSides) {
    var oldPlaces = oldPlaces
    var newPlaces = newPlaces
    for (oldPlace, newPlace) in alike(Array(oldPlaces), Array(newPlaces), sides) {
      while let first = oldPlaces.popFirst(), first != oldPlace { steps.append(.delete) }
      while let first = newPlaces.popFirst(), first != newPlace { steps.append(.insert(new: first)) }
      steps.append(.change(old: oldPlace, new: newPlace))
    }
    for _ in oldPlaces { steps.append(.delete) }
    for place in newPlaces { steps.append(.insert(new: place)) }
  }

  private func alike(_ oldPlaces: [Int], _ newPlaces: [Int], _ sides: any EditedSides) -> [(Int, Int)] {
    let (rows, columns) = (oldPlaces.count, newPlaces.count)
    guard rows * columns > 1, rows <= Self.maximumPairs, columns <= Self.maximumPairs, rows * columns <= Self.maximumPairs else {
      return Array(zip(oldPlaces, newPlaces))
    }
    // best[row][column]: the maximum total similarity of pairs from here on. Any pair is better than none: one operation instead of two.
    var best = [[Int]](repeating: [Int](repeating: 0, count: columns + 1), count: rows + 1)
    var pairing = best
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        pairing[row][column] = best[row + 1][column + 1] + 1 + sides.likeness(oldPlaces[row], newPlaces[column])
        best[row][column] = max(pairing[row][column], best[row + 1][column], best[row][column + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      if best[row][column] == pairing[row][column] {
        pairs.append((oldPlaces[row], newPlaces[column]))
        row += 1
        column += 1
      } else if best[row][column] == best[row + 1][column] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  /// In arrays of equal length whose numbers and booleans change, prefers changes at their indices, unless that needs more operations.
  private mutating func preferPlaces(_ sides: any EditedSides) {
    guard oldCount == newCount else { return }
    let limit = moves.count + steps.count { $0 != .keep }
    var changed: Set<Int> = []
    for place in 0..<oldCount where !sides.areEqual(place, place) {
      guard changed.count < limit, !sides.hasIdentity(old: place), !sides.hasIdentity(new: place) else { return }
      changed.insert(place)
    }
    moves = []
    steps = (0..<oldCount).map { changed.contains($0) ? .change(old: $0, new: $0) : .keep }
  }
}
