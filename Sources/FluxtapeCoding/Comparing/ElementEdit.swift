/// The edit from one array to another, whose elements are given as JSON: first moves; then, from left to right, kept, changed, removed and
/// inserted elements.
///
/// Equal elements are matched first, so that an insertion and a removal in one step do not change all elements in between.
struct ElementEdit {
  enum Step: Equatable {
    case keep
    /// The new element replaces the old one at its index.
    case change(old: Int, new: Int)
    case remove
    case insert(new: Int)
  }

  /// Two equal elements, or two that are changed into each other.
  private struct Pair {
    let old: Int
    let new: Int
  }

  /// Moves to apply before the steps, each to the result of the previous one. The second index is that without the moved element.
  private(set) var moves: [(from: Int, to: Int)] = []
  /// One step for each old element, in the order after the moves, and for each inserted one.
  private(set) var steps: [Step] = []

  private let old: [[UInt8]]
  private let new: [[UInt8]]
  /// Unchanged elements, ascending in `new`, and in `order` for the old side.
  private var kept: [Pair] = []
  /// Indices in `old`, in their order after the moves.
  private var order: [Int]

  init(from old: [[UInt8]], to new: [[UInt8]]) {
    (self.old, self.new, order) = (old, new, Array(old.indices))
    let equal = Self.equalPairs(old, new)
    kept = Self.longestRise(equal)
    findMoves(equal)
    align()
    preferPlaces()
  }

  /// Whether an element is recognized by its value, not by its index as most numbers are.
  private static func hasIdentity(_ json: [UInt8]) -> Bool { "\"{[".utf8.contains(json[0]) }
}

// MARK: - Equal elements

extension ElementEdit {
  /// Pairs each new element with an equal old one, if possible with one behind that of the previous pair. Ascending in `new`.
  private static func equalPairs(_ old: [[UInt8]], _ new: [[UInt8]]) -> [Pair] {
    var free: [[UInt8]: (places: [Int], next: Int)] = [:]
    for (place, json) in old.enumerated() { free[json, default: ([], 0)].places.append(place) }
    var pairs: [Pair] = []
    var last = -1
    for (place, json) in new.enumerated() {
      guard let (places, next) = free[json], next < places.count else { continue }
      let behind = firstIndex(in: next..<places.count) { places[$0] > last }
      let found = behind < places.count ? behind : next
      free[json]?.next = found + 1
      last = places[found]
      pairs.append(Pair(old: last, new: place))
    }
    return pairs
  }

  /// A longest subsequence of pairs that ascends in `old`.
  private static func longestRise(_ pairs: [Pair]) -> [Pair] {
    var tails: [Int] = []  // tails[n]: the pair that ends a rise of n + 1 with the smallest place in `old`
    var before = [Int?](repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      let length = firstIndex(in: 0..<tails.count) { pairs[tails[$0]].old > pair.old }
      if length > 0 { before[index] = tails[length - 1] }
      if length == tails.count { tails.append(index) } else { tails[length] = index }
    }
    return sequence(state: tails.last) { next in
      let index = next
      next = index.flatMap { before[$0] }
      return index
    }.reversed().map { pairs[$0] }
  }

