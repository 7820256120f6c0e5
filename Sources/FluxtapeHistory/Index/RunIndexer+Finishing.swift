extension RunIndexer {
  /// What can only be said when all lines are read.
  mutating func finish() {
    told = told.merged
    settleOpenActions()
    settleJumps()
  }

  /// Actions whose outcome is told nowhere: lost, pending or in flight. Of a repeated step only the first row counts.
  private mutating func settleOpenActions() {
    let pending = Set(started.values.joined())
    for (step, number) in open where !rows[Int(number)].flags.contains(.isDuplicate) {
      let flags = rows[Int(number)].flags
      if told.range(containing: step) != nil {
        rows[Int(number)].flags.insert(.isOutcomeLost)
      } else if !flags.contains(.hasEffect) {
        rows[Int(number)].flags.insert(.isInFlight)
      } else if pending.contains(number) {
        rows[Int(number)].flags.insert(.isPending)
      }
    }
  }

  /// Takes away the jumps that a later gap explains or whose steps came late, and shortens the others.
  private mutating func settleJumps() {
    steps.finish()
    var explained = needlessRows
    for missing in steps.missing {
      guard let row = missing.row else { continue }
      if let rest = steps.remaining(of: missing.steps, told: told) {
        rows[Int(row)].setMissing(rest.steps, count: rest.count)
      } else {
        explained.append(row)
      }
    }
    if !explained.isEmpty { remove(explained.sorted()) }
  }

  /// Removes rows, which rise, and lets everything that names a row name the right one again; the one before a removed one.
  private mutating func remove(_ removed: [UInt32]) {
    func number(_ row: UInt32) -> UInt32 {
      UInt32(max(0, Int(row) - removed.partitioningIndex { $0 > row }))
    }
    let gone = Set(removed)
    rows = rows.enumerated().compactMap { gone.contains(UInt32($0.offset)) ? nil : $0.element }
    for place in timelines.indices {
      timelines[place].renumberRows(number)
      timelines[place].rows = timelines[place].rows.map(number)
      timelines[place].firstReduced = timelines[place].firstReduced.map(number)
    }
    for place in furtherCauses.indices { furtherCauses[place].row = number(furtherCauses[place].row) }
  }
}
