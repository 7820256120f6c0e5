import FluxtapeJSON
import FluxtapeLog
import FluxtapeLogReading

/// Builds the index of one run from its lines, in the order of its segments.
struct RunIndexer: Sendable {
  /// The maximum number of rows in a run: numbers have 31 bits.
  static let maximumRows = Int(Int32.max) - 1

  /// The number of stores in a log of any size, and the bytes of a log for each further one. Answers take up to two kilobytes of memory for
  /// a store. A store that begins, changes and ends takes more bytes of the log.
  static let (freeStores, bytesPerStore) = (50_000, 220)

  var files: [LogFile] = []
  var parts: [RunPart] = []
  var otherLines: [OtherLines] = []
  var rows = BlockList<Row>()
  var outcomes = BlockList<Completion>()
  var events: [EventLog] = []
  var texts = TextTable()
  var storeNumbers = TextTable()
  var needs: [String] = []

  // Facts that few rows have.
  var rareFacts: [Int: RareFacts] = [:]
  var furtherCauses: [RunIndex.FurtherCause] = []
  /// Steps that follow a higher one, in the order of their rows.
  var oddSteps: [RunIndex.OddStep] = []
  /// Rows without a line: jumps, and gaps for segments that were not kept.
  var rowsWithoutLine: [UInt32] = []
  /// Rows where records are missing or unreadable.
  var losses: [UInt32] = []
  /// Actions whose outcome was, or may have been, on a torn line: their own or that of their completion.
  var brokenOff: [UInt32] = []

  /// Actions without an outcome so far, by step.
  var open: [Int: OpenAction] = [:]
  /// Rows that started asynchronous work that has not ended, by the work's `id`.
  var started: [JSONValue: [UInt32]] = [:]
  /// The steps so far.
  var steps = StepLedger()
  /// The steps that gaps report.
  var told: [ClosedRange<Int>] = []
  /// The place of the next jump: before the first line of a segment if one has begun since the last step.
  var jumpPlace = JumpPlace.beforeStep
  /// The gap for segments that were not kept before this one, until its first step arrives.
  var droppedRow: UInt32?
  /// The beginning of the last line.
  var lastPlace = -1
  /// Whether an object of a line may have a key twice.
  var mayRepeatKeys = false
  /// Rows that later rows have made unnecessary.
  var needlessRows: [UInt32] = []

  /// The types that begin and end a store's life, and the type of a state without an action: always the first texts.
  let storeBegan: Int
  let storeEnded: Int
  let stateType: Int

  struct OpenAction: Sendable {
    var row: UInt32
    var store: Int
  }

  enum JumpPlace: Sendable {
    case beforeStep
    /// Before the next line.
    case beforeNextLine
    case before(Int)
  }

  init() {
    storeBegan = texts.insert(ActionRecord.storeBegan)
    storeEnded = texts.insert(ActionRecord.storeEnded)
    stateType = texts.insert(StateRecord.type)
  }
}

// MARK: - Lines

extension RunIndexer {
  /// Continues with a part of a file, whose first line is at `offset` and has the number `lineNumber`.
  mutating func begin(_ file: LogFile, at offset: Int, lineNumber: Int) {
    files.append(file)
    let start = lastPlace + 1
    parts.append(
      RunPart(
        start: start, base: start - offset, firstLine: lineNumber, firstRow: rows.count, firstOutcome: outcomes.count,
        firstOtherLine: otherLines.last?.total ?? 0))
  }

  /// Adds lines that are not special.
  /// - Returns: The number of lines in the file.
  mutating func add(_ lines: Range<Int>, of part: ScannedPart, names: inout NameNumbers) throws(HistoryError) -> Int {
    var count = lines.count
    for number in lines {
      let line = part.lines[number]
      try add(line, of: part, names: &names)
      count += line.lineCount - 1
    }
    guard events.count <= Self.freeStores + lastPlace / Self.bytesPerStore else {
      throw HistoryError(.tooManyStores, path: files.last?.path ?? "")
    }
    return count
  }

