import FluxtapeJSON
public import FluxtapeLog
public import FluxtapeLogReading

/// What of a damaged log can be saved: every line that is a record as it stands, byte for byte, and of a last line that broke off what
/// names its action. The new log tells what is lost: a gap stands where lines are dropped and where what came of an action is lost, a mark
/// where an action's contents are.
public struct LogRepair {
  /// A line that is not taken over as it is.
  public struct Damage: Hashable, Sendable {
    /// Counted from 1, in the damaged file.
    public var lineNumber: Int
    /// Bytes of the file before it.
    public var byteOffset: Int
    /// Bytes of the line.
    public var byteCount: Int
    /// Why it is no record, or not a whole one.
    public var error: LogError
    /// What is left of a line that broke off.
    public var torn: TornLine?
    /// The step of the action that could be saved from it.
    public var savedStep: StepNumber?

    /// Whether anything of the line is lost. Nothing is of an action that was only begun.
    public var isLoss: Bool { savedStep == nil || torn?.isCut != false }
  }

  /// What happened.
  public struct Result: Sendable {
    /// Lines that were taken over.
    public internal(set) var savedLines = 0
    /// Lines that were not taken over as they are.
    public internal(set) var damages: [Damage] = []
    /// Records in the new log that tell what is lost.
    public internal(set) var addedRecords = 0

    /// Lines of which nothing is left.
    public var droppedCount: Int { damages.count { $0.savedStep == nil } }
  }

  private let file: FileBytes
  private let write: ([UInt8]) throws -> Void
  private var result = Result()
  private var lineNumber = 1
  /// The last whole record's step and time, and the damages since.
  private var lastStep = 0
  private var lastTime = 0
  private var pending: [Damage] = []
}

extension LogRepair {
  /// Reads the log at `path` and hands the saved lines to `write`, some megabytes at once.
  ///
  /// - Throws: ``HistoryError`` if the log cannot be read; what `write` throws.
  public static func repair(_ path: String, write: ([UInt8]) throws -> Void) throws -> Result {
    try repair(path, sizes: ScanSizes(), write: write)
  }

  static func repair(_ path: String, sizes: ScanSizes, write: ([UInt8]) throws -> Void) throws -> Result {
    let file = try FileBytes.opened([path], standardInput: 0, temporaryFolder: FileBytes.temporaryFolder)[0]
    return try withoutActuallyEscaping(write) { write in
      var repair = LogRepair(file: file, write: write)
      try repair.run(sizes)
      return repair.result
    }
  }

  private mutating func run(_ sizes: ScanSizes) throws {
    var plan = IndexingPlan([file], sizes: sizes)
    var scanner = PartScanner(file, sizes: sizes)
    while let next = plan.next() {
      let part = try scanner.scan(next.range, end: file.count, isLineStart: next.range.lowerBound == 0)
      let lines = part.lines
      for (place, line) in lines.enumerated() {
        let following = place + 1 < lines.count ? lines[place + 1].offset : part.tail?.offset
        try take(line, of: part, end: following)
      }
      if let tail = part.tail { try take(tail, of: part, end: file.count) }
    }
    try tellLoss(before: nil)
  }

  /// - Parameter end: Where the next line begins, if that is known.
  private mutating func take(_ line: ScannedLine, of part: ScannedPart, end: Int?) throws {
    defer { lineNumber += line.kind == .blank ? line.step : 1 }
    guard line.kind != .blank else { return }
    let error = line.kind == .special ? part.specials[line.step].error : nil
    let isTorn = line.flags.contains(.isTorn)
    guard error != nil || isTorn else {
      if part.isHeader(line) { try tellLoss(before: nil) } else if let step = part.firstStep(of: line) { try tellLoss(before: step) }
      let bytes = try self.bytes(from: line.offset, to: end)
      note(line, of: part)
      result.savedLines += 1
      return try write(bytes + [UInt8(ascii: "\n")])
    }
    let bytes = try self.bytes(from: line.offset, to: end)
    var damage = Damage(
      lineNumber: lineNumber, byteOffset: line.offset, byteCount: bytes.count, error: error ?? LogError(.notARecord), savedStep: nil)
    if line.isEnd(of: part) { damage.torn = TornLine(bytes) }
    if let action = damage.torn?.action {
      damage.savedStep = action.step
      try tellLoss(before: action.step.rawValue)
      note(line, of: part)
      try write(LogLine.record(.action(action)).bytes)
      try tellLoss(of: action, damage)
    } else {
      pending.append(damage)
    }
    result.damages.append(damage)
  }

  private mutating func note(_ line: ScannedLine, of part: ScannedPart) {
    if let step = part.step(of: line) { lastStep = max(lastStep, step) }
    if line.kind != .special { lastTime = line.time }
    if line.kind == .special, case .header = part.specials[line.step] { (lastStep, lastTime) = (0, 0) }
  }

