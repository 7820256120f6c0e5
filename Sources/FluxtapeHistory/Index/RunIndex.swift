import FluxtapeLocking
import FluxtapeLog
import FluxtapeLogReading

/// The lines of a run that were read so far: 64 bytes for a row, 40 for an outcome on a separate line, 4 for an event of a state, and no
/// contents. An index is immutable: reading on makes a new one that shares memory with it.
final class RunIndex: Sendable {
  let files: [LogFile]
  /// Parsed once: each row's time of day is counted from it.
  let start: Timestamp?
  let parts: [RunPart]
  let rows: BlockList<Row>
  let outcomes: BlockList<Completion>
  let texts: TextTable
  let storeNumbers: TextTable
  let timelines: [StoreTimeline]
  let rareFacts: [Int: RareFacts]
  let otherLines: [OtherLines]
  let rowsWithoutLine: [UInt32]
  /// Causes beyond the first, with their row, sorted by step.
  let furtherCauses: [FurtherCause]
  /// Steps that follow a higher one, sorted by step and then by row.
  let oddSteps: [OddStep]
  /// The same, sorted by row.
  let oddStepsByRow: [OddStep]
  /// Rows where records are missing or unreadable, sorted: after them, no store's state is certain.
  let losses: [UInt32]
  let openRows: OpenRows
  let unfinished: UnfinishedRows
  /// The features that are necessary to rebuild states and that this reader does not support.
  let needs: [String]
  /// The number of rows, from the first on, that no later line can change.
  let settledRows: Int
  /// Whether the whole log was read.
  let isWhole: Bool
  /// Whether an object of a line may have a key twice. If not, no line has to be read to find one.
  let mayRepeatKeys: Bool
  /// Rows with a cause, sorted by its step and then by place; made on demand, 4 bytes each.
  private let causes = Locked<[UInt32]?>(nil)
  /// Rereads lines.
  let reader: Locked<LineWindow>
  /// Counts changes; made on demand.
  let counter = Locked<ChangeCounter?>(nil)

  struct FurtherCause: Sendable {
    var step: Int
    var row: UInt32
  }

  struct OddStep: Sendable {
    var step: Int
    var row: UInt32
  }

  /// - Parameter isWhole: Whether all lines of the run were read. If not, nothing counts as in flight.
  init(_ run: RunIndexer, isWhole: Bool) {
    files = run.files
    start = run.files.lazy.compactMap(\.header).first?.start
    reader = Locked(LineWindow(files: run.files, parts: run.parts))
    parts = run.parts
    // Of a folder's logs, many indexes are in memory at once.
    rows = isWhole ? run.rows.trimmed() : run.rows
    outcomes = run.outcomes
    texts = run.texts
    storeNumbers = run.storeNumbers
    timelines = run.events.map { [rows, outcomes] log in
      StoreTimeline(log, rows: rows, outcomes: outcomes, storeBegan: run.storeBegan, storeEnded: run.storeEnded)
    }
    rareFacts = run.rareFacts
    otherLines = run.otherLines
    rowsWithoutLine = run.rowsWithoutLine
    furtherCauses = run.furtherCauses.sorted { ($0.step, $0.row) < ($1.step, $1.row) }
    oddStepsByRow = run.oddSteps
    oddSteps = run.oddSteps.sorted { ($0.step, $0.row) < ($1.step, $1.row) }
    // A torn line is a loss for all stores, unless it ends the log and names its store.
    let isTornAtEnd =
      run.rows.last.map { $0.flags.contains(.isTorn) && $0.kind != .badLine } == true && run.losses.last == UInt32(run.rows.count - 1)
    losses = isTornAtEnd ? run.losses.dropLast() : run.losses
    let open = isWhole ? run.openRows() : OpenRows()
    openRows = open
    unfinished = UnfinishedRows(open, tornRow: isTornAtEnd ? UInt32(run.rows.count - 1) : nil) { run.rows[Int($0)].store }
    needs = run.needs
    settledRows = isWhole ? run.rows.count : run.settledRows
    self.isWhole = isWhole
    mayRepeatKeys = run.mayRepeatKeys
  }
}

