import FluxtapeDocuments
import FluxtapeJSON
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
  /// Loops whose changed value is looked for, which needs states.
  private static let mostValues = 20

  private struct Loop {
    /// Where the rounds were enough to call it one.
    let row: Int
    let round: Round
    var rounds: Int
  }

  private struct Round {
    /// The same action before.
    let start: Int
    /// The first action of another store that it led to.
    let elsewhere: Int
  }

  private let history: History
  private let index: RunIndex
  private let requests: RequestSearch
  private var rounds: [Int: Int] = [:]
  private var loopOfRow: [Int: Int] = [:]
  private var loops: [Loop] = []

  init(_ history: History) {
    self.history = history
    index = history.index
    requests = RequestSearch(index)
    for place in index.rows.indices where index.rows[place].kind == .action {
      guard let cause = requests.cause(of: place) else { continue }
      take(place, cause)
    }
  }

  /// - Parameter looksAtStates: Whether to look for the value that a round changes.
  func findings(looksAtStates: Bool) throws(HistoryError) -> [Finding] {
    var findings: [Finding] = []
    for loop in loops {
      let value = try looksAtStates && findings.count < Self.mostValues ? value(changedBy: loop) : nil
      findings.append(
        Finding(
          .feedbackLoop(rounds: loop.rounds), row: loop.row, values: value.map { [$0] } ?? [],
          proof: [loop.round.start, loop.round.elsewhere]))
    }
    return findings
  }

  /// The first scalar that the loop's own action replaced, or else the other store's.
  private func value(changedBy loop: Loop) throws(HistoryError) -> Finding.Value? {
    for row in [loop.row, loop.round.elsewhere] {
      guard let store = index.store(of: row), let own = try history.change(at: row)?.own else { continue }
      for change in own.changes {
        guard case .replaced(let old, let new) = change.kind, !old.isContainer, !new.isContainer else { continue }
        let path = StatePath(store: history.stores[store], change.pointer, in: own.new).description
        return Finding.Value(path: path, old: old.value, new: new.value)
      }
    }
    return nil
  }

  private mutating func take(_ place: Int, _ cause: Int) {
    let known = loopOfRow[cause]
    if let known { loopOfRow[place] = known }
    guard let round = round(to: place, from: cause) else { return }
    let count = (rounds[round.start] ?? 0) + 1
    rounds[place] = count
    guard count >= Self.leastRounds else { return }
    if let known {
      loops[known].rounds = max(loops[known].rounds, count)
    } else {
      loopOfRow[place] = loops.count
      loops.append(Loop(row: place, round: round, rounds: count))
    }
  }

  /// From the nearest cause of the same store and type behind one of another store.
  private func round(to place: Int, from cause: Int) -> Round? {
    guard let kind = requests.kind(of: place), let time = index.time(of: place) else { return nil }
    var elsewhere: Int?
    var next: Int? = cause
    for _ in 0..<Self.longestWay {
      guard let candidate = next else { return nil }
      guard let earlier = index.time(of: candidate), time.saturatingSubtract(earlier) <= Self.longestRound else { return nil }
      if index.store(of: candidate) != kind.store {
        elsewhere = candidate
      } else if let elsewhere, index.textNumber(of: candidate) == kind.type {
        return Round(start: candidate, elsewhere: elsewhere)
      }
      next = requests.cause(of: candidate)
    }
    return nil
  }
}
