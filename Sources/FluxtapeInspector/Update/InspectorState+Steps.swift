import FluxtapeDocuments
import FluxtapeHistory
import FluxtapeJSON
import FluxtapeLiveWire
import FluxtapeLog
import FluxtapeLogReading
import FluxtapeScreen

// Moving from step to step.

extension InspectorState {
  mutating func step(_ motion: StepMotion, count: Int?) {
    if motion == .first, let count { return go(to: .step(count)) }
    guard !rows.isEmpty else { return say("the log has no steps yet") }
    if motion == .percent, let count { return go(to: .percent(count)) }
    if currentRow?.store == nil, motion == .nextOfStore || motion == .previousOfStore {
      return chooseStore(isNext: motion == .nextOfStore)
    }
    if let goal = goal(of: motion) { return seek(goal, isForward: motion.isForward, count: count) }
    let target = row(after: motion, count: count)
    guard let target, target != cursor else {
      if motion == .last { follow() }
      return say(Self.words(forNo: motion))
    }
    jump(to: target, isFar: motion != .next && motion != .previous)
    if motion == .last { follow() }
  }

  /// On a row without a store, such as the end, chooses the store that the State pane opens.
  private mutating func chooseStore(isNext: Bool) {
    let stores = history.stores
    guard !stores.isEmpty else { return say("no store has recorded anything yet") }
    let last = stores.count - 1
    let chosen = valueCursor.store.flatMap { store in stores.firstIndex { $0 == store } }
    let store = isNext ? stores[chosen.map { $0 < last ? $0 + 1 : 0 } ?? 0] : stores[chosen.map { $0 > 0 ? $0 - 1 : last } ?? last]
    valueCursor.store = store
    bringForward(.state)
    rebuildPanes()
    details[.state]?.select(valueCursor.paths[store] ?? JSONPointer(), of: store)
    say("the state of \(store)")
  }

  /// Makes the cursor follow new rows.
  mutating func follow() {
    guard log.isWatched else { return }
    log.isFollowing = true
    log.seenRows = rows.count
  }

  /// The row that the cursor is on while it follows new rows: the last one that passes the filters.
  var followedRow: Int { filtering.active.isEmpty ? rows.lastNumber : listed.last(in: rows) ?? cursor }

  private func goal(of motion: StepMotion) -> RowSeek.Goal? {
    guard let row = currentRow else { return nil }
    switch motion {
    case .nextOfStore, .previousOfStore: return row.store.map { .store($0) }
    case .nextOfType, .previousOfType: return row.hasType ? .type(row.typeNumber) : nil
    case .next, .previous, .nextOfChain, .previousOfChain, .cause, .effect, .nextProblem, .previousProblem, .first, .last, .percent:
      return nil
    }
  }

  /// Moves the cursor to a row. A far jump is recorded in ``jumps``.
  mutating func jump(to row: Int, isFar: Bool = true) {
    if isFar, let here = currentRow { jumps.left(here.place) }
    show(row: row)
  }

  /// Goes back to where a jump began, or forward again.
  mutating func retraceJump(isForward: Bool) {
    let here = currentRow?.place
    guard let target = here.flatMap({ isForward ? jumps.forward(from: $0) : jumps.back(from: $0) }) else {
      return say("no \(isForward ? "later" : "earlier") jump")
    }
    show(row: rows.firstNumber(notBefore: target))
  }

  /// Moves the cursor to a row, and cancels jumps that wait for a search hit or for reading.
  mutating func show(row: Int) {
    log.awaited = nil
    search?.awaited = nil
    search?.arrived = nil
    search?.place = nil
    log.isPlaced = true
    moveCursor(to: row)
    // What a prompt shows while one types is not a move yet.
    if !isPrompting { stopFollowingIfAway() }
  }

  /// Stops following if the cursor has moved away from the end.
  mutating func stopFollowingIfAway() {
    guard log.isFollowing, cursor < followedRow else { return }
    log.isFollowing = false
    log.seenRows = rows.count
  }

