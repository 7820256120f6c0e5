import FluxtapeLog

/// What a run's lines are, found in one pass over its files: about 90 bytes an action, and no contents.
final class RunIndex: Sendable {
  let files: [LogFile]
  let lines: LineTable
  let rows: [PackedRow]
  let texts: TextTable
  /// In the order in which the stores appear.
  let storeNames: [String]
  let storeNumbers: TextTable
  let timelines: [StoreTimeline]
  /// Why lines are no records.
  let badLines: [UInt32: LogError]
  /// Rows that have a step, by it and then by place.
  let rowsByStep: [UInt32]
  /// Rows that have a cause, by its step and then by place.
  let rowsByCause: [UInt32]
  /// Causes beyond the first, and the row that has them: by step.
  let furtherCauses: [FurtherCause]
  /// Rows where records are missing or cannot be read, rising: what a store's state is after them is not certain.
  let losses: [UInt32]
  /// Rows in flight, and pending ones, rising.
  let inFlight: [UInt32]
  let pending: [UInt32]
  /// What a reader must know to rebuild states, and this one does not.
  let needs: [String]

  struct FurtherCause: Sendable {
    var step: Int
    var row: UInt32
  }

  init(_ indexer: consuming RunIndexer) {
    indexer.finish()
    files = indexer.files
    lines = indexer.lines
    rows = indexer.rows
    texts = indexer.texts
    storeNames = indexer.storeNumbers.texts
    storeNumbers = indexer.storeNumbers
    timelines = indexer.timelines
    badLines = indexer.badLines
    needs = indexer.needs
    furtherCauses = indexer.furtherCauses.sorted { ($0.step, $0.row) < ($1.step, $1.row) }
    let rows = indexer.rows
    let numbers = rows.indices.map(UInt32.init)
    rowsByStep = Self.sorted(numbers.filter { rows[Int($0)].step > 0 }) { rows[Int($0)].step }
    rowsByCause = Self.sorted(numbers.filter { rows[Int($0)].flags.contains(.hasCause) }) { rows[Int($0)].first }
    losses = numbers.filter { rows[Int($0)].isLoss(isLast: Int($0) == rows.count - 1) }
    inFlight = numbers.filter { rows[Int($0)].flags.contains(.isInFlight) }
    pending = numbers.filter { rows[Int($0)].flags.contains(.isPending) }
  }

  /// Rising by `key` and then by number. Quick where they already are, as in most logs.
  private static func sorted(_ rows: [UInt32], by key: (UInt32) -> Int) -> [UInt32] {
    let isSorted = zip(rows, rows.dropFirst()).allSatisfy { key($0) <= key($1) }
    return isSorted ? rows : rows.sorted { (key($0), $0) < (key($1), $1) }
  }
}

extension PackedRow {
  /// Whether something is missing here, or comes twice, that may have changed any store's state.
  fileprivate func isLoss(isLast: Bool) -> Bool {
    switch kind {
    case .gap, .jump: true
    case .badLine: !(flags.contains(.isTorn) && isLast)
    case .action, .mark, .unknown, .end: flags.contains(.isDuplicate) || (flags.contains(.isTorn) && !isLast)
    }
  }
}

// MARK: - Looking up

extension RunIndex {
  /// The first row with a step.
  func row(of step: Int) -> Int? {
    let place = rowsByStep.partitioningIndex { rows[Int($0)].step >= step }
    guard place < rowsByStep.count, rows[Int(rowsByStep[place])].step == step else { return nil }
    return Int(rowsByStep[place])
  }

  /// The rows that name `step` as a cause, rising.
  func rows(causedBy step: Int) -> [Int] {
    let first = rowsByCause.partitioningIndex { rows[Int($0)].first >= step }
    let found = rowsByCause[first...].prefix { rows[Int($0)].first == step }.map { Int($0) }
    let further = furtherCauses.partitioningIndex { $0.step >= step }
    let others = furtherCauses[further...].prefix { $0.step == step }.map { Int($0.row) }
    return others.isEmpty ? found : Set(found + others).sorted()
  }

  /// The first loss after `start` (from the beginning, where that is `nil`) and up to `end`, or before it.
  func loss(after start: LinePlace?, upTo end: LinePlace, including: Bool) -> Int? {
    let place = losses.partitioningIndex { row in start.map { rows[Int(row)].place > $0 } ?? true }
    guard place < losses.count else { return nil }
    let loss = rows[Int(losses[place])].place
    return loss < end || (including && loss == end) ? Int(losses[place]) : nil
  }
}
