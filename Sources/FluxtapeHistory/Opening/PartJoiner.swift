/// Puts scanned parts together, in their order.
struct PartJoiner: Sendable {
  private var sorter: RunSorter
  /// The part in which the line begins that no line feed ends. It is the file's last line, but the part need not be the last one.
  private var tail: ScannedPart?
  /// Rows that were there when something was shown last.
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

  /// Where the last file was read up to, in whole lines, given that it was read up to `end`.
  func resumeOffset(_ end: Int) -> Int { tail?.tail?.offset ?? end }

  /// Goes on with the last file, which has grown.
  mutating func joinMore(_ part: ScannedPart) throws(HistoryError) -> [RunIndex] {
    try sorter.add(part)
    tail = part.tail == nil ? nil : part.withTailAlone
    return try indexes(isWhole: true) ?? []
  }

  /// What there is to show, if it is worth while: when all is read, or twice as much as the last time, at a moment when little has to be
  /// copied so that the index may grow on behind what is shown.
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
    // The tail may go on: what is kept for later does not have it.
    var whole = sorter
    if let tail { try whole.addTail(of: tail) }
    try whole.end()
    whole.settle()
    return whole.runs.map { RunIndex($0, isWhole: true) }
  }
}