  /// Puts a gap where lines were dropped, if there is a step left to number it with. At the end there always is.
  ///
  /// - Parameter step: The next one that is saved; `nil` at the end.
  private mutating func tellLoss(before step: Int?) throws {
    guard let first = pending.first, let last = pending.last else { return }
    pending = []
    if let step, step <= lastStep.saturatingAdd(1) { return }
    let lines = first.lineNumber == last.lineNumber ? "line \(first.lineNumber)" : "lines \(first.lineNumber) to \(last.lineNumber)"
    let reason = "\(lines) of the damaged log: \(first.words)"
    if step == nil, case .record(.completion(let completion))? = last.torn?.line {
      return try write(GapRecord(step: next, time: lastTime, lost: 1, first: completion.step, last: completion.step, reason: reason))
    }
    // Of a line at the end, the step may be all that can be read.
    let lastLost = step.map { $0 - 1 } ?? last.torn?.step.map { max($0, lastStep) } ?? lastStep
    guard lastLost > lastStep else { return try write(GapRecord(step: next, time: lastTime, lost: 1, reason: reason)) }
    try write(
      GapRecord(
        step: StepNumber(lastLost), time: lastTime, lost: lastLost - lastStep, first: next, last: StepNumber(lastLost), reason: reason))
  }

  /// Tells behind an action what of it is lost. One in flight stays in flight.
  private mutating func tellLoss(of action: ActionRecord, _ damage: Damage) throws {
    let reason = "line \(damage.lineNumber) of the damaged log: \(damage.words)"
    guard let loss = damage.torn?.loss(of: action, step: next, reason: reason) else { return }
    result.addedRecords += 1
    try write(LogLine.record(loss).bytes)
  }

  /// The step behind the last one.
  private var next: StepNumber { StepNumber(lastStep.saturatingAdd(1)) }

  private mutating func write(_ gap: GapRecord) throws {
    result.addedRecords += 1
    try write(LogLine.record(.gap(gap)).bytes)
  }

  /// A line's bytes, without what ends it.
  private func bytes(from start: Int, to end: Int?) throws(HistoryError) -> [UInt8] {
    var count = end.map { $0 - start } ?? 1 << 14
    while true {
      var bytes = try file.bytes(at: start, count: count)
      if let lineFeed = bytes.lineFeed(from: 0) {
        bytes.removeSubrange(lineFeed...)
      } else if bytes.count == count, end == nil {
        count *= 8
        continue
      }
      if bytes.last == 0x0D { bytes.removeLast() }
      return bytes
    }
  }
}

extension SpecialLine {
  fileprivate var error: LogError? {
    switch self {
    case .bad(let error), .torn(_, let error), .tornHeader(_, let error): error
    case .header, .mark, .gap, .end, .unknown, .raw: nil
    }
  }
}

extension LogRepair.Damage {
  /// Why nothing, or not all, of it could be saved.
  public var words: String { torn.map { TornWords($0).text } ?? error.description }
}

extension TornLine {
  /// What tells behind an action, in a log that is made from this one, what of it is lost; `nil` if nothing is.
  func loss(of action: ActionRecord, step: StepNumber, reason: String) -> LogRecord? {
    guard isCut else { return nil }
    if isInFlight || action.effect?.phase == .started {
      return .mark(MarkRecord(step: step, time: action.time, text: reason, level: "warning", cause: .step(action.step)))
    }
    return .gap(GapRecord(step: step, time: action.time, lost: 1, first: action.step, last: action.step, reason: reason))
  }

  /// The step of what is left, if that is told.
  fileprivate var step: Int? {
    if case .record(let record)? = line { record.step } else { nil }
  }
}

extension ScannedLine {
  /// Whether it is the last line, and broke off.
  fileprivate func isEnd(of part: ScannedPart) -> Bool {
    guard kind == .special else { return flags.contains(.isTorn) }
    switch part.specials[step] {
    case .torn, .tornHeader: return true
    case .header, .mark, .gap, .end, .unknown, .bad, .raw: return false
    }
  }
}

extension ScannedPart {
  fileprivate func isHeader(_ line: ScannedLine) -> Bool {
    guard line.kind == .special, case .header = specials[line.step] else { return false }
    return true
  }

  /// The first step that the line's record tells of: a gap tells of those that are missing, and they are not told twice.
  fileprivate func firstStep(of line: ScannedLine) -> Int? {
    guard line.kind == .special, case .gap(let gap) = specials[line.step] else { return step(of: line) }
    return min(gap.step.rawValue, gap.first?.rawValue ?? .max)
  }

  /// The step that the line's record has.
  fileprivate func step(of line: ScannedLine) -> Int? {
    switch line.kind {
    case .action: return line.step
    case .state: return line.step > 0 ? line.step : nil
    case .completion, .blank: return nil
    case .special:
      switch specials[line.step] {
      case .mark(let step, _, _, _, _, _, _), .end(let step, _, _), .unknown(let step, _): return step
      case .gap(let gap): return gap.step.rawValue
      case .header, .tornHeader, .bad, .torn, .raw: return nil
      }
    }
  }
}
