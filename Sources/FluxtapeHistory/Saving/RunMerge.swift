import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Several runs as one: their records in the order of time, numbered anew.
///
/// A run's records stay in their order, whatever their times: a record's turn comes with the latest time up to it. A record follows its cause
/// in another run, whatever the clocks say; from there on, a clock that is behind counts as corrected. Records of equal time stand in the
/// order of the runs. Runs without a clock come last. Stores whose name several runs have are called `cart@2` for the second
/// run. What is missing or unreadable in a run is a gap, so that no number is left out. Each record tells in `from` where it comes from.
struct RunMerge {
  private var runs: [Source] = []
  private var bytes: [UInt8] = []
  private var lastStep = 0
  /// The clocks that recorded causes prove to be behind, with the most that is proven of each pair.
  private(set) var lags: [ClockLag] = []

  private struct Source {
    let index: RunIndex
    let number: Int
    let name: String?
    /// Microseconds from the start of the earliest run to that of this one; `nil` without a clock.
    let offset: Int?
    let storeNames: [String: String]
    let lines: [LogExporter.Line]
    var reader: LineWindow
    var next = 0
    var latestTime = 0
    /// How far the clock is known to be behind, in microseconds.
    var lag = 0
    /// The written records by their steps: their steps in the merged run, and their times.
    var written: [Int: (step: Int, time: Int?)] = [:]
    var record: LogRecord?

    /// The time by which the next record gets its turn; `nil` without a clock.
    var turn: Int? { offset.map { $0.saturatingAdd(latestTime).saturatingAdd(lag) } }
  }

  init(_ histories: [History]) {
    let starts = histories.map(\.start)
    let earliest = starts.compactMap(\.self).min()
    var counts: [String: Int] = [:]
    for store in histories.flatMap(\.stores) { counts[store, default: 0] += 1 }
    runs = histories.enumerated().map { place, history in
      let index = history.index
      let names = history.stores.map { ($0, counts[$0] == 1 ? $0 : "\($0)@\(place + 1)") }
      let offset = starts[place].flatMap { start in earliest.map { start.microsecondsSince1970 &- $0.microsecondsSince1970 } }
      return Source(
        index: index, number: place + 1, name: history.header?.run, offset: offset,
        storeNames: Dictionary(names) { first, _ in first }, lines: Array(LogExporter(index, LogExport()).lines()),
        reader: LineWindow(index: index))
    }
    var header = LogHeader(run: histories.compactMap { $0.header?.run }.joined(separator: "+"))
    header.time = histories.first { $0.start != nil && $0.start == earliest }?.header?.time
    header.needs = histories.flatMap(\.needs)
    LogLine.header(header).write(into: &bytes)
  }
}

// MARK: - Order

