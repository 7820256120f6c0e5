import Dispatch
import FluxtapeLocking

/// Finds the rows that match a query.
///
/// ```text
/// rows      index ──▶ bytes of the line ──▶ line ──▶ states      each only if the one before leaves the answer open
/// states    one walk along the patches, in the order of reduction; a step is answered at its outcome
/// ```
///
/// Two threads read lines.
struct QueryScan {
  private let history: History
  /// The rows known when the search began.
  private let rows: HistoryRows
  private let plan: QueryPlan
  private var watch: StateWatch
  /// For each leaf, its index among the conditions on states.
  private var stateNumbers: [Int]
  private let needsPayload: Bool
  private let tests: [Locked<RecordTest>]

  /// A row whose answer needs states.
  private struct Waiting {
    let row: Int
    let place: LinePlace
  }

  private var waiting: [Waiting] = []
  /// The rows so far whose answer the log does not give, because a state is uncertain there.
  private(set) var undecided = UndecidedRows()

  /// The number of lines from which a second thread is worthwhile: some tenths of a millisecond of work.
  private static let worthSharing = 64

  /// - Parameter firstRow: The first row to answer.
  /// - Throws: ``HistoryError`` if the file can no longer be read.
  init(_ history: History, _ plan: QueryPlan, from firstRow: Int = 0) throws(HistoryError) {
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
    let place = firstRow > 0 && firstRow < rows.count ? rows.index.linePlace(of: firstRow) : nil
    watch = try StateWatch(history, conditions, stores: plan.stores, from: place)
  }
}

extension QueryScan {
  /// Returns the rows among `rows` that match, and rows of earlier calls whose outcome lies among these.
  ///
  /// Callers must go through rows in order. With `isLast`, it answers all rows that are still open.
  mutating func matches(in rows: Range<Int>, isLast: Bool) throws(HistoryError) -> [Int] {
    var matches: [Int] = []
    for (place, truth) in zip(rows, try answers(of: rows)) {
      if truth == .pending { waiting.append(Waiting(row: place, place: self.rows.index.outcomePlace(of: place))) }
      if truth == .yes { matches.append(place) }
    }
    let limit = isLast || rows.isEmpty ? nil : self.rows.index.linePlace(of: rows.upperBound - 1)
    try answerWaiting(upTo: limit, into: &matches)
    return matches.sorted()
  }

  /// The answers for these rows as far as they need no states.
  private func answers(of rows: Range<Int>) throws(HistoryError) -> [Truth] {
    let isShared = tests.count > 1 && rows.count >= Self.worthSharing
    let middle = isShared ? rows.lowerBound + rows.count / 2 : rows.upperBound
    DispatchQueue.concurrentPerform(iterations: isShared ? 2 : 1) { [tests] number in
      tests[number].withLock { $0.answer(number == 0 ? rows.lowerBound..<middle : middle..<rows.upperBound) }
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
    watch.doubt = nil
    let ownStore = rows.index.store(of: waiting.row)
    // At most rows nothing has touched what a condition on states depends on: then nobody asks for the row.
    var told: Told?
    let truth = try plan.formula.truth { (number) throws(HistoryError) -> Truth in
      let state = stateNumbers[number]
      if state >= 0, let known = watch.knownTruth(of: state, ownStore: ownStore) { return known }
      let known: Told
      if let told { known = told } else { known = try tell(waiting.row) }
      told = known
      switch plan.leaves[number] {
      case .row(let condition): return condition.truth(of: known.row, at: waiting.row)
      case .line(let condition): return known.content.map(condition.truth) ?? .unknown
      case .state: return watch.truth(of: state, row: known.row, outcome: waiting.place, payload: known.content?.payload)
      }
    }
    if truth == .unknown, let doubt = watch.doubt { undecided.insert(waiting.row, doubt: doubt) }
    return truth == .yes
  }

  /// What a row is, and what its line says, if a condition asks for that.
  private typealias Told = (row: HistoryRow, content: RowContent?)

  private func tell(_ row: Int) throws(HistoryError) -> Told {
    (rows[row], plan.needsLines || needsPayload ? try RowContent(of: row, in: history) : nil)
  }
}
