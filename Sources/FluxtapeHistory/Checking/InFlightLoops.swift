/// Actions in flight that led to themselves again and again: the app died of a dispatch inside of its own reducer, which has no end.
///
/// ```text
/// 12 refresh → 13 refresh → 14 refresh → … → 4012 refresh        all in flight: one loop, which began with 12
/// ```
struct InFlightLoops {
  /// Rounds that make a loop.
  private static let leastRounds = 3
  /// Causes looked back over for one round.
  private static let longestWay = 32

  /// By the first action of each loop, how often it led to itself.
  private(set) var rounds: [Int: Int] = [:]
  /// For each action that a loop led to, and for the first one, the first one.
  private var loops: [Int: Int] = [:]

  init(_ index: RunIndex) {
    let requests = RequestSearch(index)
    let rows = index.openRows.inFlight.map { Int($0) }
    let inFlight = Set(rows)
    // For each action the first of its kind on its chain, and how many of them there are behind that.
    var repeated: [Int: (first: Int, rounds: Int)] = [:]
    for row in rows {
      repeated[row] = (row, 0)
      var next = requests.cause(of: row)
      for _ in 0..<Self.longestWay {
        guard let cause = next, inFlight.contains(cause) else { break }
        if requests.kind(of: cause) == requests.kind(of: row), let earlier = repeated[cause] {
          repeated[row] = (earlier.first, earlier.rounds + 1)
          break
        }
        next = requests.cause(of: cause)
      }
    }
    for (first, rounds) in repeated.values { self.rounds[first] = max(self.rounds[first] ?? 0, rounds) }
    self.rounds = self.rounds.filter { $0.value >= Self.leastRounds }
    for row in rows {
      if let cause = requests.cause(of: row), let loop = loops[cause] {
        loops[row] = loop
        rounds[row] = nil
      } else if rounds[row] != nil {
        loops[row] = row
      }
    }
  }

  /// Whether an action is part of a loop that began with another one.
  func isInside(_ row: Int) -> Bool { loops[row].map { $0 != row } ?? false }
}
