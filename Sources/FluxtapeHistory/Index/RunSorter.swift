import FluxtapeLog
import FluxtapeLogReading

/// Assigns each line of the files to its run.
struct RunSorter: Sendable {
  private(set) var runs: [RunIndexer] = []
  /// The runs with names, and the last segment read of each.
  private var named: [String: (run: Int, segment: Int)] = [:]

  /// The current file, the run of its lines, and the number of the next line.
  private var file: FileBytes?
  private var current: Int?
  private var lineNumber = 1
  private var waiting = WaitingLines()
  /// The numbers of the parts' names in the current run, by the identity of the names: one for each scanning thread.
  private var numbers: [UInt64: NameNumbers] = [:]
  /// Whether any line begins a run.
  private let takesAnything: Bool

  private static let mostNumbers = 16

  init(takesAnything: Bool = false) { self.takesAnything = takesAnything }
}

// MARK: - Lines

extension RunSorter {
  mutating func begin(_ file: FileBytes) {
    self.file = file
    current = nil
    numbers = [:]
    lineNumber = 1
    waiting = WaitingLines()
  }

  /// - Throws: ``HistoryError`` if the file was written in a later version, or is not a log.
  mutating func add(_ part: ScannedPart) throws(HistoryError) {
    guard let file else { return }
    var names = takeNumbers(for: part)
    defer { numbers[part.namesIdentity] = names }
    var place = 0
    while place < part.lines.count {
      let start = place
      while place < part.lines.count, part.lines[place].kind != .special { place += 1 }
      if let current, place > start {
        lineNumber += try runs[current].add(start..<place, of: part, names: &names)
      } else {
        // This line may begin a run.
        try add(part.lines[start], of: part, names: &names, file: file)
        place = start + 1
      }
    }
    noteKeys(of: part)
  }

  /// Adds the last line, which has no line feed.
  mutating func addTail(of part: ScannedPart) throws(HistoryError) {
    guard let file, let tail = part.tail else { return }
    var names = takeNumbers(for: part)
    defer { numbers[part.namesIdentity] = names }
    try add(tail, of: part, names: &names, file: file)
    noteKeys(of: part)
  }

  private mutating func noteKeys(of part: ScannedPart) {
    guard part.mayRepeatKeys else { return }
    for run in runs.indices { runs[run].mayRepeatKeys = true }
  }

  private mutating func takeNumbers(for part: ScannedPart) -> NameNumbers {
    var names = numbers.removeValue(forKey: part.namesIdentity) ?? NameNumbers()
    // Replaced tables leave entries behind.
    if numbers.count > Self.mostNumbers { numbers = [:] }
    names.grow(for: part)
    return names
  }

  /// Removes the rows that later ones explain, in every run.
  mutating func settle() {
    for run in runs.indices { runs[run].settle() }
  }

  /// Whether growing while a copy of the current run exists moves many rows.
  var isCostlyToCopy: Bool { current.map { runs[$0].rows.isCostlyToCopy } ?? false }

  /// Prepares the current run for growing while a copy exists.
  mutating func moveApart() {
    if let current { runs[current].rows.moveApart() }
  }

  /// - Throws: ``HistoryError`` if the file has no record.
  func end() throws(HistoryError) {
    if let file, current == nil { throw waiting.error(for: file) }
  }

  @inline(__always) private mutating func add(
    _ line: ScannedLine, of part: ScannedPart, names: inout NameNumbers, file: FileBytes
  ) throws(HistoryError) {
    if line.kind == .special { try sort(part.specials[line.step], of: line, part: part, names: &names, file: file) }
    if current == nil, line.kind != .blank, !waiting.holds(line) { try begin(nil, at: line.offset, of: file) }
    if let current { try runs[current].add(line, of: part, names: &names) } else if line.kind == .blank { waiting.appendBlank(line) }
    lineNumber += line.lineCount
  }

