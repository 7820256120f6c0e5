import FluxtapeAnswers
import FluxtapeHistory
import FluxtapeLog
import FluxtapeLogReading

/// Facts about all rows that the timeline draws, computed once for a run: chains of causes, problems, the longest pauses,
/// and each store's activity.
///
/// It knows nothing of later rows: they have no chain here.
///
/// - Complexity: O(n) to create, without reading lines; 16 bytes a row.
package struct TimelineIndex: Sendable {
  /// For each row, the first row of its chain.
  private var roots: [Int32]
  /// For each row, the number of causes above it.
  private var depths: [Int32]
  private var previousInChain: [Int32]
  private var nextInChain: [Int32]
  /// For the first row of each chain, the chain's last row.
  private var chains: [Int32: Int]
  private let run: FixedRun
  private var rows: RunRows { run.rows }
  /// The approximate position after the last row's line.
  private let end: Int
  /// The number of steps.
  private(set) var steps = 0
  /// The rows with problems: errors, bad lines, gaps, jumps, duplicates, actions in flight, an incomplete last line.
  let problems: [Int]
  /// The types of actions, in the order in which they first occur.
  let types: [String]
  /// For each store, the number of its rows, and the first and the last of them.
  let lives: [(rows: Int, first: Int, last: Int)]
  let pauses: LongestPauses
  let origins: OriginSearch

  /// Creates an empty index of a run.
  init(nothingOf run: FixedRun) {
    self.run = run
    (roots, depths, previousInChain, nextInChain, chains, problems, types, lives, end) = ([], [], [], [], [:], [], [], [], 0)
    pauses = LongestPauses()
    origins = OriginSearch(run.history)
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
    var types: [String] = []
    var knownTypes: Set<Int> = []
    var lives = Array(repeating: (rows: 0, first: Int.max, last: -1), count: history.stores.count)
    var pauses = LongestPauses()
    var lastTime: Int?
    for (place, row) in rows.all.enumerated() {
      if let time = row.time {
        if let lastTime { pauses.add(place, after: time.saturatingSubtract(lastTime)) }
        lastTime = time
      }
      if row.isProblem { problems.append(place) }
      if row.isStep { steps += 1 }
      if row.kind == .action, let number = row.typeNumber, knownTypes.insert(number).inserted { types.append(row.type) }
      if let store = row.store, store < lives.count { lives[store] = (lives[store].rows + 1, min(lives[store].first, place), place) }
      // A cause after its effect breaks the format. Ignoring it also prevents cycles.
      let cause = row.cause == nil ? nil : history.cause(of: place).flatMap { $0 < place ? $0 : nil }
      let root = cause.map { roots[$0] } ?? Int32(place)
      roots.append(root)
      depths.append(cause.map { depths[$0] + 1 } ?? 0)
      guard cause != nil else { continue }
      let last = chains[root] ?? Int(root)
      previousInChain[place] = Int32(last)
      nextInChain[last] = Int32(place)
      chains[root] = place
    }
    self.roots = roots
    self.depths = depths
    self.problems = problems
    self.types = types
    self.lives = lives
    self.pauses = pauses
    origins = OriginSearch(history)
    let last = rows[rows.lastNumber]?.position ?? 0
    end = last + (rows.count > 1 ? last / rows.count : rows.count)
  }
}

extension TimelineIndex {
  /// Whether this is the index of a run, so that row numbers mean the same in both.
  func isOf(_ run: FixedRun) -> Bool { self.run == run }
}

// MARK: - Chains

extension TimelineIndex {
  /// All rows with the same first cause: the chains of all its effects.
  struct Chain: Sendable {
    let first: Int
    let last: Int
  }

  /// Returns the chain of a row; nil if the row is alone.
  func chain(of row: Int) -> Chain? {
    guard row < roots.count else { return nil }
    return chains[roots[row]].map { Chain(first: Int(roots[row]), last: $0) }
  }

  func isRow(_ row: Int, in chain: Chain) -> Bool { row < roots.count && Int(roots[row]) == chain.first }

  func depth(of row: Int) -> Int { row < depths.count ? Int(depths[row]) : 0 }

  func next(inChainAfter row: Int) -> Int? { row < nextInChain.count && nextInChain[row] >= 0 ? Int(nextInChain[row]) : nil }

  func previous(inChainBefore row: Int) -> Int? {
    row < previousInChain.count && previousInChain[row] >= 0 ? Int(previousInChain[row]) : nil
  }
}

/// Counts steps, and apart from them the rows that are no steps, such as states.
struct StepCount: Hashable, Sendable {
  private(set) var steps = 0
  private(set) var others = 0

  mutating func add(_ row: HistoryRow) {
    if row.isStep { steps += 1 } else { others += 1 }
  }

  /// `12 of 14,203 steps`, or `12 of 14,203 steps, 1 other row`.
  func words(ofAll total: Int) -> String {
    "\(steps.grouped) of \(total.counted("step"))"
      + (others == 0 ? "" : ", " + others.counted("other row"))
  }

  /// `12 of 14,203`
  func share(ofAll total: Int) -> String { "\(steps.grouped) of \(total.grouped)" }
}

extension HistoryRow {
  /// Whether the row counts as a step of the run.
  var isStep: Bool { step != nil && !isDuplicate }

  /// Whether the row has a problem: a failure, an action in flight, a reported error, or damage of the log.
  var isProblem: Bool {
    if isInFlight || isTorn || isOutcomeBrokenOff { return true }
    switch kind {
    case .badLine: return true
    case .gap, .jump: return true
    case .mark: return level == "error" || isRecorderProblem
    default: return hasError || isDuplicate
    }
  }

  /// Whether the recorder reports here that recorded states may be misleading.
  var isRecorderProblem: Bool { problem.flatMap(RecordedProblem.Kind.init(rawValue:))?.isProblem == true }

  /// Whether the app failed here, rather than its log.
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

  /// Returns the index in ``problems`` of the first one at or after `row`. O(log n).
  private func firstProblem(notBefore row: Int) -> Int { problems.partitioningIndex { $0 >= row } }
}

// MARK: - The whole log in a few columns

extension TimelineIndex {
  /// Returns the column of a row.
  func column(of row: Int, of columns: Int) -> Int {
    rows.isEmpty ? 0 : min(row, rows.count - 1) * columns / rows.count
  }

  /// Returns the first row of a column. If a column has no row, returns the next one.
  func firstRow(in column: Int, of columns: Int) -> Int? {
    rows.isEmpty ? nil : min((column * rows.count + columns - 1) / columns, rows.count - 1)
  }

  /// Returns the rows of a column. If there are fewer rows than columns, several columns share a row.
  private func rows(below column: Int, of columns: Int) -> Range<Int> {
    let start = column * rows.count / columns
    return start..<min(max(start + 1, (column + 1) * rows.count / columns), rows.count)
  }

  /// Returns the bytes of the log in each of `columns` equal stretches of rows.
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

  /// Whether a row of a column has a problem. O(log n).
  func hasProblem(in column: Int, of columns: Int) -> Bool {
    guard let rows = rows(in: column, of: columns) else { return false }
    let place = firstProblem(notBefore: rows.lowerBound)
    return place < problems.count && problems[place] < rows.upperBound
  }

  /// Returns the rows that begin in a column; nil if there are none.
  func rows(in column: Int, of columns: Int) -> Range<Int>? {
    let start = (column * rows.count + columns - 1) / columns
    let end = ((column + 1) * rows.count + columns - 1) / columns
    return start < end ? start..<end : nil
  }
}