extension RunMerge {
  /// Hands the merged log to `write`, some megabytes at once.
  mutating func write(_ write: ([UInt8]) throws(HistoryError) -> Void) throws(HistoryError) {
    for run in runs.indices { try advance(run) }
    while let run = nextRun {
      noteLag(of: run)
      if let record = runs[run].record { add(record, from: run) }
      try advance(run)
      if bytes.count > 1 << 20 {
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try write(bytes)
  }

  /// The run whose next record comes first.
  private var nextRun: Int? {
    let open = runs.indices.filter { runs[$0].record != nil }
    return open.filter { !waits($0) }.min { left, right in
      switch (turn(of: left, among: open), turn(of: right, among: open)) {
      case (let first?, let second?): (first, left) < (second, right)
      case (.some, nil): true
      case (nil, .some): false
      case (nil, nil): left < right
      }
    }
  }

  /// Whether the run's next record waits for its cause in another run. Of runs that wait for each other in a circle, none does.
  private func waits(_ run: Int) -> Bool {
    var (seen, last) = ([run], run)
    while let other = awaitedRun(by: last) {
      if seen.contains(other) { return other != run }
      seen.append(other)
      last = other
    }
    return last != run
  }

  /// The run in which the cause of the run's next record is still to come.
  private func awaitedRun(by run: Int) -> Int? {
    otherCauses(of: run).first { cause in
      runs[cause.run].record != nil && runs[cause.run].written[cause.step] == nil && runs[cause.run].index.row(of: cause.step) != nil
    }?.run
  }

  /// A run without a clock takes the turn of one that waits for it.
  private func turn(of run: Int, among open: [Int]) -> Int? {
    runs[run].turn ?? open.filter { awaitedRun(by: $0) == run }.compactMap { runs[$0].turn }.min()
  }

  /// The causes of the run's next record that are in other runs.
  private func otherCauses(of run: Int) -> [(run: Int, step: Int)] {
    (runs[run].record?.cause?.otherRuns ?? []).compactMap { name, step in
      runs.firstIndex { $0.name == name }.flatMap { $0 == run ? nil : ($0, step) }
    }
  }

  /// Notes that a clock is behind if the run's next record has an earlier time than its cause in another run.
  private mutating func noteLag(of run: Int) {
    guard let offset = runs[run].offset, let time = runs[run].record?.time else { return }
    for cause in otherCauses(of: run) {
      guard let causeTime = runs[cause.run].written[cause.step]?.time else { continue }
      let behind = causeTime.saturatingSubtract(time.saturatingAdd(offset))
      runs[run].lag = max(runs[run].lag, behind.saturatingAdd(runs[cause.run].lag))
      guard behind > 0 else { continue }
      if let known = lags.firstIndex(where: { ($0.behind, $0.ahead) == (run, cause.run) }) {
        lags[known].microseconds = max(lags[known].microseconds, behind)
      } else {
        lags.append(ClockLag(behind: run, ahead: cause.run, microseconds: behind))
      }
    }
  }

  /// Reads the run's next record.
  private mutating func advance(_ run: Int) throws(HistoryError) {
    runs[run].record = nil
    while runs[run].record == nil, runs[run].next < runs[run].lines.count {
      defer { runs[run].next += 1 }
      runs[run].record = try record(of: runs[run].lines[runs[run].next], in: run)
    }
    if let time = runs[run].record?.time { runs[run].latestTime = max(runs[run].latestTime, time) }
  }

  private mutating func record(of line: LogExporter.Line, in run: Int) throws(HistoryError) -> LogRecord? {
    let index = runs[run].index
    switch line {
    case .row(let row):
      let listed = index.rows[row]
      let shown = HistoryRow(row, of: index)
      guard listed.kind != .jump, !index.isWithoutLine(row), listed.kind != .badLine else {
        let reason = listed.kind == .badLine ? "line \(index.lineNumber(of: row)): \(shown.type)" : shown.type
        return .gap(GapRecord(step: StepNumber(1), time: runs[run].latestTime, lost: shown.missingCount ?? 1, reason: reason))
      }
      return try read(at: listed.place, isTorn: listed.flags.contains(.isTorn), in: run)
    case .outcome(let outcome): return try read(at: index.outcomes[outcome].place, isTorn: false, in: run)
    }
  }

  private mutating func read(at place: Int, isTorn: Bool, in run: Int) throws(HistoryError) -> LogRecord? {
    let bytes = try runs[run].reader.bytes(of: place)
    guard case .record(var record)? = isTorn ? LogLine(torn: bytes) : try? LogLine(decoding: bytes) else { return nil }
    if isTorn { record.outcome = Outcome() }
    return record
  }
}

// MARK: - Numbers and names

extension RunMerge {
  private mutating func add(_ record: LogRecord, from run: Int) {
    var record = record
    let step = record.step
    var origin = JSONObject()
    origin["run"] = runs[run].name.map(JSONValue.string) ?? .number(JSONNumber(runs[run].number))
    if let step {
      lastStep += 1
      if case .gap = record {
      } else {
        let offset = runs[run].offset
        runs[run].written[step] = (lastStep, offset.flatMap { offset in record.time.map { offset.saturatingAdd($0) } })
      }
      origin["seq"] = .number(JSONNumber(step))
    }
    record.place(
      step: StepNumber(max(lastStep, 1)), completes: { runs[run].written[$0]?.step }, offset: runs[run].offset ?? 0, from: origin,
      store: { runs[run].storeNames[$0] ?? $0 }, cause: { cause(of: $0, in: run) })
    // What came of an action whose line is missing.
    if case .completion(let completion) = record, completion.step.rawValue < 1 {
      guard completion.outcome.patch != nil || completion.outcome.state != nil else { return }
      record = .state(StateRecord(time: completion.time, store: completion.store, outcome: completion.outcome))
    }
    LogLine.record(record).write(into: &bytes)
  }

  private func cause(of cause: RecordedCause, in run: Int) -> RecordedCause {
    switch cause {
    case .step(let step):
      let own = runs[run].written[step.rawValue]
      return own.map { .step(StepNumber($0.step)) } ?? .otherRun(runs[run].name ?? "", step)
    case .otherRun(let name, let step):
      let other = runs.first { $0.name == name }?.written[step.rawValue]
      return other.map { .step(StepNumber($0.step)) } ?? cause
    case .several(let causes): return .several(causes.map { self.cause(of: $0, in: run) })
    }
  }
}

extension RecordedCause {
  /// The causes in other runs.
  fileprivate var otherRuns: [(name: String, step: Int)] {
    switch self {
    case .step: []
    case .otherRun(let name, let step): [(name, step.rawValue)]
    case .several(let causes): causes.flatMap(\.otherRuns)
    }
  }
}

extension LogRecord {
  fileprivate var cause: RecordedCause? {
    switch self {
    case .action(let action): action.cause
    case .state(let state): state.cause
    case .mark(let mark): mark.cause
    case .completion, .gap, .end, .unknown: nil
    }
  }

  fileprivate mutating func place(
    step: StepNumber, completes: (Int) -> Int?, offset: Int, from origin: JSONObject, store: (String) -> String,
    cause: (RecordedCause) -> RecordedCause
  ) {
    switch self {
    case .action(var action):
      (action.step, action.time, action.store) = (step, action.time.saturatingAdd(offset), store(action.store))
      action.cause = action.cause.map(cause)
      action.other["from"] = .object(origin)
      self = .action(action)
    case .completion(var completion):
      completion.step = StepNumber(completes(completion.step.rawValue) ?? 0)
      (completion.time, completion.store) = (completion.time.saturatingAdd(offset), store(completion.store))
      self = .completion(completion)
    case .state(var state):
      (state.time, state.store) = (state.time.saturatingAdd(offset), store(state.store))
      state.cause = state.cause.map(cause)
      if state.step != nil {
        state.step = step
        state.other["from"] = .object(origin)
      }
      self = .state(state)
    case .mark(var mark):
      (mark.step, mark.time) = (step, mark.time.saturatingAdd(offset))
      mark.cause = mark.cause.map(cause)
      mark.live?.renumber { step in cause(.step(step)).steps.first }
      mark.other["from"] = .object(origin)
      self = .mark(mark)
    case .gap(var gap):
      (gap.step, gap.time, gap.first, gap.last) = (step, gap.time.saturatingAdd(offset), nil, nil)
      gap.other["from"] = .object(origin)
      self = .gap(gap)
    case .end(var end):
      (end.step, end.time) = (step, end.time.saturatingAdd(offset))
      end.other["from"] = .object(origin)
      self = .end(end)
    case .unknown(var unknown):
      unknown.step = step
      unknown.members["seq"] = .number(JSONNumber(step.rawValue))
      if let time = unknown.members["t"]?.int { unknown.members["t"] = .number(JSONNumber(time.saturatingAdd(offset))) }
      unknown.members["from"] = .object(origin)
      self = .unknown(unknown)
    }
  }
}
