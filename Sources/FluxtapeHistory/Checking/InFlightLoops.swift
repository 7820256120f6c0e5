/// Actions in flight that led to themselves again and again: the app died of a dispatch inside of its own reducer.
///
/// ```text
/// 12 refresh → 13 refresh → 14 refresh → … → 4012 refresh        all in flight: one loop, which began with 12
/// ```
struct InFlightLoops {
  /// Rounds that make a loop.
  private static let leastRounds = 10
  /// Causes looked back over for one round.
  private static let longestWay = 32

  /// By the first action of each loop, how often it led to itself.
  private(set) var rounds: [Int: Int] = [:]
  /// The later rounds of loops, and the actions between two of them.
  private var inside: Set<Int> = []

  init(_ index: RunIndex) {
    let requests = RequestSearch(index)
    let rows = index.openRows.inFlight.map { Int($0) }.sorted { index.step(of: $0) < index.step(of: $1) }
    let inFlight = Set(rows)
    // For each action the first of its kind on its chain, and how often that led to it.
    var repeated: [Int: (first: Int, rounds: Int)] = [:]
    for row in rows {
      repeated[row] = (row, 0)
      guard let earlier = Self.earlier(row, requests, inFlight).earlier, let known = repeated[earlier] else { continue }
      repeated[row] = (known.first, known.rounds + 1)
      rounds[known.first] = known.rounds + 1
    }
    rounds = rounds.filter { $0.value >= Self.leastRounds }
    for row in rows {
      guard let (first, count) = repeated[row], count > 0, rounds[first] != nil else { continue }
      inside.insert(row)
      inside.formUnion(Self.earlier(row, requests, inFlight).between)
    }
  }

  /// The nearest cause in flight with the same store and type, and the actions between the two.
  private static func earlier(_ row: Int, _ requests: RequestSearch, _ inFlight: Set<Int>) -> (earlier: Int?, between: [Int]) {
    var between: [Int] = []
    var next = requests.cause(of: row)
    while between.count < longestWay, let cause = next, inFlight.contains(cause) {
      if requests.kind(of: cause) == requests.kind(of: row) { return (cause, between) }
      between.append(cause)
      next = requests.cause(of: cause)
    }
    return (nil, [])
  }

  /// Whether an action is part of a loop that began with another one.
  func isInside(_ row: Int) -> Bool { inside.contains(row) }
}
