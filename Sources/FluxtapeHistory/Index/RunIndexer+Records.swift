import FluxtapeJSON
import FluxtapeLog

// MARK: - Actions and what comes of them

extension RunIndexer {
  /// What is indexed of an action, whichever way its line was read.
  struct Action {
    var step: Int
    var time: Int
    /// Numbers of the store and of the type's text.
    var store: UInt32
    var type: UInt32
    var causes: [Int] = []
    var effect: RecordedEffect?
    /// `nil` where the line broke off: whatever it tells of an outcome is not whole.
    var outcome: OutcomeFacts?
  }

  mutating func addAction(_ action: ActionRecord, line: UInt32, isTorn: Bool) {
    addAction(
      Action(
        step: action.step.rawValue, time: action.time, store: store(action.store), type: texts.insert(action.type),
        causes: action.cause?.steps.map(\.rawValue) ?? [], effect: action.effect, outcome: isTorn ? nil : OutcomeFacts(action.outcome)),
      line: line)
  }

  mutating func addAction(_ action: Action, line: UInt32) {
    var row = row(.action, action.step, time: action.time, line: line)
    row.store = action.store
    row.text = action.type
    takeCauses(action.causes, into: &row)
    let number = UInt32(rows.count)
    if let outcome = action.outcome {
      row.take(outcome)
      row.event = addEvent(outcome, type: action.type, store: action.store, line: line, row: number)
    } else {
      row.flags.insert(.isTorn)
    }
    if let effect = action.effect { takeEffect(effect, into: &row, number: number) }
    if !row.isOutcomeKnown, open[row.step] == nil { open[row.step] = number }
    let store = Int(action.store)
    timelines[store].rows.append(number)
    if timelines[store].firstReduced == nil, !row.flags.contains(.isUnreduced) { timelines[store].firstReduced = number }
    rows.append(row)
  }

  private mutating func takeEffect(_ effect: RecordedEffect, into row: inout PackedRow, number: UInt32) {
    row.flags.insert(.hasEffect)
    switch effect.phase {
    case .started: if !row.isOutcomeKnown { started[effect.id, default: []].append(number) }
    case .finished, .failed, .cancelled: started[effect.id] = nil
    }
  }

  /// Puts the outcome to the action that waits for it. One that nobody waits for tells the store's state all the same.
  mutating func addCompletion(of step: Int, store: UInt32, outcome: OutcomeFacts, line: UInt32) {
    let waiting = open[step].flatMap { rows[Int($0)].store == store ? $0 : nil }
    let type = waiting.map { rows[Int($0)].text }
    let event = addEvent(outcome, type: type, store: store, line: line, row: waiting ?? lastRow)
    guard let waiting else { return }
    open[step] = nil
    rows[Int(waiting)].take(outcome)
    rows[Int(waiting)].other = line
    if event != PackedRow.none { rows[Int(waiting)].event = event }
  }

  mutating func addState(of store: UInt32, outcome: OutcomeFacts, line: UInt32) {
    _ = addEvent(outcome, type: nil, store: store, line: line, row: lastRow)
  }

  private var lastRow: UInt32 { UInt32(max(0, rows.count - 1)) }

  /// - Returns: the event's place in the store's timeline, or `PackedRow.none` if the record tells nothing of the state.
  private mutating func addEvent(_ outcome: OutcomeFacts, type: UInt32?, store: UInt32, line: UInt32, row: UInt32) -> UInt32 {
    var kind: StoreTimeline.Kind = []
    if outcome.hasState { kind.insert(.state) }
    if let patch = outcome.patch { kind.insert(patch.isEmpty ? .emptyPatch : .patch) }
    if outcome.isOmitted { kind.insert(.omitted) }
    if type == storeBegan { kind.insert(.begins) }
    if type == storeEnded { kind.insert(.ends) }
    guard !kind.isEmpty else { return PackedRow.none }
    return timelines[Int(store)].append(StoreTimeline.Event(line: line, row: row, kind: kind))
  }
}

// MARK: - Lines that were only scanned

extension RunIndexer {
  mutating func add(_ facts: LineFacts, of bytes: Span<UInt8>, line: UInt32) {
    let store = store(bytes.extracting(facts.store))
    switch facts.subject {
    case .action(let step):
      let type = facts.type.map { texts.insert(bytes.extracting($0)) } ?? PackedRow.none
      addAction(
        Action(
          step: step, time: facts.time, store: store, type: type, causes: facts.cause.map { [$0] } ?? [], outcome: facts.outcome),
        line: line)
    case .completion(let step): addCompletion(of: step, store: store, outcome: facts.outcome, line: line)
    case .state: addState(of: store, outcome: facts.outcome, line: line)
    }
  }
}

// MARK: - What is missing

extension RunIndexer {
  /// One row for the record and the jump before it.
  mutating func addGap(_ gap: GapRecord, line: UInt32) {
    var row = row(.gap, gap.step.rawValue, time: gap.time, line: line)
    row.text = texts.insert(gap.reason)
    let jumped = row.first <= row.last && row.last > 0 ? row.first...row.last : nil
    let told = gap.steps
    if let told { self.told.append(told) }
    let range = [jumped, told].compactMap { $0 }.reduce(nil as ClosedRange<Int>?) { whole, part in
      whole.map { min($0.lowerBound, part.lowerBound)...max($0.upperBound, part.upperBound) } ?? part
    }
    row.setMissing(range, count: max(gap.lost, jumped?.count ?? 0))
    rows.append(row)
  }

  /// A segment that tells what is no longer kept before it: a gap that has no record, but a header.
  mutating func addDropped(_ dropped: LogHeader.Dropped, line: UInt32) {
    var row = PackedRow(.gap, line: line)
    row.text = texts.insert(HistoryRow.droppedReason(segments: dropped.segments))
    row.setMissing(nil, count: max(0, dropped.records))
    droppedRow = UInt32(rows.count)
    rows.append(row)
  }
}

extension GapRecord {
  /// The steps among which records were lost, if the record tells them and they make sense.
  fileprivate var steps: ClosedRange<Int>? {
    guard let first = first?.rawValue, let last = last?.rawValue, first >= 1, first <= last else { return nil }
    return first...last
  }
}
