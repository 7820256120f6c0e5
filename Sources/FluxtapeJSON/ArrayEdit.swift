/// The way from one array to another: what moves, and then, from left to right, what stays, changes, goes and comes.
///
/// Elements that are equal are found first, so that an insertion and a removal in one step do not change all that lies between.
package struct ArrayEdit {
  package struct Move: Equatable {
    package let from: Int
    /// The place in the array without the moved element.
    package let to: Int
  }

  package enum Step: Equatable {
    case keep
    /// The old element gives way to the new one at its place. They are alike where possible.
    case change(old: Int, new: Int)
    case delete
    case insert(new: Int)
  }

  /// Made before the steps, each in the array as the one before left it.
  package private(set) var moves: [Move] = []

  /// One for each old element in the order after the moves, and for each inserted one.
  package private(set) var steps: [Step] = []

  private let old: [JSONValue]
  private let new: [JSONValue]

  /// Elements that stay as they are; rising in `new`, and on the old side in `order`.
  private var matches: [SequenceAlignment.Match]

  /// Places in `old`, in their order after the moves.
  private var order: [Int]

  package init(from old: [JSONValue], to new: [JSONValue]) {
    self.old = old
    self.new = new
    order = Array(old.indices)
    matches = old.isEmpty || new.isEmpty ? [] : SequenceAlignment.matches(old, new)
    findMoves()
    align()
    preferPlaces()
  }
}

// MARK: - Moves

extension ArrayEdit {
  /// Steps that looking for moves may take. Two thousand elements that are sorted anew stay below.
  private static let maximumMoveCost = 1 << 22

  /// Turns a removal and an insertion of one and the same element into a move. Not for numbers, truth values and null: in most
  /// arrays of these a value belongs to its place.
  private mutating func findMoves() {
    guard matches.count < old.count, matches.count < new.count else { return }
    var stays = [Bool](repeating: false, count: old.count)
    var isThere = [Bool](repeating: false, count: new.count)
    for match in matches { (stays[match.old], isThere[match.new]) = (true, true) }
    var leaving: [JSONValue: [Int]] = [:]
    for place in old.indices.reversed() where !stays[place] && old[place].hasIdentity {
      leaving[old[place], default: []].append(place)
    }
    guard !leaving.isEmpty else { return }
    let moved = new.indices.compactMap { place in
      isThere[place] ? nil : leaving[new[place]]?.popLast().map { SequenceAlignment.Match(old: $0, new: place) }
    }
    guard moved.count <= Self.maximumMoveCost / max(1, old.count) else { return }
    for match in moved { move(match) }
  }

  /// Puts an element right behind the last kept one that stands before it in `new`.
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

extension JSONValue {
  fileprivate var hasIdentity: Bool {
    switch self {
    case .null, .bool, .number: false
    case .string, .array, .object: true
    }
  }
}

// MARK: - Between the matches

extension ArrayEdit {
  /// Pairs of elements up to which the most alike are looked for in a gap.
  private static let maximumPairs = 64

  private mutating func align() {
    var placeInOrder = [Int](repeating: 0, count: order.count)
    for (position, place) in order.enumerated() { placeInOrder[place] = position }
    var position = 0
    var next = 0
    for match in matches {
      fill(order[position..<placeInOrder[match.old]], next..<match.new)
      steps.append(.keep)
      position = placeInOrder[match.old] + 1
      next = match.new + 1
    }
    fill(order[position...], next..<new.count)
  }

  /// Steps for a gap, which has no equal elements: the most alike are changed into each other.
  private mutating func fill(_ oldPlaces: ArraySlice<Int>, _ newPlaces: Range<Int>) {
    var oldPlaces = oldPlaces
    var newPlaces = newPlaces
    for (oldPlace, newPlace) in alike(Array(oldPlaces), Array(newPlaces)) {
      while let first = oldPlaces.popFirst(), first != oldPlace { steps.append(.delete) }
      while let first = newPlaces.popFirst(), first != newPlace { steps.append(.insert(new: first)) }
      steps.append(.change(old: oldPlace, new: newPlace))
    }
    for _ in oldPlaces { steps.append(.delete) }
    for place in newPlaces { steps.append(.insert(new: place)) }
  }

  private func alike(_ oldPlaces: [Int], _ newPlaces: [Int]) -> [(Int, Int)] {
    let (rows, columns) = (oldPlaces.count, newPlaces.count)
    guard rows * columns > 1, rows <= Self.maximumPairs, columns <= Self.maximumPairs, rows * columns <= Self.maximumPairs else {
      return Array(zip(oldPlaces, newPlaces))
    }
    // best[row][column]: the most that pairs from here on are alike. Any pair is better than none: one operation, not two.
    var best = [[Int]](repeating: [Int](repeating: 0, count: columns + 1), count: rows + 1)
    var pairing = best
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        pairing[row][column] = best[row + 1][column + 1] + 1 + old[oldPlaces[row]].likeness(to: new[newPlaces[column]])
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

  /// In arrays of one length whose numbers and truth values change, changes at their places are the better story, unless they
  /// are more.
  private mutating func preferPlaces() {
    guard old.count == new.count else { return }
    let limit = moves.count + steps.count { $0 != .keep }
    var changed: Set<Int> = []
    for place in old.indices where old[place] != new[place] {
      guard changed.count < limit, !old[place].hasIdentity, !new[place].hasIdentity else { return }
      changed.insert(place)
    }
    moves = []
    steps = old.indices.map { changed.contains($0) ? .change(old: $0, new: $0) : .keep }
  }
}

extension JSONValue {
  /// From 0 to 1000, how much two values have in common at first sight. Only scalars are compared, so that the cost is small.
  fileprivate func likeness(to other: JSONValue) -> Int {
    switch (self, other) {
    case (.object(let left), .object(let right)):
      let same = left.count { member in member.value.isScalar && right[member.key] == member.value }
      return 1000 * same / max(1, left.count, right.count)
    case (.array(let left), .array(let right)):
      let same = zip(left, right).count { $0.isScalar && $0 == $1 }
      return 1000 * same / max(1, left.count, right.count)
    case (.string(let left), .string(let right)):
      let common = left.commonEnds(with: right)
      return 1000 * (common.prefix + common.suffix) / max(1, left.utf8.count, right.utf8.count)
    default: return 0
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    case .null, .bool, .number, .string: true
    }
  }
}