  /// Returns the row after `count` motions, or after as many as possible.
  private func row(after motion: StepMotion, count: Int?) -> Int? {
    switch motion {
    case .next: return listedRow(count ?? 1)
    case .previous: return listedRow(-(count ?? 1))
    case .first: return listed.first(in: rows) ?? 0
    case .last: return listed.number(at: listed.count - 1, in: rows) ?? rows.lastNumber
    case .effect:
      let known = detail.flatMap { $0.question == asked ? $0.effects.compactMap(rows.number) : nil }
      let effects = known ?? history.effects(of: cursor)
      return effects.isEmpty ? nil : effects[min(max((count ?? 1) - 1, 0), effects.count - 1)]
    case .percent: return nil
    case .nextOfStore, .previousOfStore, .nextOfType, .previousOfType, .nextOfChain, .previousOfChain, .cause, .nextProblem,
      .previousProblem:
      break
    }
    var place = cursor
    for _ in 0..<max(count ?? 1, 1) {
      guard let next = neighbor(of: place, motion) else { break }
      place = next
    }
    return place
  }

  private func neighbor(of place: Int, _ motion: StepMotion) -> Int? {
    switch motion {
    case .nextOfChain: return index.next(inChainAfter: place)
    case .previousOfChain: return index.previous(inChainBefore: place)
    case .cause: return history.cause(of: place)
    case .nextProblem: return [index.problem(after: place), problemRows.first { $0 > place }].compactMap(\.self).min()
    case .previousProblem: return [index.problem(before: place), problemRows.last { $0 < place }].compactMap(\.self).max()
    case .next, .previous, .nextOfStore, .previousOfStore, .nextOfType, .previousOfType, .effect, .first, .last, .percent: return nil
    }
  }

  /// The rows for which a check found a problem. Not all of them are red.
  private var problemRows: [Int] { shownFindings?.problemRows ?? [] }

  private static func words(forNo motion: StepMotion) -> String {
    switch motion {
    case .next, .last: "this is the last step"
    case .previous, .first: "this is the first step"
    case .nextOfStore: "no later step of this store"
    case .previousOfStore: "no earlier step of this store"
    case .nextOfChain: "no later step with the same first cause"
    case .previousOfChain: "no earlier step with the same first cause"
    case .cause: "no cause is recorded"
    case .effect: "no step names this one as its cause"
    case .nextProblem: "no later red row, and no later problem that a check found"
    case .previousProblem: "no earlier red row, and no earlier problem that a check found"
    case .nextOfType: "no later action of this type"
    case .previousOfType: "no earlier action of this type"
    case .percent: "type a number first: 40%"
    }
  }
}

extension StepMotion {
  fileprivate var isForward: Bool {
    switch self {
    case .previous, .previousOfStore, .previousOfChain, .previousProblem, .previousOfType: false
    default: true
    }
  }
}

extension InspectorState {
  /// Goes to the first row of another column of the scrubber.
  mutating func stepColumn(_ columns: Int) {
    let width = max(size.columns - 3, 1)
    let (column, overflow) = index.column(of: cursor, of: width).addingReportingOverflow(columns)
    let target = overflow ? (columns < 0 ? 0 : width - 1) : min(max(column, 0), width - 1)
    guard let row = index.firstRow(in: target, of: width) else { return say("the log has no steps yet") }
    jump(to: row == cursor ? min(max(cursor + columns.signum(), 0), rows.count - 1) : row, isFar: false)
  }
}

// MARK: - Addresses

extension InspectorState {
  mutating func go(to address: StepAddress) {
    guard !rows.isEmpty || log.isReading else { return say("the log has no steps yet") }
    switch address {
    case .step(let number): jump(to: .step(number))
    case .relativeSteps(let steps):
      let target = cursor.addingReportingOverflow(steps)
      jump(to: target.overflow ? (steps < 0 ? 0 : rows.count - 1) : target.partialValue)
    case .line(let number): jump(to: .line(number))
    case .percent(let percent):
      let share = min(max(percent, 0), 100)
      jump(to: share * (rows.count - 1) / 100)
      if log.progress != nil { say("\(share)% of the rows read so far") }
    case .clock(let clock): goToClock(clock)
    case .relativeTime(let span): jump(to: .time((currentRow?.time ?? 0).saturatingAdd(span)))
    }
  }

