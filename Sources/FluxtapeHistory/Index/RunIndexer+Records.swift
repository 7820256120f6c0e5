import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

// MARK: - Actions and their outcomes

extension RunIndexer {
  mutating func addAction(_ line: ScannedLine, at place: Int, of part: ScannedPart, names: inout NameNumbers) {
    if names.text(line.type, of: part, in: &self) == stateType { return addState(line, at: place, of: part, names: &names) }
    var row = row(.action, line.step, time: line.time, at: place)
    let store = names.store(line.store, of: part, in: &self)
    let type = names.text(line.type, of: part, in: &self)
    row.store = store
    row.text = type
    row.flags.formUnion(line.flags.withChange)
    row.patch = line.patch
    if line.flags.contains(.hasDuration) { row.duration = line.duration }
    if line.flags.contains(.hasCause) {
      takeCauses(line.cause, part.furtherCauses.isEmpty ? [] : part.furtherCauses[line.offset]?[...] ?? [], into: &row)
    }
    let number = rows.count
    let isTorn = line.flags.contains(.isTorn)
    if isTorn { losses.append(UInt32(number)) }
    // A duration shows that the reducer has returned, and a store that has ended does nothing more.
    let isReturned = line.flags.contains(.hasDuration) && !line.flags.contains(.hasEffect) || type == storeEnded
    let isOpen = !isReturned && line.flags.isDisjoint(with: Row.Flags.leavesState.union(.carriesState))
    if line.flags.contains(.hasEffect), let effect = part.effects[line.offset] { takeEffect(effect, isOpen: isOpen, row: number) }
    if isTorn, !part.isTailInFlight, part.effects[line.offset]?.phase != .started {
      brokenOff.append(UInt32(number))
    } else if isOpen, open[line.step] == nil {
      open[line.step] = OpenAction(row: UInt32(number), store: store)
    }
    let begins = type == storeBegan
    let ends = type == storeEnded
    if !isTorn, begins || ends || !line.flags.isDisjoint(with: .carriesState) {
      events[store].append(UInt32(number), isBase: begins || ends || line.flags.contains(.hasState))
    }
    if events[store].firstReduced == nil, !line.flags.contains(.isUnreduced) { events[store].firstReduced = number }
    append(row)
  }

  /// Adds a state without an action. With a step, it is a change; without one, it only states the store's current state.
  mutating func addState(_ line: ScannedLine, at place: Int, of part: ScannedPart, names: inout NameNumbers) {
    var row = line.step > 0 ? self.row(.state, line.step, time: line.time, at: place) : Row(.state, place: place)
    let store = names.store(line.store, of: part, in: &self)
    row.time = line.time
    row.store = store
    row.text = stateType
    row.flags.formUnion(line.flags.intersection(.outcome.union(.isTorn)).withChange)
    if line.flags.contains(.isTorn) { losses.append(UInt32(rows.count)) }
    row.patch = line.patch
    if line.flags.contains(.hasDuration) { row.duration = line.duration }
    if line.flags.contains(.hasCause) {
      takeCauses(line.cause, part.furtherCauses.isEmpty ? [] : part.furtherCauses[line.offset]?[...] ?? [], into: &row)
    }
    if !line.flags.isDisjoint(with: .carriesState) {
      events[store].append(UInt32(rows.count), isBase: line.flags.contains(.hasState))
    }
    append(row)
  }

  private mutating func takeEffect(_ effect: RecordedEffect, isOpen: Bool, row: Int) {
    switch effect.phase {
    case .started: if isOpen { started[effect.id, default: []].append(UInt32(row)) }
    case .finished, .failed, .cancelled:
      // This record has the outcome: the record that began the work gets no completion.
      for row in started.removeValue(forKey: effect.id) ?? [] {
        let step = step(of: Int(row))
        if open[step]?.row == row { open[step] = nil }
      }
    }
  }

  /// Assigns the outcome to the action that waits for it. If no action does, the outcome is a state without an action.
  mutating func addCompletion(_ line: ScannedLine, at place: Int, of part: ScannedPart, names: inout NameNumbers) {
    let store = names.store(line.store, of: part, in: &self)
    guard let waiting = open[line.step], waiting.store == store else {
      if line.flags.isDisjoint(with: .carriesState) {
        return addOutcome(line, at: place, store: store, type: nil, row: rows.count - 1)
      }
      var line = line
      line.step = 0
      return addState(line, at: place, of: part, names: &names)
    }
    open[line.step] = nil
    let number = Int(waiting.row)
    var row = rows[number]
    var line = line
    if let duration = row.duration, !line.flags.contains(.hasDuration) {
      line.flags.insert(.hasDuration)
      line.duration = duration
    }
    row.outcome = outcomes.count
    row.flags = row.flags.union(line.flags.intersection(.outcome)).union(.isCompleted).withChange
    rows[number] = row
    addOutcome(line, at: place, store: store, type: row.text, row: number)
  }

  private mutating func addOutcome(_ line: ScannedLine, at place: Int, store: Int, type: Int?, row: Int) {
    let flags = line.flags.intersection(.outcome)
    var outcome = Completion(
      place: place, row: UInt32(max(0, row)), duration: line.duration, flags: flags, patch: line.patch)
    if type == storeBegan { outcome.life.insert(.begins) }
    if type == storeEnded { outcome.life.insert(.ends) }
    if !outcome.life.isEmpty || !flags.isDisjoint(with: .carriesState) {
      events[store].append(
        UInt32(outcomes.count) | EventLog.outcome, isBase: !outcome.life.isEmpty || flags.contains(.hasState))
    }
    outcomes.append(outcome)
  }