extension RunIndexer {
  /// The number of rows before the first that a later line may complete, explain or remove.
  fileprivate var settledRows: Int {
    // A jump may later be inserted before states at the beginning of a segment.
    let states: UInt32? = if case .before(let place) = jumpPlace { UInt32(firstRow(from: place)) } else { nil }
    let unsettled = [open.values.lazy.map(\.row).min(), rowsWithoutLine.first, droppedRow, states].compactMap { $0 }.min()
    return unsettled.map { Int($0) } ?? rows.count
  }
}

// MARK: - Looking up

extension RunIndex {
  /// The first row with a step.
  func row(of step: Int) -> Int? {
    let odd = oddSteps.partitioningIndex { $0.step >= step }
    let oddRow = odd < oddSteps.count && oddSteps[odd].step == step ? Int(oddSteps[odd].row) : nil
    guard step > 0 else { return oddRow }
    // The first row with this value has this step: rows without a step repeat the value before.
    let place = rows.partitioningIndex { $0.step >= step }
    guard place < rows.count, rows[place].step == step else { return oddRow }
    return min(place, oddRow ?? place)
  }

  /// The highest step.
  var lastStep: Int? {
    let highest = max(rows.last?.step ?? 0, oddSteps.last?.step ?? 0)
    return highest > 0 ? highest : nil
  }

  /// The rows that name `step` as a cause, sorted.
  func rows(causedBy step: Int) -> [Int] {
    let found = causes.withLock { known in
      let rows = known ?? rowsByCause()
      known = rows
      let place = rows.partitioningIndex { (cause(of: Int($0)) ?? 0) >= step }
      return rows[place...].prefix { cause(of: Int($0)) == step }.map { Int($0) }
    }
    let further = furtherCauses.partitioningIndex { $0.step >= step }
    let others = furtherCauses[further...].prefix { $0.step == step }.map { Int($0.row) }
    return others.isEmpty ? found : Set(found + others).sorted()
  }

  private func rowsByCause() -> [UInt32] {
    let caused = rows.indices.filter { rows[$0].flags.contains(.hasCause) }.map { (step: cause(of: $0) ?? 0, row: UInt32($0)) }
    return caused.sorted { ($0.step, $0.row) < ($1.step, $1.row) }.map(\.row)
  }

  /// The next row of a store, from `row` on in steps of `stride`, 1 or -1.
  func nextRow(from row: Int, stride: Int, store: Int) -> Int? {
    var row = row
    while rows.indices.contains(row) {
      if self.store(of: row) == store { return row }
      row += stride
    }
    return nil
  }

  /// The row with the last outcome before that of `row`, of a store or of all rows. It may not be the previous row if completions follow
  /// their actions later.
  ///
  /// - Complexity: O(rows and completions between them).
  func rowReduced(before row: Int, store: Int?) -> Int? {
    let place = outcomePlace(of: row)
    func isMeant(_ other: Int) -> Bool { store.map { self.store(of: other) == $0 } ?? true }
    var plain = rows.indices.partitioningIndex { linePlace(of: $0) >= place } - 1
    while plain >= 0, !isMeant(plain) || outcomePlace(of: plain) >= place { plain -= 1 }
    var completed: Int?
    var outcome = outcomes.partitioningIndex { .on($0.place) >= place } - 1
    while outcome >= 0, plain < 0 || .on(outcomes[outcome].place) > outcomePlace(of: plain) {
      let other = Int(outcomes[outcome].row)
      if isMeant(other), self.outcome(of: other) == outcome, outcomePlace(of: other) == .on(outcomes[outcome].place) {
        completed = other
        break
      }
      outcome -= 1
    }
    return completed ?? (plain >= 0 ? plain : nil)
  }
}