  /// Goes to a place of the log; if it is not read yet, as soon as it is.
  private mutating func jump(to target: JumpTarget) {
    guard isRead(target) else {
      log.awaited = target
      return say(target.waitingWords)
    }
    log.awaited = nil
    switch target {
    case .step(let number): goToStep(number)
    case .line(let number): seek(.line(number), isForward: true, from: 0)
    case .time(let time): seek(.time(time), isForward: true, from: 0)
    }
  }

  /// Whether a place is read. At the end of the log all places are, even those beyond it.
  private func isRead(_ target: JumpTarget) -> Bool {
    // The app waits at a step that is in the log, and may not be read yet.
    if let step = live?.pausedAt, target == .step(step) { return step <= history.lastStep?.rawValue ?? 0 }
    guard log.isReading else { return true }
    let last = rows[rows.lastNumber]
    return switch target {
    case .step(let number): number <= history.lastStep?.rawValue ?? 0
    case .line(let number): number <= last?.lineNumber ?? 0
    case .time(let time): last?.time.map { time <= $0 } ?? false
    }
  }

  /// Goes to the place that a jump waits for, if it is read by now.
  mutating func carryOut(_ awaited: JumpTarget) {
    log.awaited = awaited
    guard isRead(awaited) else { return }
    if message?.text == awaited.waitingWords { message = nil }
    jump(to: awaited)
  }

  /// Returns false if no jump waits.
  mutating func giveUpJump() -> Bool {
    guard let awaited = log.awaited else { return false }
    log.awaited = nil
    say("no longer waiting for \(awaited.words)")
    return true
  }

  private mutating func goToStep(_ number: Int) {
    if let row = history.row(of: StepNumber(number)) { return jump(to: row) }
    guard let last = history.lastStep?.rawValue else { return say("the log has no steps") }
    guard number <= last else { return say("the last step is \(last.grouped)") }
    // The step is missing inside the log. Go to the gap that explains it, if there is one.
    let later = row(nearStep: number)
    let isExplained = rows[later - 1].map { [.jump, .gap].contains($0.kind) } ?? false
    jump(to: isExplained ? later - 1 : later)
    say("step \(number.grouped) is not in the log")
  }

  /// Returns the first row with a higher step. Steps ascend, apart from duplicates.
  private func row(nearStep number: Int) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      // A row without a step counts as the one before it.
      let step = (max(0, middle - 16)...middle).reversed().lazy.compactMap { rows[$0]?.step?.rawValue }.first ?? 0
      if step <= number { low = middle + 1 } else { high = middle }
    }
    return min(low, rows.count - 1)
  }

  /// Goes to the first row at or after a time (UTC) of the cursor's day.
  private mutating func goToClock(_ clock: ClockTime) {
    guard let start = history.start else { return say("the log has no start time", isError: true) }
    let now = currentRow?.time ?? 0
    jump(to: .time(now.saturatingAdd(clock.onDay(of: start.advanced(byMicroseconds: now)))))
  }

  mutating func choose(run number: Int) {
    guard number >= 1, runs.indices.contains(number - 1) else {
      return say("there \(runs.count == 1 ? "is 1 run" : "are \(runs.count) runs")", isError: true)
    }
    leaveRuns()
    guard number - 1 != run else { return }
    keepSkipped()
    // While logs are followed, ``LogWatch`` makes the index.
    show(run: number - 1, of: runs, log.isWatched ? nil : TimelineIndex(of: runs[number - 1]))
    log.seenRows = rows.count
    let kept = (pin, base)
    forgetRun()
    notes = StepNotes()
    forgetUndoableNotes()
    ask(.terminal(.readNotes))
    pin = kept.0
    if case .pin = kept.1 { base = kept.1 }
    moveCursor(to: openingRow)
    restoreSkipped()
    // Its problems are known when the log has been checked.
    if log.isWatched, !log.isFrozen, log.progress == nil { log.isPlaced = false }
    checkLog(isFirst: true)
  }
}
