import FluxtapeHistory
import FluxtapeLog

// Moving from step to step.

extension InspectorState {
  mutating func step(_ motion: StepMotion, count: Int?) {
    guard !history.rows.isEmpty else { return say("the log has no steps yet") }
    if motion == .first, let count { return go(to: .step(count)) }
    if motion == .percent, let count { return go(to: .percent(count)) }
    let target = row(after: motion, count: count)
    guard let target, target != cursor else { return say(Self.words(forNo: motion)) }
    jump(to: target, isFar: motion != .next && motion != .previous)
  }

  /// Puts the cursor on `row`, and remembers where it was if that is not next door.
  mutating func jump(to row: Int, isFar: Bool = true) {
    if isFar { jumps.left(cursor) }
    show(row: row)
  }

  /// Puts the cursor on `row`. A jump to a hit that is still looked for no longer comes.
  mutating func show(row: Int) {
    search?.awaited = nil
    cursor = max(0, min(row, history.rows.count - 1))
  }

  /// Applies the motion `count` times, as far as it goes.
  private func row(after motion: StepMotion, count: Int?) -> Int? {
    switch motion {
    case .next: return min(cursor + (count ?? 1), history.rows.count - 1)
    case .previous: return max(cursor - (count ?? 1), 0)
    case .first: return 0
    case .last: return history.rows.count - 1
    case .effect:
      let effects = history.effects(of: cursor)
      return effects.isEmpty ? nil : effects[min(max((count ?? 1) - 1, 0), effects.count - 1)]
    case .percent: return nil
    default: break
    }
    var place = cursor
    for _ in 0..<max(count ?? 1, 1) {
      guard let next = neighbour(of: place, motion) else { break }
      place = next
    }
    return place
  }

  private func neighbour(of place: Int, _ motion: StepMotion) -> Int? {
    let rows = history.rows
    switch motion {
    case .nextOfStore: return storeName(of: rows[place]).flatMap { history.nextRow(after: place, store: $0) }
    case .previousOfStore: return storeName(of: rows[place]).flatMap { history.previousRow(before: place, store: $0) }
    case .nextOfChain: return index.next(inChainAfter: place)
    case .previousOfChain: return index.previous(inChainBefore: place)
    case .cause: return history.cause(of: place)
    case .nextProblem: return index.problems.first { $0 > place }
    case .previousProblem: return index.problems.last { $0 < place }
    case .nextOfType: return rows[(place + 1)...].firstIndex { $0.isSameAction(as: rows[place]) }
    case .previousOfType: return rows[..<place].lastIndex { $0.isSameAction(as: rows[place]) }
    default: return nil
    }
  }

  private static func words(forNo motion: StepMotion) -> String {
    switch motion {
    case .next, .last: "this is the last step"
    case .previous, .first: "this is the first step"
    case .nextOfStore: "no later step of this store"
    case .previousOfStore: "no earlier step of this store"
    case .nextOfChain: "no later step in this chain"
    case .previousOfChain: "no earlier step in this chain"
    case .cause: "no cause is recorded"
    case .effect: "nothing is recorded as caused by this step"
    case .nextProblem: "no later error, bad line, gap or action in flight"
    case .previousProblem: "no earlier error, bad line, gap or action in flight"
    case .nextOfType: "no later action of this type"
    case .previousOfType: "no earlier action of this type"
    case .percent: "type a number first: 40%"
    }
  }
}

extension HistoryRow {
  fileprivate func isSameAction(as other: HistoryRow) -> Bool { kind == .action && other.kind == .action && type == other.type }
}

// MARK: - Addresses

extension InspectorState {
  mutating func go(to address: StepAddress) {
    guard !history.rows.isEmpty else { return say("the log has no steps yet") }
    switch address {
    case .step(let number): goToStep(number)
    case .relativeSteps(let steps):
      let target = cursor.addingReportingOverflow(steps)
      jump(to: target.overflow ? (steps < 0 ? 0 : history.rows.count - 1) : target.partialValue)
    case .line(let number): jump(to: history.rows.firstIndex { ($0.lineNumber ?? 0) >= number } ?? history.rows.count - 1)
    case .percent(let percent): jump(to: min(max(percent, 0), 100) * (history.rows.count - 1) / 100)
    case .clock(let clock): goToClock(clock)
    case .relativeTime(let span): goToTime((currentRow?.time ?? 0).saturatingAdd(span))
    }
  }

  private mutating func goToStep(_ number: Int) {
    if let row = history.row(of: StepNumber(number)) { return jump(to: row) }
    guard let last = history.lastStep?.rawValue else { return say("the log has no steps") }
    guard number <= last else { return say("the last step is \(QuantityText.grouped(last))") }
    // A step that is missing inside the log: the nearest later row says why, where anything does.
    let later = history.rows.firstIndex { ($0.step?.rawValue ?? 0) > number } ?? history.rows.count - 1
    let isExplained = later > 0 && [.jump, .gap].contains(history.rows[later - 1].kind)
    jump(to: isExplained ? later - 1 : later)
    say("step \(QuantityText.grouped(number)) is not in the log")
  }

  /// The first row at or after a time of the cursor's day, in UTC.
  private mutating func goToClock(_ clock: Int) {
    guard let start = history.start else { return say("the log does not say when it began", isError: true) }
    let now = start.advanced(byMicroseconds: currentRow?.time ?? 0).microsecondsSince1970
    let day = 86_400_000_000
    let midnight = now.saturatingAdd(-(((now % day) + day) % day))
    goToTime(midnight.saturatingAdd(clock).saturatingAdd(-start.microsecondsSince1970))
  }

  private mutating func goToTime(_ time: Int) {
    guard let row = history.rows.firstIndex(where: { $0.time.map { $0 >= time } ?? false }) else {
      jump(to: history.rows.count - 1)
      return say("the log ends before that")
    }
    jump(to: row)
  }

  mutating func choose(run number: Int) {
    guard number >= 1, runs.indices.contains(number - 1) else {
      return say("there \(runs.count == 1 ? "is 1 run" : "are \(runs.count) runs")", isError: true)
    }
    guard number - 1 != run else { return }
    run = number - 1
    index = TimelineIndex(of: history)
    cursor = Self.openingRow(of: history)
    (jumps, search, pin, base, detail, asked, details) = (JumpHistory(), nil, nil, .previous, nil, nil, [:])
  }
}

extension Int {
  /// The sum, or the end of the range: times and numbers come from files and from keyboards.
  func saturatingAdd(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
