import FluxtapeHistory

/// A search through the log, from one row to the end and on from the beginning.
package struct Search: Hashable, Sendable {
  let filter: RowFilter
  /// The row where it began.
  let origin: Int
  private(set) var rowCount: Int
  /// Rows that are found.
  private(set) var hits = RowSet()
  /// Rows that have been looked at, from the origin on.
  private(set) var scanned = 0
  /// Why it ended before the log did.
  private(set) var problem: String?
  /// Where to jump as soon as there is a hit that way.
  var awaited: Direction?

  enum Direction: Hashable, Sendable { case forward, backward }

  /// What has to be found, and where.
  package struct Question: Hashable, Sendable {
    var run: Int
    var filter: RowFilter
    /// Stretches of rows, one after the other.
    var stretches: [Range<Int>]
  }

  /// Rows that were found.
  package struct Answer: Hashable, Sendable {
    var found: [Int]
    var looked: Int
    var problem: String? = nil
  }

  init(_ filter: RowFilter, from origin: Int, rowCount: Int) {
    self.filter = filter
    self.origin = origin
    self.rowCount = rowCount
  }

  var text: String { filter.text }

  var isComplete: Bool { scanned >= rowCount || problem != nil }

  /// All rows, beginning where the search does.
  func question(run: Int) -> Question {
    Question(run: run, filter: filter, stretches: [origin..<rowCount, 0..<min(origin, rowCount)])
  }

  /// The rows that came since; nil where there are none, or what was there is not searched yet.
  mutating func goOn(run: Int, rowCount: Int) -> Question? {
    guard isComplete, problem == nil, rowCount > self.rowCount else { return nil }
    defer { self.rowCount = rowCount }
    return Question(run: run, filter: filter, stretches: [self.rowCount..<rowCount])
  }

  mutating func add(_ answer: Answer) {
    problem = answer.problem
    scanned += answer.looked
    hits.insert(answer.found, origin: origin)
  }

  /// The next hit, around the ends of the log; nil where none is known that way yet.
  func hit(_ direction: Direction, from row: Int) -> Int? {
    switch direction {
    case .forward:
      if let hit = hits.first(after: row), isComplete || hit < scannedEnd(from: row) { return hit }
      return isComplete ? hits.first : nil
    case .backward:
      guard isComplete else { return nil }
      return hits.last(before: row) ?? hits.last
    }
  }

  /// The end of the rows behind `row` that have been looked at without a hole.
  private func scannedEnd(from row: Int) -> Int {
    row + 1 >= origin ? min(origin + scanned, rowCount) : max(0, origin + scanned - rowCount)
  }

  /// `37 hits`, or `37 hits, 41% searched`.
  var progress: String {
    if let problem { return problem }
    let found = QuantityText.counted(hits.count, "hit")
    return isComplete ? found : "\(found), \(scanned * 100 / max(rowCount, 1))% searched"
  }
}
