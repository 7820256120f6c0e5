/// Joins scanned parts in order.
struct PartJoiner: Sendable {
  private var sorter: RunSorter
  /// The part with the line without a line feed. It is the file's last line, but not always in the last part.
  private var tail: ScannedPart?
  /// The number of rows at the last update.
  private var shownRows = 0

  init(takesAnything: Bool) { sorter = RunSorter(takesAnything: takesAnything) }
}

extension PartJoiner {
  mutating func join(_ scanned: OpeningState.Scanned, isLastFile: Bool) throws(HistoryError) {
    let job = scanned.job
    if job.part.range.lowerBound == job.fileStart { sorter.begin(job.file) }
    try sorter.add(scanned.part)
    if scanned.part.tail != nil { tail = scanned.part.withTailAlone }
    guard job.part.isLast, !isLastFile else { return }
    if let tail { try sorter.addTail(of: tail) }
    tail = nil
    try sorter.end()
  }

  /// The end of the complete lines in the last file, which was read up to `end`.
  func resumeOffset(_ end: Int) -> Int { tail?.tail?.offset ?? end }

  /// Adds a part of the last file after it has grown.
  mutating func joinMore(_ part: ScannedPart) throws(HistoryError) -> [RunIndex] {
    try sorter.add(part)
    tail = part.tail == nil ? nil : part.withTailAlone
    return try indexes(isWhole: true) ?? []
  }

  /// The indexes to publish: when everything is read, or when the number of rows has doubled since the last update and copying is cheap.
  mutating func indexes(isWhole: Bool) throws(HistoryError) -> [RunIndex]? {
    let rows = sorter.runs.reduce(0) { $0 + $1.rows.count }
    let isTime = rows >= shownRows * 2 && !sorter.runs.isEmpty && !sorter.isCostlyToCopy
    guard isWhole || isTime else { return nil }
    shownRows = max(rows, 1)
    sorter.settle()
    guard isWhole else {
      defer { sorter.moveApart() }
      return sorter.runs.map { RunIndex($0, isWhole: false) }
    }
    // The tail may grow, so the sorter that is kept must not include it.
    var whole = sorter
    if let tail { try whole.addTail(of: tail) }
    try whole.end()
    whole.settle()
    return whole.runs.map { RunIndex($0, isWhole: true) }
  }
}
