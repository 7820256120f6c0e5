import FluxtapeJSON
import FluxtapeLog

// MARK: - Actions and what comes of them

extension RunIndexer {
  /// - Parameter isTorn: the line broke off; whatever it tells of an outcome is not whole.
  mutating func addAction(_ action: ActionRecord, line: UInt32, isTorn: Bool) {
    var row = row(.action, action.step, time: action.time, line: line)
    let store = timeline(of: action.store)
    row.store = UInt32(store)
    row.text = texts.insert(action.type)
    takeCause(action.cause, into: &row)
    let number = UInt32(rows.count)
    if isTorn {
      row.flags.insert(.isTorn)
    } else {
      row.take(action.outcome)
      row.event = addEvent(action.outcome, type: action.type, store: store, line: line, row: number)
    }
    if let effect = action.effect { takeEffect(effect, into: &row, number: number) }
    if !row.isOutcomeKnown, open[row.step] == nil { open[row.step] = number }
    timelines[store].rows.append(number)
    if timelines[store].firstReduced == nil, !row.flags.contains(.isUnreduced) { timelines[store].firstReduced = number }
    append(row)
  }

  private mutating func takeEffect(_ effect: RecordedEffect, into row: inout PackedRow, number: UInt32) {
    row.flags.insert(.hasEffect)
    switch effect.phase {
    case .started: if !row.isOutcomeKnown { started[effect.id, default: []].append(number) }
    case .finished, .failed, .cancelled: started[effect.id] = nil
    }
  }

  /// Puts the outcome to the action that waits for it. One that nobody waits for tells the store's state all the same.
  mutating func addCompletion(_ completion: CompletionRecord, line: UInt32) {
    let store = timeline(of: completion.store)
    let waiting = open[completion.step.rawValue].flatMap { rows[Int($0)].store == UInt32(store) ? $0 : nil }
    let type = waiting.map { texts[rows[Int($0)].text] }
    let row = waiting ?? UInt32(max(0, rows.count - 1))
    let event = addEvent(completion.outcome, type: type, store: store, line: line, row: row)
    guard let waiting else { return }
    open[completion.step.rawValue] = nil
    rows[Int(waiting)].take(completion.outcome)
    rows[Int(waiting)].other = line
    if event != PackedRow.none { rows[Int(waiting)].event = event }
  }

  mutating func addState(_ state: StateRecord, line: UInt32) {
    let store = timeline(of: state.store)
    _ = addEvent(state.outcome, type: nil, store: store, line: line, row: UInt32(max(0, rows.count - 1)))
  }

  /// - Returns: the event's place in the store's timeline, or `PackedRow.none` if the record tells nothing of the state.
  private mutating func addEvent(_ outcome: Outcome, type: String?, store: Int, line: UInt32, row: UInt32) -> UInt32 {
    var kind: StoreTimeline.Kind = []
    if outcome.state != nil { kind.insert(.state) }
    if let patch = outcome.patch { kind.insert(patch.isEmpty ? .emptyPatch : .patch) }
    if outcome.omitted != nil { kind.insert(.omitted) }
    if type == ActionRecord.storeBegan { kind.insert(.begins) }
    if type == ActionRecord.storeEnded { kind.insert(.ends) }
    guard !kind.isEmpty else { return PackedRow.none }
    return timelines[store].append(StoreTimeline.Event(line: line, row: row, kind: kind))
  }
}

// MARK: - What is missing

extension RunIndexer {
  /// One row for the record and the jump before it.
  mutating func addGap(_ gap: GapRecord, line: UInt32) {
    var row = row(.gap, gap.step, time: gap.time, line: line)
    row.text = texts.insert(gap.reason)
    let jumped = row.first <= row.last && row.last > 0 ? row.first...row.last : nil
    let told = gap.steps
    if let told { self.told.append(told) }
    let range = [jumped, told].compactMap { $0 }.reduce(nil as ClosedRange<Int>?) { whole, part in
      whole.map { min($0.lowerBound, part.lowerBound)...max($0.upperBound, part.upperBound) } ?? part
    }
    row.setMissing(range, count: max(gap.lost, jumped?.count ?? 0))
    append(row)
  }

  /// A segment that tells what is no longer kept before it: a gap that has no record, but a header.
  mutating func addDropped(_ dropped: LogHeader.Dropped, line: UInt32) {
    var row = PackedRow(.gap, line: line)
    row.text = texts.insert(HistoryRow.droppedReason(segments: dropped.segments))
    row.setMissing(nil, count: max(0, dropped.records))
    droppedRow = UInt32(rows.count)
    append(row)
  }
}

extension GapRecord {
  /// The steps among which records were lost, if the record tells them and they make sense.
  fileprivate var steps: ClosedRange<Int>? {
    guard let first = first?.rawValue, let last = last?.rawValue, first >= 1, first <= last else { return nil }
    return first...last
  }
}
