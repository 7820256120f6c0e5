/// Finds the common elements of two arrays.
///
/// Up to ``maximumEdits`` differences the result is a longest common subsequence (Myers, *An O(ND) Difference Algorithm*, 1986). Beyond
/// that, elements that occur once on each side become anchors, as in patience diff, so that the cost stays O(n log n) for arrays of any
/// size and difference.
struct SequenceAlignment {
  /// Two equal elements, one of each side.
  struct Match: Equatable {
    let old: Int
    let new: Int
  }

  /// The number of differences up to which elements are compared directly. Most actions make no more, and hashing every element of a large
  /// array first takes seven times as long.
  private static let fewEdits = 8

  /// The number of differences up to which the optimal result is computed. That costs their number times the length in time, and the square
  /// of their number in memory: here 1 MB.
  private static let maximumEdits = 256

  /// Pairs of indices of equal elements, ascending on both sides.
  static func matches(_ sides: any EditedSides) -> [Match] {
    shortestEdit(sides.oldCount, sides.newCount, atMost: fewEdits) { sides.areEqual($0, $1) } ?? matchesOfMany(sides)
  }

  private static func matchesOfMany(_ sides: any EditedSides) -> [Match] {
    let (oldNumbers, newNumbers) = sides.numbers(old: Array(0..<sides.oldCount), new: Array(0..<sides.newCount))
    // Elements that occur on one side only cannot match; removing them makes the search much shorter.
    let (inOld, inNew) = (Set(oldNumbers), Set(newNumbers))
    let oldPlaces = oldNumbers.indices.filter { inNew.contains(oldNumbers[$0]) }
    let newPlaces = newNumbers.indices.filter { inOld.contains(newNumbers[$0]) }
    let common = SequenceAlignment(old: oldPlaces.map { oldNumbers[$0] }, new: newPlaces.map { newNumbers[$0] })
    let matches = shortestEdit(common.old.count, common.new.count, atMost: maximumEdits) { common.old[$0] == common.new[$1] }
    return (matches ?? common.anchored()).map { Match(old: oldPlaces[$0.old], new: newPlaces[$0.new]) }
  }

  private let old: [Int]
  private let new: [Int]
}

// MARK: - Few differences

extension SequenceAlignment {
  /// The matches of a longest common subsequence, or `nil` if it needs more than `limit` insertions and deletions.
  private static func shortestEdit(
    _ oldCount: Int, _ newCount: Int, atMost limit: Int, _ areEqual: (Int, Int) -> Bool
  ) -> [Match]? {
    // rounds[d][k + d]: the furthest index in `old` on diagonal k after d edits (k = index in old - index in new).
    var rounds: [[Int]] = []
    for edits in 0...min(limit, oldCount + newCount) {
      var reached = [Int](repeating: 0, count: 2 * edits + 1)
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        var place = start(diagonal, edits, rounds.last)
        while place < oldCount, place - diagonal < newCount, areEqual(place, place - diagonal) { place += 1 }
        reached[diagonal + edits] = place
        if place >= oldCount, place - diagonal >= newCount { return matches(along: rounds, to: diagonal, from: oldCount) }
      }
      rounds.append(reached)
    }
    return nil
  }

  /// The start on a diagonal with this many edits: after an insertion from above, or a deletion from the left.
  private static func start(_ diagonal: Int, _ edits: Int, _ previous: [Int]?) -> Int {
    guard let previous else { return 0 }
    let above = diagonal + edits  // the place of diagonal + 1 among the diagonals of edits - 1
    if diagonal == -edits { return previous[above] }
    if diagonal == edits { return previous[above - 2] + 1 }
    return max(previous[above], previous[above - 2] + 1)
  }

  /// Traces the path back from the ends of both sides.
  private static func matches(along rounds: [[Int]], to lastDiagonal: Int, from oldCount: Int) -> [Match] {
    var matches: [Match] = []
    var diagonal = lastDiagonal
    var place = oldCount
    for edits in stride(from: rounds.count, through: 0, by: -1) {
      let previous = edits == 0 ? nil : rounds[edits - 1]
      let start = start(diagonal, edits, previous)
      while place > start {
        place -= 1
        matches.append(Match(old: place, new: place - diagonal))
      }
      guard let previous else { break }
      let above = diagonal + edits
      let cameFromAbove = diagonal == -edits || (diagonal != edits && previous[above] >= previous[above - 2] + 1)
      diagonal += cameFromAbove ? 1 : -1
      place = cameFromAbove ? start : start - 1
    }
    return matches.reversed()
  }
}

// MARK: - Many differences

extension SequenceAlignment {
  /// The matches of elements that occur once on each side, in ascending order on both, and of their equal neighbors.
  private func anchored() -> [Match] {
    let unique = Self.places(ofUnique: new)
    let candidates = Self.places(ofUnique: old).compactMap { element, place in
      unique[element].map { Match(old: place, new: $0) }
    }
    var matches: [Match] = []
    var done = Match(old: 0, new: 0)
    for anchor in Self.longestRise(candidates.sorted { $0.old < $1.old }) where anchor.old >= done.old && anchor.new >= done.new {
      var from = anchor
      while from.old > done.old, from.new > done.new, old[from.old - 1] == new[from.new - 1] {
        from = Match(old: from.old - 1, new: from.new - 1)
      }
      var end = anchor
      while end.old < old.count, end.new < new.count, old[end.old] == new[end.new] {
        end = Match(old: end.old + 1, new: end.new + 1)
      }
      for offset in 0..<end.old - from.old { matches.append(Match(old: from.old + offset, new: from.new + offset)) }
      done = end
    }
    return matches
  }

  private static func places(ofUnique elements: [Int]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    var repeated: Set<Int> = []
    for (place, element) in elements.enumerated() where places.updateValue(place, forKey: element) != nil {
      repeated.insert(element)
    }
    return places.filter { !repeated.contains($0.key) }
  }

  /// A longest subsequence that ascends in `new`; the matches already ascend in `old`.
  private static func longestRise(_ matches: [Match]) -> [Match] {
    var tails: [Int] = []  // tails[n]: the match that ends a rise of n + 1 with the smallest place in `new`
    var before = [Int?](repeating: nil, count: matches.count)
    for (index, match) in matches.enumerated() {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if matches[tails[middle]].new < match.new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var rise: [Match] = []
    var next = tails.last
    while let index = next {
      rise.append(matches[index])
      next = before[index]
    }
    return rise.reversed()
  }
}