  /// The first index that fulfills a condition, which all later ones fulfill, too; the end if none does.
  private static func firstIndex(in range: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

// MARK: - Moves

extension ElementEdit {
  /// The maximum cost of moves. Sorting two thousand elements stays below.
  private static let maximumMoveCost = 1 << 22

  /// Turns the removal and insertion of the same element into a move. Not for numbers, booleans and null, which in most arrays belong to
  /// their index.
  private mutating func findMoves(_ equal: [Pair]) {
    let stays = Set(kept.map(\.new))
    let moved = equal.filter { !stays.contains($0.new) && Self.hasIdentity(new[$0.new]) }
    guard moved.count <= Self.maximumMoveCost / max(1, old.count) else { return }
    for pair in moved { move(pair) }
  }

  /// Moves an element right behind the last kept one that precedes it in `new`.
  private mutating func move(_ pair: Pair) {
    let before = kept.firstIndex { $0.new > pair.new } ?? kept.count
    guard let from = order.firstIndex(of: pair.old) else { return }
    order.remove(at: from)
    let to = before == 0 ? 0 : (order.firstIndex(of: kept[before - 1].old) ?? -1) + 1
    order.insert(pair.old, at: to)
    kept.insert(pair, at: before)
    if from != to { moves.append((from, to)) }
  }
}

// MARK: - Gaps between kept elements

extension ElementEdit {
  private mutating func align() {
    var rest = order[...]
    var next = 0
    for pair in kept {
      fill(rest.prefix { $0 != pair.old }, next..<pair.new)
      steps.append(.keep)
      rest = rest.drop { $0 != pair.old }.dropFirst()
      next = pair.new + 1
    }
    fill(rest, next..<new.count)
  }

  /// Makes the steps for a gap without equal elements: the most similar elements are changed into each other.
  private mutating func fill(_ oldPlaces: ArraySlice<Int>, _ newPlaces: Range<Int>) {
    var oldPlaces = oldPlaces
    var newPlaces = newPlaces
    for pair in alike(Array(oldPlaces), Array(newPlaces)) {
      while let first = oldPlaces.popFirst(), first != pair.old { steps.append(.remove) }
      while let first = newPlaces.popFirst(), first != pair.new { steps.append(.insert(new: first)) }
      steps.append(.change(old: pair.old, new: pair.new))
    }
    steps += oldPlaces.map { _ in .remove } + newPlaces.map { .insert(new: $0) }
  }

  /// The number of pairs in a gap up to which the most similar ones are searched for.
  private static let maximumPairs = 64

  private func alike(_ oldPlaces: [Int], _ newPlaces: [Int]) -> [Pair] {
    let (rows, columns) = (oldPlaces.count, newPlaces.count)
    guard rows * columns > 1, rows <= Self.maximumPairs, columns <= Self.maximumPairs, rows * columns <= Self.maximumPairs else {
      return zip(oldPlaces, newPlaces).map(Pair.init)
    }
    // best[row][column]: the maximum total similarity of pairs from here on. Any pair is better than none: one operation instead of two.
    var best = [[Int]](repeating: [Int](repeating: 0, count: columns + 1), count: rows + 1)
    var pairing = best
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        pairing[row][column] = best[row + 1][column + 1] + 1 + likeness(oldPlaces[row], newPlaces[column])
        best[row][column] = max(pairing[row][column], best[row + 1][column], best[row][column + 1])
      }
    }
    var pairs: [Pair] = []
    var (row, column) = (0, 0)
    while row < rows, column < columns {
      let isPair = best[row][column] == pairing[row][column]
      if isPair { pairs.append(Pair(old: oldPlaces[row], new: newPlaces[column])) }
      let skipsOld = best[row][column] == best[row + 1][column]
      if isPair || skipsOld { row += 1 }
      if isPair || !skipsOld { column += 1 }
    }
    return pairs
  }

  /// An estimate of the similarity of two elements, from 0 to 1000.
  private func likeness(_ oldPlace: Int, _ newPlace: Int) -> Int {
    let (left, right) = (old[oldPlace], new[newPlace])
    guard left[0] == right[0], Self.hasIdentity(left) else { return 0 }
    let common = left.span.commonEnds(with: right.span)
    return 1000 * (common.prefix + common.suffix) / max(1, left.count, right.count)
  }

  /// In arrays of equal length whose numbers and booleans change, prefers changes at their indices, unless that needs more operations.
  private mutating func preferPlaces() {
    guard old.count == new.count else { return }
    let changed = old.indices.filter { old[$0] != new[$0] }
    guard changed.count <= moves.count + steps.count(where: { $0 != .keep }),
      !changed.contains(where: { Self.hasIdentity(old[$0]) || Self.hasIdentity(new[$0]) })
    else { return }
    moves = []
    steps = old.indices.map { old[$0] == new[$0] ? .keep : .change(old: $0, new: $0) }
  }
}
