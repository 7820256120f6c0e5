import FluxtapeJSON
import FluxtapeLog

/// Takes the lines of one run, in the order of its segments, and makes the index of them.
struct RunIndexer {
  var files: [LogFile] = []
  var lines = LineTable()
  var rows: [PackedRow] = []
  var texts = TextTable()
  var storeNumbers = TextTable()
  var timelines: [StoreTimeline] = []
  var badLines: [UInt32: LogError] = [:]
  var furtherCauses: [RunIndex.FurtherCause] = []
  var needs: [String] = []

  /// Actions whose outcome is not told yet: their rows, by step.
  var open: [Int: UInt32] = [:]
  /// Rows with which asynchronous work started, by the work's `id`, until its end is told.
  var started: [JSONValue: [UInt32]] = [:]
  /// What the log has told of steps so far.
  var steps = StepLedger()
  /// The steps that gaps speak of.
  var told: [ClosedRange<Int>] = []
  /// The line before which the next jump is, where a header stands between it and the last step.
  var lineAfterHeader: UInt32?
  /// The row that says what is no longer kept before this segment, until its first step comes.
  var droppedRow: UInt32?
  /// Rows that the end of the log shows to be wrong.
  var needlessRows: [UInt32] = []

  /// The types that begin and end a store's life.
  let storeBegan: UInt32
  let storeEnded: UInt32

  init() {
    storeBegan = texts.insert(ActionRecord.storeBegan)
    storeEnded = texts.insert(ActionRecord.storeEnded)
  }
}

// MARK: - Lines

extension RunIndexer {
  /// Begins with a file, or goes on with another part of one.
  mutating func begin(_ file: LogFile, headerLine line: SplitLine?) throws(HistoryError) {
    files.append(file)
    guard let line else { return }
    let number = try append(line)
    lineAfterHeader = number + 1
    for need in file.header?.needs ?? [] where !needs.contains(need) { needs.append(need) }
    if let dropped = file.header?.dropped { addDropped(dropped, line: number) }
  }

  mutating func add(_ content: LineContent, line: SplitLine) throws(HistoryError) {
    let number = try append(line)
    switch content {
    case .header: break
    case .facts(let facts): add(facts, of: line.bytes.span, line: number)
    case .record(let record): add(record, line: number)
    case .torn(.action(let action)?, _): addAction(action, line: number, isTorn: true)
    // Too little is left to tell an action from anything else: an action is what an app dies in.
    case .torn(nil, let error), .torn(.unknown?, let error): addBad(error, line: number, flags: [.isTorn, .isInFlight])
    case .torn(_, let error): addBad(error, line: number, flags: .isTorn)
    case .bad(let error): addBad(error, line: number)
    case .raw(let members): addRaw(members, line: number)
    }
  }

  private mutating func append(_ line: SplitLine) throws(HistoryError) -> UInt32 {
    guard let number = lines.append(line, file: files.count - 1) else {
      throw HistoryError(.tooManyLines, path: files[files.count - 1].path)
    }
    return number
  }

  /// Whether the run has told anything.
  var isEmpty: Bool { lines.count == 0 }

  private mutating func addBad(_ error: LogError, line: UInt32, flags: PackedRow.Flags = []) {
    badLines[line] = error
    rows.append(PackedRow(.badLine, line: line, flags: flags))
  }

  private mutating func add(_ record: LogRecord, line: UInt32) {
    switch record {
    case .action(let action): addAction(action, line: line, isTorn: false)
    case .completion(let completion):
      addCompletion(
        of: completion.step.rawValue, store: store(completion.store), outcome: OutcomeFacts(completion.outcome), line: line)
    case .state(let state): addState(of: store(state.store), outcome: OutcomeFacts(state.outcome), line: line)
    case .mark(let mark):
      var row = row(.mark, mark.step.rawValue, time: mark.time, line: line)
      row.text = texts.insert(mark.text)
      if let level = mark.level { row.other = texts.insert(level) }
      takeCauses(mark.cause?.steps.map(\.rawValue) ?? [], into: &row)
      rows.append(row)
    case .gap(let gap): addGap(gap, line: line)
    case .end(let end):
      var row = row(.end, end.step.rawValue, time: end.time, line: line)
      row.text = texts.insert(end.reason)
      rows.append(row)
    case .unknown(let unknown):
      let row = row(.unknown, unknown.step.rawValue, time: unknown.members["t"]?.int, line: line)
      rows.append(row)
    }
  }

  /// Lists a line of a later version. It has no say in jumps and states: its members may mean something else than they do here.
  private mutating func addRaw(_ members: JSONObject, line: UInt32) {
    var row = PackedRow(.unknown, line: line)
    row.step = max(0, members["seq"]?.int ?? 0)
    if let time = members["t"]?.int {
      row.time = time
      row.flags.insert(.hasTime)
    }
    rows.append(row)
  }
}

// MARK: - Rows

extension RunIndexer {
  /// A row with a step; a jump is put before it where steps are left out.
  mutating func row(_ kind: HistoryRow.Kind, _ step: Int, time: Int?, line: UInt32) -> PackedRow {
    var row = PackedRow(kind, line: line)
    row.step = step
    if let time {
      row.time = time
      row.flags.insert(.hasTime)
    }
    switch steps.take(step) {
    case .next, .late: break
    case .repeated: row.flags.insert(.isDuplicate)
    case .jump(let missing): takeJump(over: missing, before: &row)
    }
    lineAfterHeader = nil
    if let droppedRow { needlessRows.append(droppedRow) }
    droppedRow = nil
    return row
  }

  /// A gap swallows the jump before it, and so does what a header says of segments no longer kept. Else the jump is a row.
  private mutating func takeJump(over missing: ClosedRange<Int>, before row: inout PackedRow) {
    if let dropped = droppedRow {
      rows[Int(dropped)].setMissing(missing, count: max(Int(rows[Int(dropped)].other), missing.count))
      droppedRow = nil
      steps.addMissing(missing, row: nil)
    } else if row.kind == .gap {
      row.setMissing(missing, count: missing.count)
      steps.addMissing(missing, row: nil)
    } else {
      addJump(over: missing, line: row.line)
      steps.addMissing(missing, row: UInt32(rows.count - 1))
    }
  }

  /// A segment begins with states, which have no step. They tell where the stores stand after what is missing.
  private mutating func addJump(over missing: ClosedRange<Int>, line: UInt32) {
    let earliest = max(lineAfterHeader ?? line, rows.last.map { $0.line + 1 } ?? 0)
    var row = PackedRow(.jump, line: min(earliest, line))
    row.setMissing(missing, count: missing.count)
    rows.append(row)
  }

  mutating func takeCauses(_ steps: [Int], into row: inout PackedRow) {
    guard let first = steps.first else { return }
    row.first = first
    row.flags.insert(.hasCause)
    for step in steps.dropFirst() { furtherCauses.append(RunIndex.FurtherCause(step: step, row: UInt32(rows.count))) }
  }

  /// The store's number.
  mutating func store(_ name: String) -> UInt32 { store(Array(name.utf8).span) }

  mutating func store(_ name: Span<UInt8>) -> UInt32 {
    let number = storeNumbers.insert(name)
    if Int(number) == timelines.count { timelines.append(StoreTimeline()) }
    return number
  }
}

extension PackedRow {
  mutating func setMissing(_ range: ClosedRange<Int>?, count: Int?) {
    first = range?.lowerBound ?? 1
    last = range?.upperBound ?? 0
    other = count.map { UInt32(clamping: $0) } ?? Self.none
    if other == Self.none, count != nil { other = Self.none - 1 }
  }
}
