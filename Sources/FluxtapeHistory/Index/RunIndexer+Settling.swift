/// The rows of actions without an outcome in the log, sorted.
struct OpenRows: Sendable {
  var inFlight: [UInt32] = []
  var pending: [UInt32] = []
  /// Actions whose outcome may be among lost records, or was on a torn line.
  var lost: [UInt32] = []
  /// The lost actions whose line, or whose completion's line, is torn.
  var brokenOff: [UInt32] = []
}

extension RunIndexer {
  /// Removes the rows that later ones explain: jumps over steps that came late or that a gap reports.
  mutating func settle() {
    told = told.merged
    var explained = needlessRows
    needlessRows = []
    var shortened: [(row: Int, facts: RareFacts)] = []
    steps.settle { steps, missing in
      guard let row = missing.row else { return nil }
      guard let rest = steps.remaining(of: missing.steps, told: told) else {
        explained.append(row)
        return nil
      }
      shortened.append((Int(row), RareFacts(missing: rest.steps, missingCount: rest.count)))
      return row
    }
    for (row, facts) in shortened { rareFacts[row] = facts }
    if !explained.isEmpty { remove(explained.sorted()) }
  }

  /// Finds the actions without an outcome. Only the first row of a repeated step counts.
  func openRows() -> OpenRows {
    let pending = Set(started.values.joined())
    var result = OpenRows(lost: brokenOff, brokenOff: brokenOff.sorted())
    for (step, action) in open where !rows[Int(action.row)].flags.contains(.isDuplicate) {
      if told.range(containing: step) != nil {
        result.lost.append(action.row)
      } else if !rows[Int(action.row)].flags.contains(.hasEffect) {
        result.inFlight.append(action.row)
      } else if pending.contains(action.row) {
        result.pending.append(action.row)
      }
    }
    return OpenRows(
      inFlight: result.inFlight.sorted(), pending: result.pending.sorted(), lost: result.lost.sorted(), brokenOff: result.brokenOff)
  }

  /// Removes rows, which are sorted, and renumbers all references to rows. References to a removed row move to the row before it.
  private mutating func remove(_ removed: [UInt32]) {
    func number(_ row: Int) -> Int { max(0, row - removed.partitioningIndex { Int($0) > row }) }
    func number(_ row: UInt32) -> UInt32 { UInt32(number(Int(row))) }
    let gone = Set(removed)
    func kept(_ rows: [UInt32]) -> [UInt32] { rows.filter { !gone.contains($0) }.map { number($0) } }
    rows.remove(at: removed.map { Int($0) })
    for place in outcomes.indices where outcomes[place].row >= removed[0] { outcomes[place].row = number(outcomes[place].row) }
    for place in events.indices { events[place].renumberRows(number) }
    for place in parts.indices { parts[place].firstRow = rowCount(parts[place].firstRow, without: removed) }
    var facts: [Int: RareFacts] = [:]
    for (row, known) in rareFacts where !gone.contains(UInt32(row)) { facts[number(row)] = known }
    rareFacts = facts
    furtherCauses = furtherCauses.map { RunIndex.FurtherCause(step: $0.step, row: number($0.row)) }
    oddSteps = oddSteps.map { RunIndex.OddStep(step: $0.step, row: number($0.row)) }
    (rowsWithoutLine, losses, brokenOff) = (kept(rowsWithoutLine), kept(losses), kept(brokenOff))
    open = open.mapValues { OpenAction(row: number($0.row), store: $0.store) }
    started = started.mapValues { $0.map { number($0) } }
    droppedRow = droppedRow.map { number($0) }
    steps.renumberRows(number)
  }

  private func rowCount(_ count: Int, without removed: [UInt32]) -> Int { count - removed.partitioningIndex { Int($0) >= count } }
}
