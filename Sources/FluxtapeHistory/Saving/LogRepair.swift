import FluxtapeJSON
public import FluxtapeLog

/// What of a damaged log can be saved: every line that is a record as it stands, byte for byte, and of a last line that broke off what
/// names its action. What is dropped in between is told by a gap in the new log.
public struct LogRepair {
  /// A line that is not taken over as it is.
  public struct Damage: Hashable, Sendable {
    /// Counted from 1, in the damaged file.
    public var lineNumber: Int
    /// Bytes of the file before it.
    public var byteOffset: Int
    public var byteCount: Int
    /// Why it is no record, or not a whole one.
    public var error: LogError
    /// The step of the action that could be saved from it.
    public var savedStep: StepNumber?
  }

  /// What happened.
  public struct Result: Sendable {
    public internal(set) var savedLines = 0
    public internal(set) var damages: [Damage] = []

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

  private init(file: FileBytes, write: @escaping ([UInt8]) throws -> Void) {
    self.file = file
    self.write = write
  }

  private mutating func run(_ sizes: ScanSizes) throws {
    var plan = IndexingPlan([file], sizes: sizes)
    var scanner = PartScanner(file, depth: .thorough, sizes: sizes)
    while let next = plan.next() {
      let part = try scanner.scan(next.range, end: file.count, isLineStart: next.range.lowerBound == 0)
      for (place, line) in part.lines.enumerated() {
        let following = place + 1 < part.lines.count ? part.lines[place + 1].offset : part.tail?.offset
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
      try tellLoss(before: part.step(of: line))
      let bytes = try self.bytes(from: line.offset, to: end)
      note(line, of: part)
      result.savedLines += 1
      return try write(bytes + [UInt8(ascii: "\n")])
    }
    let bytes = try self.bytes(from: line.offset, to: end)
    var damage = Damage(
      lineNumber: lineNumber, byteOffset: line.offset, byteCount: bytes.count, error: error ?? LogError(.notARecord), savedStep: nil)
    if isTorn, case .record(.action(var action))? = LogLine(torn: bytes) {
      do throws(LogError) { _ = try LogLine(decoding: bytes) } catch { damage.error = error }
      action.outcome = Outcome()
      damage.savedStep = action.step
      try tellLoss(before: action.step.rawValue)
      note(line, of: part)
      try write(LogLine.record(.action(action)).bytes)
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

  /// Puts a gap where lines were dropped, if there is a step left to number it with.
  private mutating func tellLoss(before step: Int?) throws {
    guard let first = pending.first, let last = pending.last else { return }
    pending = []
    guard let step, step > lastStep + 1 else { return }
    let lines = first.lineNumber == last.lineNumber ? "line \(first.lineNumber)" : "lines \(first.lineNumber) to \(last.lineNumber)"
    let gap = GapRecord(
      step: StepNumber(step - 1), time: lastTime, lost: step - lastStep - 1, first: StepNumber(lastStep + 1), last: StepNumber(step - 1),
      reason: "\(lines) of the damaged log: \(first.error)")
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
    case .bad(let error), .torn(let error, _), .tornHeader(_, let error): error
    case .header, .mark, .gap, .end, .unknown, .raw: nil
    }
  }
}

extension ScannedPart {
  /// The step that the line's record has.
  fileprivate func step(of line: ScannedLine) -> Int? {
    switch line.kind {
    case .action: return line.step
    case .state: return line.step > 0 ? line.step : nil
    case .completion, .blank: return nil
    // Only a quick look packs rows.
    case .rows: return nil
    case .special:
      switch specials[line.step] {
      case .mark(let step, _, _, _, _, _), .end(let step, _, _), .unknown(let step, _): return step
      case .gap(let gap): return gap.step.rawValue
      case .header, .tornHeader, .bad, .torn, .raw: return nil
      }
    }
  }
}
