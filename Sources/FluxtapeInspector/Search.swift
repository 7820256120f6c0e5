import FluxtapeAnswers
import FluxtapeLogReading
import FluxtapeHistory

/// A search through the log, from one row to the end and then from the beginning.
package struct Search: Hashable, Sendable {
  let filter: RowFilter
  /// Filters that a hit has to pass, too.
  let others: [RowFilter]
  /// The row where the search began.
  let origin: LinePlace
  /// The run that is searched.
  private var run: FixedRun
  /// The rows found so far.
  private(set) var hits = RowSet()
  private(set) var counted = StepCount()
  /// The number of rows searched, from the origin on.
  private var scanned = 0
  /// Why the search ended early.
  private(set) var problem: String?
  /// Jump to the next hit in this direction as soon as it is found.
  var awaited: Direction?
  /// The hit that the cursor went to, until its step is read.
  var arrived: LinePlace?
  /// Whether it was asked why there is no hit.
  var isExplained = false
  /// Where the hit under the cursor is.
  var place: HitPlace?

  enum Direction: Hashable, Sendable { case forward, backward }

  /// A question for background work.
  package struct Question: Hashable, Sendable {
    var number: Int
    var run: FixedRun
    var filter: RowFilter
    var others: [RowFilter]
    /// The ranges of rows to search, in order.
    var stretches: [Range<Int>]
  }

  /// Some of the hits.
  package struct Answer: Hashable, Sendable {
    var found: [LinePlace]
    var looked: Int
    var problem: String? = nil
  }

  init(_ filter: RowFilter, amongRowsThatPass others: [RowFilter] = [], from origin: LinePlace, in run: FixedRun) {
    self.filter = filter
    self.others = others
    self.origin = origin
    self.run = run
  }

  var text: String { filter.text }

  var isComplete: Bool { scanned >= run.rows.count || problem != nil }

  /// Returns the question for all rows, beginning at the origin.
  func question(run number: Int) -> Question {
    let start = run.rows.firstNumber(notBefore: origin)
    return Question(number: number, run: run, filter: filter, others: others, stretches: [start..<run.rows.count, 0..<start])
  }

  /// Returns the question for new rows; nil if there are none, or if the search is not complete yet.
  mutating func resume(run number: Int, of later: FixedRun) -> Question? {
    guard isComplete, problem == nil, run != later else { return nil }
    let known = run.rows.place(of: run.rows.lastNumber).map { later.rows.firstNumber(after: $0) } ?? 0
    run = later
    scanned = known
    guard known < later.rows.count else { return nil }
    return Question(number: number, run: later, filter: filter, others: others, stretches: [known..<later.rows.count])
  }

  /// Whether this search asked a question.
  func isAsking(_ question: Question) -> Bool {
    question.filter == filter && question.others == others && question.run == run
  }

  mutating func add(_ answer: Answer) {
    problem = answer.problem
    scanned += answer.looked
    hits.insert(answer.found, origin: origin)
    for place in answer.found {
      if let row = run.rows[place] { counted.add(row) }
    }
  }

  /// Returns the next hit, wrapping around the ends of the log; nil if none is known yet.
  ///
  /// - Parameter includingThis: Whether `row` itself may be the hit.
  func hit(_ direction: Direction, from row: LinePlace, includingThis: Bool = false) -> LinePlace? {
    switch direction {
    case .forward:
      let hit = includingThis ? hits.first(notBefore: row) : hits.first(after: row)
      if let hit, isComplete || isSearched(upTo: hit, from: row) { return hit }
      return isComplete ? hits.first : nil
    case .backward:
      guard isComplete else { return nil }
      return hits.last(before: row) ?? hits.last
    }
  }

  /// Whether all rows from `row` up to a hit have been searched.
  private func isSearched(upTo hit: LinePlace, from row: LinePlace) -> Bool {
    let start = run.rows.firstNumber(notBefore: origin)
    let end = run.rows.firstNumber(after: row) >= start ? start + scanned : start + scanned - run.rows.count
    return run.rows.number(at: hit).map { $0 < end } ?? false
  }

  /// Whether a row was searched and is not a hit, in a search from the first row on.
  func isMiss(_ row: LinePlace) -> Bool { run.rows.firstNumber(notBefore: row) < scanned && !hits.contains(row) }

  /// The percentage of rows searched.
  var percent: Int { scanned * 100 / max(run.rows.count, 1) }

  /// `hit 2 of 37` on a hit, once all of them are known; else what is known of the search.
  func progress(of noun: String, at row: LinePlace?) -> String {
    guard isComplete, problem == nil, let position = row.flatMap(hits.position) else { return progress(of: noun) }
    return "\(noun) \((position + 1).grouped) of \(hits.count.grouped)"
  }

  /// `37 hits`, or `37 hits, 41% searched`.
  var progress: String { progress(of: "hit") }

  func progress(of noun: String) -> String {
    if let problem { return problem }
    let found = hits.count.counted(noun)
    return isComplete ? found : "\(found), \(percent)% searched"
  }
}
