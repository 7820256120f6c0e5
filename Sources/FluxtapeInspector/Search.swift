import FluxtapeHistory

/// A search through the log, from one row to the end and on from the beginning.
package struct Search: Hashable, Sendable {
  let filter: RowFilter
  /// The row where it began.
  let origin: LinePlace
  /// The rows that are searched.
  private var run: FixedRun
  /// Rows that are found.
  private(set) var hits = RowSet()
  /// Rows that have been looked at, from the origin on.
  private var scanned = 0
  /// Why it ended before the log did.
  private(set) var problem: String?
  /// Where to jump as soon as there is a hit that way.
  var awaited: Direction?

  enum Direction: Hashable, Sendable { case forward, backward }

  /// What has to be found, and where.
  package struct Question: Hashable, Sendable {
    var number: Int
    var run: FixedRun
    var filter: RowFilter
    /// Stretches of the run's rows, one after the other.
    var stretches: [Range<Int>]
  }

  /// Rows that were found.
  package struct Answer: Hashable, Sendable {
    var found: [LinePlace]
    var looked: Int
    var problem: String? = nil
  }

  init(_ filter: RowFilter, from origin: LinePlace, in run: FixedRun) {
    self.filter = filter
    self.origin = origin
    self.run = run
  }

  var text: String { filter.text }

  var isComplete: Bool { scanned >= run.rows.count || problem != nil }

  /// All rows, beginning where the search does.
  func question(run number: Int) -> Question {
    let start = run.rows.firstNumber(notBefore: origin)
    return Question(number: number, run: run, filter: filter, stretches: [start..<run.rows.count, 0..<start])
  }

  /// The rows that came since; nil where there are none, or what was there is not searched yet.
  mutating func goOn(run number: Int, of later: FixedRun) -> Question? {
    guard isComplete, problem == nil, run != later else { return nil }
    let known = run.rows.place(of: run.rows.lastNumber).map { later.rows.firstNumber(after: $0) } ?? 0
    run = later
    scanned = known
    return known < later.rows.count ? Question(number: number, run: later, filter: filter, stretches: [known..<later.rows.count]) : nil
  }

  /// Whether this is what waits for the answers to a question.
  func isAsking(_ question: Question) -> Bool { question.filter == filter && question.run == run }

  mutating func add(_ answer: Answer) {
    problem = answer.problem
    scanned += answer.looked
    hits.insert(answer.found, origin: origin)
  }

  /// The next hit, around the ends of the log; nil where none is known that way yet.
  ///
  /// - Parameter includingThis: Whether the row where looking begins may be the hit.
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

  /// Whether the rows behind `row` have been looked at without a hole up to a hit.
  private func isSearched(upTo hit: LinePlace, from row: LinePlace) -> Bool {
    let start = run.rows.firstNumber(notBefore: origin)
    let end = run.rows.firstNumber(after: row) >= start ? start + scanned : start + scanned - run.rows.count
    return run.rows.number(at: hit).map { $0 < end } ?? false
  }

  /// Whether a row has been looked at and is no hit, in a search from the first row on.
  func isPassedOver(_ row: LinePlace) -> Bool { run.rows.firstNumber(notBefore: row) < scanned && !hits.contains(row) }

  /// Rows that have been looked at, in percent.
  var share: Int { scanned * 100 / max(run.rows.count, 1) }

  /// `37 hits`, or `37 hits, 41% searched`.
  var progress: String {
    if let problem { return problem }
    let found = QuantityText.counted(hits.count, "hit")
    return isComplete ? found : "\(found), \(share)% searched"
  }
}
