import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading

/// What the timeline draws besides the rows themselves, found once for a log: which rows hang together by their causes,
/// where something is wrong, and how busy each store is.
///
/// Rows that came later are not in it: of them it says that they stand alone.
///
/// - Complexity: O(n) to make, without reading a line; 16 bytes a row.
package struct TimelineIndex: Sendable {
  /// For each row, the first row of its chain: where going from cause to cause ends.
  private var roots: [Int32]
  /// Causes above a row.
  private var depths: [Int32]
  private var previousInChain: [Int32]
  private var nextInChain: [Int32]
  /// For the first row of a chain, how many rows it has and which is the last.
  private var chains: [Int32: (count: Int, last: Int)]
  private let run: FixedRun
  private var rows: RunRows { run.rows }
  /// Where the last row's line ends, about.
  private let end: Int
  /// Rows that have a number.
  private(set) var steps = 0
  /// Rows where something is wrong: errors, bad lines, gaps, jumps, duplicates, actions in flight, an incomplete last line.
  let problems: [Int]
  /// For each store, its rows' count and the first and the last of them.
  let lives: [(rows: Int, first: Int, last: Int)]

  /// Nothing is known of these rows yet.
  init(nothingOf run: FixedRun) {
    self.run = run
    (roots, depths, previousInChain, nextInChain, chains, problems, lives, end) = ([], [], [], [], [:], [], [], 0)
  }

  init(of run: FixedRun) {
    self.run = run
    let rows = run.rows
    let history = run.history
    var roots: [Int32] = []
    var depths: [Int32] = []
    roots.reserveCapacity(rows.count)
    depths.reserveCapacity(rows.count)
    previousInChain = Array(repeating: -1, count: rows.count)
    nextInChain = Array(repeating: -1, count: rows.count)
    chains = [:]
    var problems: [Int] = []
    var lives = Array(repeating: (rows: 0, first: Int.max, last: -1), count: history.stores.count)
    for (place, row) in rows.all.enumerated() {
      if row.isProblem { problems.append(place) }
      if row.step != nil, !row.isDuplicate { steps += 1 }
      if let store = row.store, store < lives.count { lives[store] = (lives[store].rows + 1, min(lives[store].first, place), place) }
      // A cause that stands behind its effect breaks the format; it is not followed, so there are no rings.
      let cause = row.cause == nil ? nil : history.cause(of: place).flatMap { $0 < place ? $0 : nil }
      let root = cause.map { roots[$0] } ?? Int32(place)
      roots.append(root)
      depths.append(cause.map { depths[$0] + 1 } ?? 0)
      guard cause != nil else { continue }
      let chain = chains[root] ?? (1, Int(root))
      previousInChain[place] = Int32(chain.last)
      nextInChain[chain.last] = Int32(place)
      chains[root] = (chain.count + 1, place)
    }
    self.roots = roots
    self.depths = depths
    self.problems = problems
    self.lives = lives
    let last = rows[rows.lastNumber]?.position ?? 0
    end = last + (rows.count > 1 ? last / rows.count : rows.count)
  }
}

extension TimelineIndex {
  /// Whether it tells of these rows, so that their numbers mean the same in both.
  func isOf(_ run: FixedRun) -> Bool { self.run == run }
}

// MARK: - Chains

extension TimelineIndex {
  /// All rows that go back to one first cause.
  struct Chain: Sendable {
    let first: Int
    let last: Int
    let count: Int
  }

  /// The chain that `row` belongs to; nil where it stands alone.
  func chain(of row: Int) -> Chain? {
    guard row < roots.count else { return nil }
    return chains[roots[row]].map { Chain(first: Int(roots[row]), last: $0.last, count: $0.count) }
  }

  func isRow(_ row: Int, in chain: Chain) -> Bool { row < roots.count && Int(roots[row]) == chain.first }

  func depth(of row: Int) -> Int { row < depths.count ? Int(depths[row]) : 0 }

  func next(inChainAfter row: Int) -> Int? { row < nextInChain.count && nextInChain[row] >= 0 ? Int(nextInChain[row]) : nil }

  func previous(inChainBefore row: Int) -> Int? {
    row < previousInChain.count && previousInChain[row] >= 0 ? Int(previousInChain[row]) : nil
  }

  /// The place of `row` in its chain, counted from 1.
  ///
  /// - Complexity: O(rows of the chain before it), `limit` at most; nil beyond.
  func position(inChainOf row: Int, limit: Int = 1000) -> Int? {
    var position = 1
    var place = row
    while let previous = previous(inChainBefore: place) {
      position += 1
      place = previous
      if position > limit { return nil }
    }
    return position
  }
}

extension HistoryRow {
  /// Whether something is wrong with the row itself: a failed action, one that the app did not live to end, an error noted, or a
  /// log that is not whole here.
  var isProblem: Bool {
    if isInFlight || isTorn || isOutcomeBrokenOff { return true }
    switch kind {
    case .badLine: return true
    case .gap, .jump: return true
    case .mark: return level == "error" || isRecorderProblem
    default: return hasError || isDuplicate
    }
  }

  /// Whether a recorder says here that the states in the log may not be what a person takes them for.
  var isRecorderProblem: Bool { problem.flatMap(RecordedProblem.Kind.init(rawValue:))?.isProblem == true }

  /// Whether the app itself failed here, rather than its log.
  var isFailure: Bool { hasError || (kind == .mark && level == "error") }
}

extension TimelineIndex {
  func problem(after row: Int) -> Int? {
    let place = firstProblem(notBefore: row + 1)
    return place < problems.count ? problems[place] : nil
  }

  func problem(before row: Int) -> Int? {
    let place = firstProblem(notBefore: row)
    return place > 0 ? problems[place - 1] : nil
  }

  /// Where in ``problems`` the rows from `row` on begin. O(log n).
  private func firstProblem(notBefore row: Int) -> Int {
    var (low, high) = (0, problems.count)
    while low < high {
      let middle = (low + high) / 2
      if problems[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - The whole log in a few columns

extension TimelineIndex {
  /// The column that a row falls into.
  func column(of row: Int, of columns: Int) -> Int {
    rows.isEmpty ? 0 : min(row, rows.count - 1) * columns / rows.count
  }

  /// The first row that falls into a column, or that is below it where none does.
  func firstRow(in column: Int, of columns: Int) -> Int? {
    rows.isEmpty ? nil : min((column * rows.count + columns - 1) / columns, rows.count - 1)
  }

  /// The rows below a column; where rows are fewer than columns, one row is below several.
  private func rows(below column: Int, of columns: Int) -> Range<Int> {
    let start = column * rows.count / columns
    return start..<min(max(start + 1, (column + 1) * rows.count / columns), rows.count)
  }

  /// How much was recorded below each of `columns` equal stretches of rows, in bytes of the log.
  ///
  /// - Complexity: O(`columns`).
  func activity(columns: Int) -> [Int] {
    guard !rows.isEmpty else { return Array(repeating: 0, count: columns) }
    return (0..<columns).map { column in
      let stretch = rows(below: column, of: columns)
      let end = rows[stretch.upperBound]?.position ?? end
      return max(1, end - (rows[stretch.lowerBound]?.position ?? end))
    }
  }

  /// Whether something is wrong in a row that falls into `column`. O(log n).
  func hasProblem(in column: Int, of columns: Int) -> Bool {
    let start = (column * rows.count + columns - 1) / columns
    let end = ((column + 1) * rows.count + columns - 1) / columns
    guard start < end else { return false }
    let place = firstProblem(notBefore: start)
    return place < problems.count && problems[place] < end
  }
}
