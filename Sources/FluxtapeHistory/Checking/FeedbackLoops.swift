import FluxtapeLogReading

/// Stores that feed each other in a circle: an action whose chain of causes comes by its own store and type again and again, with
/// another store in between.
///
/// ```text
/// cart.changed → totals.changed → cart.changed → totals.changed → cart.changed → …
/// ```
/// Once or twice is how retries look, and slowly is how polling does.
struct FeedbackLoops {
  /// Rounds that make a loop.
  static let leastRounds = 3
  /// Microseconds that a round of a loop takes at most.
  static let longestRound = 1_000_000
  /// Causes looked back over for one round.
  private static let longestWay = 32

  private struct Loop {
    /// Where the rounds were enough to call it one.
    let row: Int
    var rounds: Int
  }

  private let index: RunIndex
  private let requests: RequestSearch
  private var rounds: [Int: Int] = [:]
  private var loopOfRow: [Int: Int] = [:]
  private var loops: [Loop] = []

  init(_ history: History) {
    index = history.index
    requests = RequestSearch(index)
    for place in index.rows.indices where index.rows[place].kind == .action {
      guard let cause = requests.cause(of: place) else { continue }
      take(place, cause)
    }
  }

  var findings: [Finding] { loops.map { Finding(.feedbackLoop(rounds: $0.rounds), row: $0.row) } }

  private mutating func take(_ place: Int, _ cause: Int) {
    let known = loopOfRow[cause]
    if let known { loopOfRow[place] = known }
    guard let earlier = sameAction(as: place, from: cause) else { return }
    let count = (rounds[earlier] ?? 0) + 1
    rounds[place] = count
    guard count >= Self.leastRounds else { return }
    if let known {
      loops[known].rounds = max(loops[known].rounds, count)
    } else {
      loopOfRow[place] = loops.count
      loops.append(Loop(row: place, rounds: count))
    }
  }

  /// The nearest cause of the same store and type behind one of another store.
  private func sameAction(as place: Int, from cause: Int) -> Int? {
    guard let kind = requests.kind(of: place), let time = index.time(of: place) else { return nil }
    var isElsewhere = false
    var next: Int? = cause
    for _ in 0..<Self.longestWay {
      guard let candidate = next else { return nil }
      guard let earlier = index.time(of: candidate), time.saturatingSubtract(earlier) <= Self.longestRound else { return nil }
      if index.store(of: candidate) != kind.store {
        isElsewhere = true
      } else if isElsewhere, index.textNumber(of: candidate) == kind.type {
        return candidate
      }
      next = requests.cause(of: candidate)
    }
    return nil
  }
}