  /// 0 if there is none.
  private func step(of row: Int) -> Int { rows[row].flags.contains(.hasStep) ? oddSteps.step(of: row) ?? rows[row].step : 0 }
}

// MARK: - Rows

extension RunIndexer {
  /// Appends a row, whose step is its own, or 0.
  mutating func append(_ row: Row) {
    var row = row
    let highest = rows.last?.step ?? 0
    if row.step > 0 { row.flags.insert(.hasStep) }
    if row.step <= highest {
      if row.step > 0 {
        row.flags.insert(.hasOddStep)
        oddSteps.append(RunIndex.OddStep(step: row.step, row: UInt32(rows.count)))
      }
      row.step = highest
    }
    rows.append(row)
  }

  /// Makes a row with a step, and inserts a jump before it if steps are missing.
  @inline(__always) mutating func row(_ kind: HistoryRow.Kind, _ step: Int, time: Int?, at place: Int) -> Row {
    var row = Row(kind, place: place)
    row.step = step
    row.time = time
    if !steps.takeNext(step) { takeUnexpected(step, of: &row) }
    jumpPlace = .beforeStep
    if let droppedRow { needlessRows.append(droppedRow) }
    droppedRow = nil
    return row
  }

  private mutating func takeUnexpected(_ step: Int, of row: inout Row) {
    switch steps.take(step) {
    case .next, .late: break
    case .repeated:
      row.flags.insert(.isDuplicate)
      losses.append(UInt32(rows.count))
    case .jump(let missing): takeJump(over: missing, before: &row)
    }
  }

  /// Adds a jump to the gap at its place, or to the row for segments that were not kept. Otherwise the jump becomes a row.
  private mutating func takeJump(over missing: ClosedRange<Int>, before row: inout Row) {
    if let dropped = droppedRow {
      let count = max(rareFacts[Int(dropped)]?.missingCount ?? 0, missing.count)
      rareFacts[Int(dropped)] = RareFacts(missing: missing, missingCount: count)
      droppedRow = nil
      steps.addMissing(missing, row: nil)
    } else if row.kind == .gap {
      rareFacts[rows.count] = RareFacts(missing: missing, missingCount: missing.count)
      steps.addMissing(missing, row: nil)
    } else {
      let jump = addJump(over: missing, before: row.place)
      steps.addMissing(missing, row: jump)
    }
  }

  /// Inserts a jump before the states with which a segment begins: they hold after the missing steps.
  /// - Returns: The jump's row.
  private mutating func addJump(over missing: ClosedRange<Int>, before place: Int) -> UInt32 {
    var jump = Row(.jump, place: place)
    if case .before(let place) = jumpPlace { jump.place = place }
    rareFacts[rows.count] = RareFacts(missing: missing, missingCount: missing.count)
    let number = firstRow(from: jump.place)
    append(jump)
    moveLastRow(to: number)
    rowsWithoutLine.append(UInt32(number))
    losses.append(UInt32(number))
    return UInt32(number)
  }

  mutating func takeCauses(_ first: Int?, _ others: ArraySlice<Int>, into row: inout Row) {
    row.cause = first
    for step in others { furtherCauses.append(RunIndex.FurtherCause(step: step, row: UInt32(rows.count))) }
  }

  /// The store's number.
  mutating func store(_ name: String) -> Int {
    let number = storeNumbers.insert(name)
    if number == events.count { events.append(EventLog()) }
    return number
  }
}

// MARK: - Missing records

extension RunIndexer {
  /// Adds one row for both the record and the jump before it.
  mutating func addGap(_ gap: GapRecord, at place: Int) {
    var row = row(.gap, gap.step.rawValue, time: gap.time, at: place)
    row.text = texts.insert(gap.reason)
    let jumped = rareFacts[rows.count]?.missing
    let told = gap.steps
    if let told { self.told.append(told) }
    let range = [jumped, told].compactMap { $0 }.reduce(nil as ClosedRange<Int>?) { whole, part in
      whole.map { min($0.lowerBound, part.lowerBound)...max($0.upperBound, part.upperBound) } ?? part
    }
    rareFacts[rows.count] = RareFacts(missing: range, missingCount: max(gap.lost, jumped?.count ?? 0))
    // A repeated step is already a loss.
    if losses.last != UInt32(rows.count) { losses.append(UInt32(rows.count)) }
    append(row)
  }

  /// Adds a gap for segments that were not kept, which a header reports.
  mutating func addDropped(_ dropped: DroppedRecords, at place: Int) {
    var row = Row(.gap, place: place)
    row.text = texts.insert(HistoryRow.droppedReason(segments: dropped.segments))
    rareFacts[rows.count] = RareFacts(missing: nil, missingCount: max(0, dropped.records))
    droppedRow = UInt32(rows.count)
    rowsWithoutLine.append(UInt32(rows.count))
    losses.append(UInt32(rows.count))
    append(row)
  }
}

extension GapRecord {
  /// The steps among which records were lost, if the record has them and they are valid.
  fileprivate var steps: ClosedRange<Int>? {
    guard let first = first?.rawValue, let last = last?.rawValue, first >= 1, first <= last else { return nil }
    return first...last
  }
}