  /// Begins the run that a header names, and keeps bad lines before any run.
  private mutating func sort(
    _ special: SpecialLine, of line: ScannedLine, part: ScannedPart, names: inout NameNumbers, file: FileBytes
  ) throws(HistoryError) {
    switch special {
    case .header(let header), .tornHeader(let header, _):
      try begin(header, at: line.offset, of: file)
      names = NameNumbers()
      names.grow(for: part)
    case .bad(let error):
      if case .newerVersion(let version) = error.reason { throw HistoryError(.newerVersion(version), path: file.path) }
      if current == nil, !takesAnything { try waiting.append(error, line, special, number: lineNumber, of: file) }
    case .torn(_, let error):
      if current == nil { try waiting.append(error, line, special, number: lineNumber, of: file) }
    default: break
    }
  }

  /// Begins or continues the run that a header names; without a header, begins a new run.
  private mutating func begin(_ header: LogHeader?, at offset: Int, of bytes: FileBytes) throws(HistoryError) {
    let file = LogFile(path: bytes.path, byteCount: bytes.count, header: header, bytes: bytes)
    let segment = header?.segment ?? 1
    var run = runs.count
    if let name = header?.run, let known = named[name], segment > known.segment { run = known.run } else { runs.append(RunIndexer()) }
    if let name = header?.run { named[name] = (run, segment) }
    runs[run].begin(file, at: waiting.first?.offset ?? offset, lineNumber: waiting.first?.number ?? lineNumber)
    for (line, special) in waiting.lines { try runs[run].add(special, of: line) }
    waiting = WaitingLines()
    current = run
    numbers = [:]
  }
}

// MARK: - Order

extension RunSorter {
  /// The files in the given order, except that those of one run are together and in the order of their segments.
  static func inSegmentOrder(_ files: [FileBytes]) throws(HistoryError) -> [FileBytes] {
    guard files.count > 1 else { return files }
    var order: [(run: Int, segment: Int, file: FileBytes)] = []
    var firstOfRun: [String: Int] = [:]
    for (place, file) in files.enumerated() {
      let header = try firstHeader(of: file)
      let run = header?.run.map { name in
        firstOfRun[name] = firstOfRun[name] ?? place
        return firstOfRun[name] ?? place
      }
      order.append((run ?? place, header?.segment ?? 1, file))
    }
    return order.enumerated().sorted { left, right in
      (left.element.run, left.element.segment, left.offset) < (right.element.run, right.element.segment, right.offset)
    }.map(\.element.file)
  }

  /// The header, if it is the first line that is not blank.
  private static func firstHeader(of file: FileBytes) throws(HistoryError) -> LogHeader? {
    var scanner = PartScanner(file)
    let part = try scanner.scan(0..<min(1 << 16, file.count), end: file.count, isLineStart: true)
    guard let first = part.lines.first(where: { $0.kind != .blank }) ?? part.tail, first.kind == .special else { return nil }
    switch part.specials[first.step] {
    case .header(let header), .tornHeader(let header, _): return header
    default: return nil
    }
  }
}

// MARK: - Before the first record

/// Bad lines before the first header or record of a file. They belong to the run that it begins.
private struct WaitingLines: Sendable {
  /// A file with this many lines or bytes and no record is not a log, and is not read to its end.
  private static let maximumCount = 20_000
  private static let maximumBytes = 1 << 26

  /// The lines; blank ones have no special line.
  private(set) var lines: [(line: ScannedLine, special: SpecialLine?)] = []
  private(set) var first: (offset: Int, number: Int)?
  private var error: LogError?

  /// Whether the line is the last of these.
  func holds(_ line: ScannedLine) -> Bool { lines.last?.line.offset == line.offset }

  mutating func appendBlank(_ line: ScannedLine) {
    if first != nil { lines.append((line, nil)) }
  }

  mutating func append(
    _ error: LogError, _ line: ScannedLine, _ special: SpecialLine, number: Int, of file: FileBytes
  ) throws(HistoryError) {
    self.error = self.error ?? error
    let start = first?.offset ?? line.offset
    if first == nil { first = (line.offset, number) }
    lines.append((line, special))
    if lines.count > Self.maximumCount || line.offset - start > Self.maximumBytes { throw self.error(for: file) }
  }

  /// Why a file with only these lines is not a log.
  func error(for file: FileBytes) -> HistoryError { HistoryError(error.map { .noRecords($0) } ?? .empty, path: file.path) }
}