  /// - Parameter names: The numbers of the part's names in this run.
  /// - Throws: ``HistoryError`` if the run exceeds the size of an index.
  @inline(__always) mutating func add(_ line: ScannedLine, of part: ScannedPart, names: inout NameNumbers) throws(HistoryError) {
    let place = try place(of: line)
    switch line.kind {
    case .action: addAction(line, at: place, of: part, names: &names)
    case .completion: addCompletion(line, at: place, of: part, names: &names)
    case .state: addState(line, at: place, of: part, names: &names)
    case .special: addSpecial(part.specials[line.step], at: place)
    case .blank: addOtherLines(line.step, at: place)
    }
  }

  /// Adds a line that was waiting for its run.
  mutating func add(_ special: SpecialLine?, of line: ScannedLine) throws(HistoryError) {
    let place = try place(of: line)
    if let special { addSpecial(special, at: place) } else { addOtherLines(line.step, at: place) }
  }

  @inline(__always) private mutating func place(of line: ScannedLine) throws(HistoryError) -> Int {
    let place = (parts.last?.base ?? 0) + line.offset
    guard rows.count < Self.maximumRows, outcomes.count < Self.maximumRows else {
      throw HistoryError(.tooManyLines, path: files.last?.path ?? "")
    }
    lastPlace = place
    if case .beforeNextLine = jumpPlace, line.kind != .blank { jumpPlace = .before(place) }
    return place
  }

  private mutating func addOtherLines(_ count: Int, at place: Int) {
    otherLines.append(OtherLines(place: place, count: count, total: (otherLines.last?.total ?? 0) + count))
  }

  /// Whether the run has no rows.
  var isEmpty: Bool { rows.isEmpty }

  private mutating func addSpecial(_ line: SpecialLine, at place: Int) {
    switch line {
    case .header(let header):
      addOtherLines(1, at: place)
      addHeader(header, at: place)
    case .tornHeader(let header, _):
      addHeader(header, at: place)
      addBad(at: place, isTorn: true)
    case .mark(let step, let time, let text, let level, let causes, let problem, let live):
      var row = row(.mark, step, time: time, at: place)
      row.text = texts.insert(text)
      if let level { rareFacts[rows.count, default: RareFacts()].level = UInt32(texts.insert(level)) }
      if let problem { rareFacts[rows.count, default: RareFacts()].problem = UInt32(texts.insert(problem)) }
      if let live { rareFacts[rows.count, default: RareFacts()].live = UInt32(texts.insert(live)) }
      takeCauses(causes.first, causes.dropFirst(), into: &row)
      append(row)
    case .gap(let gap): addGap(gap, at: place)
    case .end(let step, let time, let reason):
      var row = row(.end, step, time: time, at: place)
      row.text = texts.insert(reason)
      append(row)
    case .unknown(let step, let time): append(row(.unknown, step, time: time, at: place))
    case .bad: addBad(at: place, isTorn: false)
    case .torn(let torn, _):
      if case .record(.completion(let completion))? = torn.line { noteBroken(completion) }
      addBad(at: place, isTorn: true)
    case .raw(let step, let time):
      // Jumps and states ignore it, since its members may have another meaning.
      var row = Row(.unknown, place: place)
      row.step = step
      row.time = time
      append(row)
    }
  }

  private mutating func addHeader(_ header: LogHeader, at place: Int) {
    jumpPlace = .beforeNextLine
    for need in header.needs where !needs.contains(need) { needs.append(need) }
    if let dropped = header.dropped { addDropped(dropped, at: place) }
  }

  private mutating func addBad(at place: Int, isTorn: Bool) {
    var row = Row(.badLine, place: place)
    if isTorn { row.flags.insert(.isTorn) }
    losses.append(UInt32(rows.count))
    append(row)
    if case .before = jumpPlace { jumpPlace = .beforeNextLine }
  }

  /// Records that the action that waits for this completion has ended with an unknown outcome.
  private mutating func noteBroken(_ completion: CompletionRecord) {
    guard let waiting = open[completion.step.rawValue], storeNumbers.number(of: completion.store) == waiting.store else { return }
    open[completion.step.rawValue] = nil
    brokenOff.append(waiting.row)
  }
}
