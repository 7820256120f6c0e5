import Dispatch
import FluxtapeLocking

/// Goes through rows and finds those that a query holds for.
///
/// ```text
/// blocks    of bytes that hold a text that is looked for; where a query needs one, all other rows are left out
/// rows      index ──▶ line ──▶ states            each only where the one before leaves the answer open
/// states    one walk along the patches, in the order of reduction; a step is answered where its outcome stands
/// ```
///
/// Blocks and lines are looked at on two threads.
struct QueryScan {
  private let history: History
  /// As they were known when the search began.
  private let rows: HistoryRows
  private let plan: QueryPlan
  private var watch: StateWatch
  /// For each leaf its number among those about states.
  private var stateNumbers: [Int]
  private let needsPayload: Bool
  private let tests: [Locked<RecordTest>]
  private var blocks: BlockPrefilter?

  /// A row whose answer needs states, and what is known without.
  private struct Waiting {
    let row: Int
    let place: LinePlace
  }

  private var waiting: [Waiting] = []
  /// The rows so far of which the log does not tell whether the query holds, as a state is not certain there.
  private(set) var undecided = UndecidedRows()

  /// Lines from which on a second thread is worth while: some tenths of a millisecond's work.
  private static let worthSharing = 64

  init(_ history: History, _ plan: QueryPlan) {
    let rows = history.rows
    (self.history, self.rows, self.plan) = (history, rows, plan)
    var conditions: [StateCondition] = []
    stateNumbers = plan.leaves.map { leaf in
      guard case .state(let condition) = leaf else { return -1 }
      conditions.append(condition)
      return conditions.count - 1
    }
    needsPayload = conditions.contains(where: \.needsPayload)
    let sieve = LinePrefilter(plan, rows.index)
    tests = (0..<(plan.needsLines ? 2 : 1)).map { _ in Locked(RecordTest(history, rows, plan, sieve)) }
    blocks = BlockPrefilter(sieve.needles, plan, rows.index)
    watch = StateWatch(history, conditions, stores: plan.stores)
  }
}

extension QueryScan {
  /// The rows among `rows` that the query holds for, and further ones of earlier calls whose outcome stands among these.
  ///
  /// Calls come in the order of the rows. `isLast` asks for the answers of all rows that are still open.
  mutating func matches(in rows: Range<Int>, isLast: Bool) throws(HistoryError) -> [Int] {
    var matches: [Int] = []
    let places = try candidates(in: rows)
    for (place, truth) in zip(places, try answers(of: places)) {
      if truth == .pending { waiting.append(Waiting(row: place, place: self.rows.index.outcomePlace(of: place))) }
      if truth == .yes { matches.append(place) }
    }
    let limit = isLast || rows.isEmpty ? nil : self.rows.index.linePlace(of: rows.upperBound - 1)
    try answerWaiting(upTo: limit, into: &matches)
    return matches.sorted()
  }

  /// The rows that are not ruled out.
  private mutating func candidates(in rows: Range<Int>) throws(HistoryError) -> [Int] {
    guard blocks != nil else { return Array(rows) }
    var candidates: [Int] = []
    var next = rows.lowerBound
    while let row = try blocks?.candidate(from: next, before: rows.upperBound) {
      candidates.append(row)
      next = row + 1
    }
    return candidates
  }

  /// What can be said of these rows without states.
  private func answers(of places: [Int]) throws(HistoryError) -> [Truth] {
    let isShared = tests.count > 1 && places.count >= Self.worthSharing
    let middle = isShared ? places.count / 2 : places.count
    DispatchQueue.concurrentPerform(iterations: isShared ? 2 : 1) { [tests] number in
      tests[number].withLock { $0.answer(number == 0 ? places[..<middle] : places[middle...]) }
    }
    var answers: [Truth] = []
    for test in tests[..<(isShared ? 2 : 1)] {
      let (found, failure) = test.withLock { ($0.answers, $0.failure) }
      if let failure { throw failure }
      answers += found
    }
    return answers
  }

  /// The first row whose answer is still open.
  var firstOpenRow: Int? { waiting.map(\.row).min() }

  private mutating func answerWaiting(upTo limit: LinePlace?, into matches: inout [Int]) throws(HistoryError) {
    waiting.sort { ($0.place, $0.row) < ($1.place, $1.row) }
    var answered = 0
    while answered < waiting.count, limit.map({ waiting[answered].place <= $0 }) ?? true {
      if try isMatch(waiting[answered]) { matches.append(waiting[answered].row) }
      answered += 1
    }
    waiting.removeFirst(answered)
  }

  private mutating func isMatch(_ waiting: Waiting) throws(HistoryError) -> Bool {
    try watch.advance(to: waiting.place)
    let row = rows[waiting.row]
    let content = plan.needsLines || needsPayload ? try RowContent(of: waiting.row, in: history) : nil
    watch.doubt = nil
    let truth = try plan.formula.truth { (number) throws(HistoryError) -> Truth in
      switch plan.leaves[number] {
      case .row(let condition): return condition.truth(of: row, at: waiting.row)
      case .line(let condition): return content.map(condition.truth) ?? .unknown
      case .state:
        return watch.truth(of: stateNumbers[number], row: row, outcome: waiting.place, payload: content?.payload)
      }
    }
    if truth == .unknown, let doubt = watch.doubt { undecided.insert(waiting.row, doubt: doubt) }
    return truth == .yes
  }
}
