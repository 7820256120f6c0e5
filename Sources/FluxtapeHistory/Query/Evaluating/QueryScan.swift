import FluxtapeJSON

/// Goes through rows and finds those that a query holds for.
///
/// ```text
/// blocks    of bytes that hold a text that is looked for; where a query needs one, all other rows are left out
/// rows      index ──▶ line ──▶ states            each only where the one before leaves the answer open
/// states    one walk along the patches, in the order of reduction; a step is answered where its outcome stands
/// ```
struct QueryScan {
  private let history: History
  /// As they were known when the search began.
  private let rows: HistoryRows
  private let plan: QueryPlan
  private var watch: StateWatch
  /// For each leaf its number among those about states.
  private var stateNumbers: [Int]
  private let needsPayload: Bool
  private var sieve: LineSieve
  private var blocks: BlockSieve?

  /// A row whose answer needs states, and what is known without.
  private struct Waiting {
    let row: Int
    let place: LinePlace
  }

  private var waiting: [Waiting] = []

  init(_ history: History, _ plan: QueryPlan) {
    self.history = history
    rows = history.rows
    self.plan = plan
    var conditions: [StateCondition] = []
    stateNumbers = plan.leaves.map { leaf in
      guard case .state(let condition) = leaf else { return -1 }
      conditions.append(condition)
      return conditions.count - 1
    }
    needsPayload = conditions.contains(where: \.needsPayload)
    sieve = LineSieve(plan, rows.index)
    blocks = BlockSieve(sieve.needles, plan, rows.index)
    watch = StateWatch(history, conditions, stores: plan.stores)
  }
}

extension QueryScan {
  /// The rows among `rows` that the query holds for, and further ones of earlier calls whose outcome stands among these.
  ///
  /// Calls come in the order of the rows. `isLast` asks for the answers of all rows that are still open.
  mutating func matches(in rows: Range<Int>, isLast: Bool) throws(HistoryError) -> [Int] {
    var matches: [Int] = []
    try blocks?.search(rows)
    for place in rows {
      if blocks?.rulesOut(place) == true { continue }
      let row = self.rows[place]
      var truth = try self.truth { (condition) throws(HistoryError) in condition.truth(of: row, at: place) }
      if truth == .pending { truth = try recordTruth(of: row, at: place) }
      if truth == .pending { waiting.append(Waiting(row: place, place: self.rows.index.outcomePlace(of: place))) }
      if truth == .yes { matches.append(place) }
    }
    let limit = isLast || rows.isEmpty ? nil : self.rows.index.linePlace(of: rows.upperBound - 1)
    try answerWaiting(upTo: limit, into: &matches)
    return matches.sorted()
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
    return try plan.formula.truth { (number) throws(HistoryError) -> Truth in
      switch plan.leaves[number] {
      case .row(let condition): return condition.truth(of: row, at: waiting.row)
      case .line(let condition): return content.map(condition.truth) ?? .unknown
      case .state:
        return watch.truth(of: stateNumbers[number], row: row, outcome: waiting.place, payload: content?.payload)
      }
    } == .yes
  }

  /// The answer as far as the index gives it.
  private func truth(_ answer: (RowCondition) throws(HistoryError) -> Truth) throws(HistoryError) -> Truth {
    try plan.formula.truth { (number) throws(HistoryError) in
      if case .row(let condition) = plan.leaves[number] { try answer(condition) } else { .pending }
    }
  }

  /// The answer as far as the row's own record gives it.
  private mutating func recordTruth(of row: HistoryRow, at place: Int) throws(HistoryError) -> Truth {
    guard plan.needsLines else { return .pending }
    if sieve.isUseful, let lines = try sieve.bytes(of: place) {
      let truth = try plan.formula.truth { (number) throws(HistoryError) in
        switch plan.leaves[number] {
        case .row(let condition): condition.truth(of: row, at: place)
        case .line: sieve.rulesOut(number, lines) ? .no : .pending
        case .state: .pending
        }
      }
      if truth != .pending { return truth }
    }
    let content = try RowContent(of: place, in: history)
    return try plan.formula.truth { (number) throws(HistoryError) in
      switch plan.leaves[number] {
      case .row(let condition): condition.truth(of: row, at: place)
      case .line(let condition): condition.truth(of: content)
      case .state: .pending
      }
    }
  }
}
